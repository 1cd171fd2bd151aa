/**
 * List of VPN apps that is shipped with the product. It applies until an admin changes the list in the console
 * (`/adept/apps`), because app store URLs change over time.
 */
import type { VpnApp } from './vpnAppList';
import type { ConnectSystem } from './vpnApps';

/** App Store entry of Happ for Russia, «Happ Lite» (README of Happ-proxy/happ-desktop, commit 0941ab52, 2026-11-28). */
const HAPP_RU = { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/happ-lite/id6799917773' } as const;
/** App Store entry of Happ for the other countries (same README, 2026-11-28). */
const HAPP = {
  kind: 'appStore',
  url: 'https://apps.apple.com/us/app/happ-proxy-utility/id6504287215',
} as const;
/** Play Store entry of Happ (same README, 2026-11-28). */
const HAPP_PLAY = {
  kind: 'googlePlay',
  url: 'https://play.google.com/store/apps/details?id=com.happproxy',
} as const;
/** Downloads of Happ for computers (same README, 2026-11-28). */
const HAPP_DESKTOP = 'https://github.com/Happ-proxy/happ-desktop/releases/latest';

/**
 * App Store entry of v2RayTun. Apple removed v2RayTun from the Russian App Store on 2026-03-28 at the request of
 * Roskomnadzor, so the entry works with an Apple Account of another country only
 * (https://glob-news.com/en/durov-criticised-apple-for-removing-vpn-apps-for-russia.html; README of v2RayTun).
 */
const V2RAYTUN = { kind: 'appStore', url: 'https://apps.apple.com/app/id6476628951' } as const;

/** Downloads of Hiddify for computers (README of hiddify/hiddify-app, 2026-11-28). */
const HIDDIFY_DESKTOP = {
  kind: 'download',
  url: 'https://github.com/hiddify/hiddify-app/releases/latest',
} as const;

/** Source of the deep links of apps that do not document them: the default apps of Remnawave's subscription page. */
const REMNAWAVE = 'remnawave/subscription-page, app-config.json (commit 3114fc9, 2025-12-09)';

/** App Store entry of INCY (README of INCY-DEV/incy-platforms, commit 8c42436, 2026-05-07). */
const INCY_RU = { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/incy/id6756943388' } as const;
const INCY = { kind: 'appStore', url: 'https://apps.apple.com/us/app/incy/id6756943388' } as const;
/** Play Store entry and downloads of INCY (same README). */
const INCY_PLAY = {
  kind: 'googlePlay',
  url: 'https://play.google.com/store/apps/details?id=llc.itdev.incy',
} as const;
const INCY_DOWNLOADS = 'https://github.com/INCY-DEV/incy-platforms/releases/latest';

/** Returns the store links of an app that has one download page for some systems. */
const downloads = (url: string, systems: readonly ConnectSystem[]): VpnApp['stores'] =>
  Object.fromEntries(systems.map((system) => [system, [{ kind: 'download', url }]]));

/** Returns the store links of an app that is in the App Store only. */
const inAppStore = (url: string): VpnApp['stores'] => ({
  ios: [{ kind: 'appStore', url }],
  macos: [{ kind: 'appStore', url }],
});

/**
 * Shipped VPN apps. The first enabled app that supports an operating system is the recommended app. The disabled apps are
 * for admins, who can enable them. The store links of the disabled apps are from the documents in `source`.
 */
export const DEFAULT_VPN_APPS: readonly VpnApp[] = [
  {
    id: 'happ',
    name: 'Happ',
    clients: ['Happ'],
    opens: 'happ://add/{url}',
    source: REMNAWAVE,
    sendsToTv: 'https://tv.happ.su',
    stores: {
      ios: [HAPP_RU, HAPP],
      android: [
        HAPP_PLAY,
        {
          kind: 'download',
          url: 'https://github.com/Happ-proxy/happ-android/releases/latest/download/Happ.apk',
        },
      ],
      windows: [{ kind: 'download', url: `${HAPP_DESKTOP}/download/setup-Happ.x64.exe` }],
      macos: [{ kind: 'download', url: `${HAPP_DESKTOP}/download/Happ.macOS.universal.dmg` }, HAPP],
      linux: [{ kind: 'download', url: HAPP_DESKTOP }],
      tv: [HAPP_PLAY],
    },
  },
  {
    id: 'incy',
    name: 'INCY',
    clients: ['INCY'],
    opens: 'incy://import/{url}',
    source: 'INCY-DEV/incy-docs, deep-links.md (commit 5b621ec, 2026-07-20)',
    stores: {
      ios: [INCY_RU, INCY],
      android: [INCY_PLAY, { kind: 'download', url: `${INCY_DOWNLOADS}/download/Incy.apk` }],
      windows: [{ kind: 'download', url: `${INCY_DOWNLOADS}/download/incy-windows-setup.exe` }],
      macos: [INCY_RU, INCY],
      linux: [{ kind: 'download', url: INCY_DOWNLOADS }],
      tv: [INCY_PLAY],
    },
  },
  {
    id: 'v2raytun',
    name: 'v2RayTun',
    clients: ['v2raytun'],
    opens: 'v2raytun://import/{url}',
    source: 'minishop, subscription_page_multiapp.json (2026-08)',
    stores: {
      ios: [V2RAYTUN],
      android: [
        { kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.v2raytun.android' },
      ],
      macos: [V2RAYTUN],
    },
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    clients: ['HiddifyNext'],
    opens: 'hiddify://import/{url}#{encodedName}',
    source: 'hiddify-app wiki, «URL Scheme» (2024-02-06)',
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6596777532' }],
      android: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=app.hiddify.com' }],
      windows: [HIDDIFY_DESKTOP],
      macos: [HIDDIFY_DESKTOP],
      linux: [HIDDIFY_DESKTOP],
    },
  },
  {
    id: 'streisand',
    name: 'Streisand',
    disabled: true,
    clients: ['Streisand'],
    opens: 'streisand://import/{url}',
    source: REMNAWAVE,
    stores: inAppStore('https://apps.apple.com/app/id6450534064'),
  },
  {
    id: 'shadowrocket',
    name: 'Shadowrocket',
    disabled: true,
    clients: ['Shadowrocket'],
    opens: 'sub://{base64Url}',
    source: REMNAWAVE,
    stores: inAppStore('https://apps.apple.com/app/id932747118'),
  },
  {
    id: 'stash',
    name: 'Stash',
    disabled: true,
    clients: ['Stash'],
    opens: 'stash://install-config?url={encodedUrl}',
    source: 'stash.wiki/en/faq/url-schema (2026-11-29)',
    stores: inAppStore('https://apps.apple.com/us/app/stash-rule-based-proxy/id1596063349'),
  },
  {
    id: 'flclashx',
    name: 'FlClash X',
    disabled: true,
    clients: ['FlClash X', 'FlClashX'],
    opens: 'flclashx://install-config?url={encodedUrl}',
    source: REMNAWAVE,
    stores: downloads('https://github.com/pluralplay/FlClashX/releases/latest', [
      'android',
      'windows',
      'macos',
      'linux',
    ]),
  },
  {
    id: 'koala-clash',
    name: 'Koala Clash',
    disabled: true,
    clients: ['koala-clash'],
    opens: 'koala-clash://install-config?url={encodedUrl}',
    source: 'coolcoala/clash-verge-rev-lite, resolve.rs (commit b3c3407c, 2025-11-30)',
    stores: downloads('https://github.com/coolcoala/clash-verge-rev-lite/releases/latest', [
      'windows',
      'macos',
      'linux',
    ]),
  },
  {
    id: 'prizrak-box',
    name: 'Prizrak-Box',
    disabled: true,
    clients: ['prizrak-box'],
    opens: 'prizrak-box://install-config?url={url}',
    source: 'legiz-ru/Prizrak-Box, README.ru.md (commit d94e39c, 2025-10-27)',
    stores: downloads('https://github.com/legiz-ru/Prizrak-Box/releases/latest', [
      'windows',
      'macos',
      'linux',
    ]),
  },
  {
    id: 'karing',
    name: 'Karing',
    disabled: true,
    clients: ['Karing'],
    opens: 'karing://install-config?url={encodedUrl}&name={encodedName}',
    source: 'Karing documentation, «Scheme» (2026-11-29)',
    stores: {
      ...inAppStore('https://apps.apple.com/us/app/karing/id6472431552'),
      ...downloads('https://github.com/KaringX/karing/releases/latest', [
        'android',
        'windows',
        'linux',
        'tv',
      ]),
    },
  },
  {
    id: 'v2rayng',
    name: 'v2rayNG',
    disabled: true,
    clients: ['v2rayNG'],
    opens: 'v2rayng://install-sub?url={encodedUrl}#{encodedName}',
    source: '2dust/v2rayNG, UrlSchemeActivity.kt (commit 63f55724, 2026-08-21)',
    stores: downloads('https://github.com/2dust/v2rayNG/releases/latest', ['android']),
  },
  {
    id: 'sing-box',
    name: 'sing-box',
    disabled: true,
    clients: ['SFA', 'SFI', 'SFM', 'SFT'],
    opens: 'sing-box://import-remote-profile?url={encodedUrl}#{encodedName}',
    source: 'sing-box documentation, «Graphical clients: General» (2026-11-29)',
    stores: downloads('https://sing-box.sagernet.org/clients/', ['ios', 'android', 'macos']),
  },
];

/**
 * Default list of VPN apps that customers may connect with. The environment variable `VPN_APPS` overrides the list,
 * because app store URLs change over time.
 */
import type { VpnApp } from './vpnApps';

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

/** Default VPN apps. The first app that supports an operating system is the recommended app. */
export const DEFAULT_VPN_APPS: readonly VpnApp[] = [
  {
    id: 'happ',
    name: 'Happ',
    clients: ['Happ'],
    opens: 'happ://add/{url}',
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
    id: 'v2raytun',
    name: 'v2RayTun',
    clients: ['v2raytun'],
    opens: 'v2raytun://import/{url}',
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
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6596777532' }],
      android: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=app.hiddify.com' }],
      windows: [HIDDIFY_DESKTOP],
      macos: [HIDDIFY_DESKTOP],
      linux: [HIDDIFY_DESKTOP],
    },
  },
];

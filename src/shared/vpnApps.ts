/**
 * Systems that a device may run, and the applications of others by which it connects: names, where
 * each is loaded, and how a link is handed to it. Store addresses rot, so `VPN_APPS` replaces the list.
 */
import * as v from 'valibot';

export const CONNECT_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'tv'] as const;
export type ConnectSystem = (typeof CONNECT_SYSTEMS)[number];

const store = v.object({
  /** appStoreRu, appStore, googlePlay, download: what its button says. */
  kind: v.picklist(['appStoreRu', 'appStore', 'googlePlay', 'download']),
  url: v.pipe(v.string(), v.startsWith('https://')),
});
export type AppStore = v.InferOutput<typeof store>;

export const vpnApp = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  /** How the link is handed over: `{url}` and `{name}` as they are, `{encodedUrl}` and `{encodedName}` encoded. */
  opens: v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^(?!javascript:|data:|https?:)[a-z][a-z0-9+.-]*:\/\/[^\s]*\{(?:url|encodedUrl)\}/),
  ),
  /** By system: where it is loaded; a system without an entry has no such application. */
  stores: v.partial(
    v.object({
      ios: v.array(store),
      android: v.array(store),
      windows: v.array(store),
      macos: v.array(store),
      linux: v.array(store),
      tv: v.array(store),
    }),
  ),
});
export type VpnApp = v.InferOutput<typeof vpnApp>;

export const vpnApps = v.pipe(v.array(vpnApp), v.minLength(1), v.maxLength(12));

/** The first one of a system is recommended. Addresses as shops of this field had them in August 2026. */
export const DEFAULT_VPN_APPS: readonly VpnApp[] = [
  {
    id: 'happ',
    name: 'Happ',
    opens: 'happ://add/{url}',
    stores: {
      ios: [
        { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/id6783623643' },
        { kind: 'appStore', url: 'https://apps.apple.com/app/id6504287215' },
      ],
      android: [
        { kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.happproxy' },
        {
          kind: 'download',
          url: 'https://github.com/Happ-proxy/happ-android/releases/latest/download/Happ.apk',
        },
      ],
      windows: [
        {
          kind: 'download',
          url: 'https://github.com/Happ-proxy/happ-desktop/releases/latest/download/setup-Happ.x64.exe',
        },
      ],
      macos: [
        { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/id6783623643' },
        { kind: 'appStore', url: 'https://apps.apple.com/app/id6504287215' },
      ],
      tv: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.happproxy' }],
    },
  },
  {
    id: 'v2raytun',
    name: 'v2RayTun',
    opens: 'v2raytun://import/{url}',
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6476628951' }],
      android: [
        { kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.v2raytun.android' },
      ],
      macos: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6476628951' }],
    },
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    opens: 'hiddify://import/{url}#{encodedName}',
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6596777532' }],
      android: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=app.hiddify.com' }],
      windows: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
      macos: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
      linux: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
    },
  },
];

/** What hands a link over to an application. */
export function appLink(app: Pick<VpnApp, 'opens'>, url: string, name: string): string {
  const parts: Readonly<Record<string, string>> = {
    url,
    name,
    encodedUrl: encodeURIComponent(url),
    encodedName: encodeURIComponent(name),
  };
  return app.opens.replace(
    /\{(url|name|encodedUrl|encodedName)\}/g,
    (_whole, part: string) => parts[part] ?? '',
  );
}

/**
 * Systems that a device may run, and what describes an application of others by which it connects: its
 * name, where it is loaded, and how a link is handed to it.
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

const vpnApp = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  /** How the link is handed over: `{url}` and `{name}` as they are, `{encodedUrl}` and `{encodedName}` encoded. */
  opens: v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^(?!javascript:|data:|https?:)[a-z][a-z0-9+.-]*:\/\/[^\s]*\{(?:url|encodedUrl)\}/),
  ),
  /** Where a television takes a link from, by the code that it shows; without one it has to be typed there. */
  sendsToTv: v.optional(v.pipe(v.string(), v.maxLength(200), v.url(), v.startsWith('https://'))),
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

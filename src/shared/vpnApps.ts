/**
 * Operating systems of devices, and schema of the third-party VPN apps that customers connect with. An app has a name,
 * download URLs and a deep link that passes the device link to the app.
 */
import * as v from 'valibot';

export const CONNECT_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'tv'] as const;
export type ConnectSystem = (typeof CONNECT_SYSTEMS)[number];

const store = v.object({
  /** Kind of the app store, which determines the button text. `download` is a direct download. */
  kind: v.picklist(['appStoreRu', 'appStore', 'googlePlay', 'download']),
  url: v.pipe(v.string(), v.startsWith('https://')),
});
export type AppStore = v.InferOutput<typeof store>;

const vpnApp = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  /**
   * Deep link template that opens the app with a device link. The placeholders `{url}` and `{name}` are replaced by the
   * plain values, and `{encodedUrl}` and `{encodedName}` by the URL-encoded values.
   */
  opens: v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^(?!javascript:|data:|https?:)[a-z][a-z0-9+.-]*:\/\/[^\s]*\{(?:url|encodedUrl)\}/),
  ),
  /**
   * URL of a website that sends a device link to a TV. The customer identifies the TV by the code on its screen.
   * Without this website, customers must type the device link on the TV.
   */
  sendsToTv: v.optional(v.pipe(v.string(), v.maxLength(200), v.url(), v.startsWith('https://'))),
  /**
   * Names that the app sends in its User-Agent before the first «/». The server recognizes the app by these names, in
   * addition to `VPN_CLIENTS`.
   */
  clients: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40), v.regex(/^[^/]+$/))),
      v.maxLength(8),
    ),
  ),
  /** Download URLs of the VPN app by operating system. A system without an entry is not supported by the VPN app. */
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

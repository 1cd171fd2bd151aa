/** Operating systems of devices, and schema of the third-party VPN apps that customers are offered. */
import * as v from 'valibot';

export const CONNECT_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'tv'] as const;
export type ConnectSystem = (typeof CONNECT_SYSTEMS)[number];

/** Kinds of app stores, which determine the button text. `download` is a direct download. */
export const STORE_KINDS = ['appStoreRu', 'appStore', 'googlePlay', 'download'] as const;

const store = v.object({ kind: v.picklist(STORE_KINDS), url: v.pipe(v.string(), v.startsWith('https://')) });
export type AppStore = v.InferOutput<typeof store>;

/** VPN app as customers are offered it: its name, store links and deep link. */
export const offeredVpnApp = v.object({
  id: v.string(),
  name: v.string(),
  /**
   * Deep link template that opens the app with a device link. The placeholders `{url}` and `{name}` are replaced by the
   * plain values, `{encodedUrl}` and `{encodedName}` by the URL-encoded values, and `{base64Url}` by the Base64 value.
   * Omitted if no source documents a deep link of the app, so that customers copy the device link.
   */
  opens: v.optional(v.string()),
  /**
   * URL of a website that sends a device link to a TV. The customer identifies the TV by the code on its screen.
   * Without this website, customers must type the device link on the TV.
   */
  sendsToTv: v.optional(v.string()),
  /** Store links of the VPN app by operating system. A system without an entry is not supported by the VPN app. */
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
export type OfferedVpnApp = v.InferOutput<typeof offeredVpnApp>;

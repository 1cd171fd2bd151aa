/** Schema and rules of the list of VPN apps that admins edit in the console (`/adept/apps`). */
import * as v from 'valibot';
import { parseUrl } from './parseUrl';
import { CONNECT_SYSTEMS, type ConnectSystem, type OfferedVpnApp, STORE_KINDS } from './vpnApps';

/** Maximum number of VPN apps in the list, and of store links of an app for one system. */
export const VPN_APPS_MAX = 40;
export const STORES_MAX = 6;
const URL_MAX_LENGTH = 500;

const isHttpsUrl = (text: string): boolean => {
  const url = parseUrl(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** URL of a website, which must use https and must not contain credentials. */
export const httpsUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(URL_MAX_LENGTH),
  v.check(isHttpsUrl, 'not an https URL'),
);

const stores = v.pipe(
  v.array(v.object({ kind: v.picklist(STORE_KINDS), url: httpsUrl })),
  v.maxLength(STORES_MAX),
);

export const vpnApp = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(32)),
  /** True if customers are not offered the app. Its `clients` are still recognized, so that connected devices keep working. */
  disabled: v.optional(v.boolean()),
  /** Deep link template, whose placeholders `offeredVpnApp` describes. */
  opens: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(200),
      v.regex(
        /^(?!javascript:|data:|vbscript:|https?:)[a-z][a-z0-9+.-]*:\/\/[^\s]*\{(?:url|encodedUrl|base64Url)\}/,
      ),
    ),
  ),
  sendsToTv: v.optional(httpsUrl),
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
  /** Document from which the deep link template was taken, with the date of the document. */
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  stores: v.partial(
    v.object({ ios: stores, android: stores, windows: stores, macos: stores, linux: stores, tv: stores }),
  ),
});
export type VpnApp = v.InferOutput<typeof vpnApp>;

/** List of VPN apps, in the order in which customers see them. Each id occurs once. */
export const vpnApps = v.pipe(
  v.array(vpnApp),
  v.minLength(1),
  v.maxLength(VPN_APPS_MAX),
  v.check((apps) => new Set(apps.map(({ id }) => id)).size === apps.length, 'the ids are not unique'),
);

/** Returns the enabled VPN apps with the fields that customers need. */
export function offeredApps(apps: readonly VpnApp[]): OfferedVpnApp[] {
  return apps
    .filter(({ disabled }) => disabled !== true)
    .map(({ id, name, opens, sendsToTv, stores: storesBySystem }) => ({
      id,
      name,
      opens,
      sendsToTv,
      stores: storesBySystem,
    }));
}

/** Returns the operating systems for which no enabled VPN app has a store link, so that customers cannot choose them. */
export function systemsWithoutApp(apps: readonly VpnApp[]): ConnectSystem[] {
  return CONNECT_SYSTEMS.filter(
    (system) =>
      !apps.some(({ disabled, stores: { [system]: links = [] } }) => disabled !== true && links.length > 0),
  );
}

/** Returns all store links and TV websites of the VPN apps, each once. */
export function listLinks(apps: readonly VpnApp[]): string[] {
  return [
    ...new Set(
      apps.flatMap(({ stores: storesBySystem, sendsToTv }) => [
        ...CONNECT_SYSTEMS.flatMap((system) => (storesBySystem[system] ?? []).map(({ url }) => url)),
        ...(sendsToTv === undefined ? [] : [sendsToTv]),
      ]),
    ),
  ];
}

/** Change between two lists. `app` is the name of the VPN app, and is omitted if the order changed. */
export interface VpnAppChange {
  change: 'added' | 'removed' | 'enabled' | 'disabled' | 'edited' | 'reordered';
  app?: string;
}

/** Returns the changes from one list to another. An app that was both enabled and edited has two entries. */
export function changesBetween(before: readonly VpnApp[], after: readonly VpnApp[]): VpnAppChange[] {
  const old = new Map(before.map((app) => [app.id, app]));
  const ids = new Set(after.map(({ id }) => id));
  const orderBefore = before.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  const orderAfter = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
  const changes = after.flatMap((app): VpnAppChange[] => {
    const former = old.get(app.id);
    if (former === undefined) return [{ app: app.name, change: 'added' }];
    const isDisabled = app.disabled === true;
    return [
      ...((former.disabled === true) === isDisabled
        ? []
        : [{ app: app.name, change: isDisabled ? 'disabled' : 'enabled' } as const]),
      ...(isSameList([{ ...former, disabled: false }], [{ ...app, disabled: false }])
        ? []
        : [{ app: app.name, change: 'edited' } as const]),
    ];
  });
  return [
    ...changes,
    ...before.filter(({ id }) => !ids.has(id)).map(({ name }) => ({ app: name, change: 'removed' as const })),
    ...(orderBefore.every((id, at) => id === orderAfter[at]) ? [] : [{ change: 'reordered' as const }]),
  ];
}

/** Returns the list with the keys of its objects in one order and without empty values, so that equal lists are equal texts. */
export function canonicalApps(apps: readonly VpnApp[]): VpnApp[] {
  return apps.map(({ id, name, disabled, opens, sendsToTv, clients, source, stores: storesBySystem }) => ({
    id,
    name,
    ...(disabled === true ? { disabled } : {}),
    ...(opens ? { opens } : {}),
    ...(sendsToTv ? { sendsToTv } : {}),
    ...(clients && clients.length > 0 ? { clients } : {}),
    ...(source ? { source } : {}),
    stores: Object.fromEntries(
      CONNECT_SYSTEMS.flatMap((system) => {
        const links = (storesBySystem[system] ?? []).map(({ kind, url }) => ({ kind, url }));
        return links.length === 0 ? [] : [[system, links]];
      }),
    ),
  }));
}

/** Returns whether two lists offer and recognize the same. */
export const isSameList = (one: readonly VpnApp[], other: readonly VpnApp[]): boolean =>
  JSON.stringify(canonicalApps(one)) === JSON.stringify(canonicalApps(other));

/** API calls for admins to change the list of VPN apps that customers are offered, and to request its links. */
import * as v from 'valibot';
import { httpsUrl, vpnApp, vpnApps } from '../vpnAppList';
import { calls } from './call';
import { instant, maybe } from './fields';

/** Maximum number of links that one call requests. */
export const LINKS_MAX = 300;

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000));

const listVersion = v.object({
  version: v.number(),
  at: instant,
  /** Username of the admin. Null for the list that was imported from `VPN_APPS`. */
  by: maybe(v.string()),
  /** `saved`, `restored` or `imported`. */
  origin: v.string(),
  /** Version that was restored, or 0 for the shipped list. */
  restored: maybe(v.number()),
  /** Changes since the version before. Null if the version before was deleted. */
  changes: maybe(v.array(v.object({ change: v.string(), app: v.optional(v.string()) }))),
});
export type VpnAppListVersion = v.InferOutput<typeof listVersion>;

const linkReport = v.object({
  url: v.string(),
  /** HTTP status of the last response, after redirects. Null if there was no response. */
  status: maybe(v.number()),
  /** Host that sent the last response. */
  host: maybe(v.string()),
  /** Time until the last response or the error, in ms. */
  ms: v.number(),
  /** Sentence that describes why the link does not work. Null if the link works. */
  problem: maybe(v.string()),
});
export type LinkReport = v.InferOutput<typeof linkReport>;

export const staffVpnAppsCalls = calls({
  readVpnApps: {
    path: 'panel/vpnApps/read',
    audience: 'staff:manageApps',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      /** Version of the current list. 0 means the shipped list. */
      version: v.number(),
      apps: v.array(vpnApp),
      /** Stored versions, newest first. */
      history: v.array(listVersion),
    }),
    summary: 'Get the list of VPN apps with its history.',
  },

  /**
   * Saves the list as a new version. Returns 409, and changes nothing, if another admin has changed the list since `version`.
   * The call is idempotent: a list that equals the current list makes no new version.
   */
  saveVpnApps: {
    path: 'panel/vpnApps/save',
    audience: 'staff:manageApps',
    kind: 'change',
    body: v.object({ version, apps: vpnApps }),
    response: v.object({ version: v.number() }),
    summary: 'Save the list of VPN apps as a new version.',
  },

  /** Saves the list of an earlier version as a new version. Returns 409 like `saveVpnApps`. */
  restoreVpnApps: {
    path: 'panel/vpnApps/restore',
    audience: 'staff:manageApps',
    kind: 'change',
    body: v.object({
      version,
      /** Version to restore, or 0 for the shipped list. */
      restored: version,
    }),
    response: v.object({ version: v.number() }),
    summary: 'Restore an earlier version of the list of VPN apps.',
  },

  checkVpnAppLinks: {
    path: 'panel/vpnApps/checkLinks',
    audience: 'staff:manageApps',
    kind: 'change',
    body: v.object({ urls: v.pipe(v.array(httpsUrl), v.minLength(1), v.maxLength(LINKS_MAX)) }),
    response: v.object({
      content: v.array(linkReport),
      /** Whether no link responded, so that the server may have no access to the internet. */
      isOffline: v.boolean(),
    }),
    summary: 'Request store links and report what responded.',
  },
});

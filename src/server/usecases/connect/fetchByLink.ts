/**
 * Serves the VPN configuration to an app that fetches a device link. The first VPN app that fetches a device link takes
 * a device slot; from then on the link serves only that device. Other programs, such as link previews, take no slot. A
 * device id sent by a VPN app identifies a device but
 * does not authenticate it. Access is protected because the device link is secret and can be bound to a device only
 * once.
 */
import { LINK_DEVICE_PREFIX } from '../../../shared/linkDevices';
import { clientName, isSameClient, VPN_CLIENTS } from '../../../shared/vpnClients';
import type { Deps } from '../../deps';
import { fallbackBaseUrl } from '../../domain/linkDomains';
import { Rejection } from '../../domain/rejection';
import type { Configuration } from '../../ports/vpnNetwork';
import { hashSecret } from '../../secrets';
import { insertAccountEvent } from '../../store/accountEvents';
import { lockAccount } from '../../store/accounts';
import { storeConnections } from '../../store/connections';
import { type DeviceRow, findDevice, findDeviceRow, renameDevice } from '../../store/devices';
import { bindLink, findLinkByHash, setLastFetch, setLinkApp, type VpnLinkRow } from '../../store/vpnLinks';
import { type LinkRejection, SYSTEM_NAMES } from '../../texts/links';
import { LIMITS } from '../../throttle/limits';
import { countTry, rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';
import { attachWithinLimit } from './attachWithinLimit';
import { UNUSED_LINK_MS } from './connectLink';
import { readBlockedDomains } from './linkDomains';
import { promisedAccess } from './promisedAccess';
import { readConfiguration } from './readyKey';
import { currentVpnApps } from './vpnAppList';

/** Request of a VPN app for its configuration. All fields of the request except `ip` are unverified. */
export interface LinkFetch {
  token: string;
  ip: string;
  userAgent: string;
  hwid: string | null;
  deviceModel: string | null;
  deviceOs: string | null;
  /** Configured link domain of the request, or null. */
  domain: string | null;
}

/** What a VPN app is sent beside its configuration or the reason of a rejection. */
export interface LinkExtras {
  /** Device link with the domain that the app should try when that of its link fails, or null if there is none. */
  fallbackUrl: string | null;
  /** Whether the access ends within three days unless the customer pays; omitted for a rejection. */
  endsSoon?: boolean;
}

export type FetchOutcome =
  | ({ kind: 'configuration'; configuration: Configuration; accessUntil: Date } & LinkExtras)
  | ({ kind: 'rejected'; reason: LinkRejection } & LinkExtras)
  /** The link is unused, and the request came from a program that is no known VPN app, for example a link preview. */
  | { kind: 'unknownClient' }
  /** No device link has this token. */
  | { kind: 'unknown' }
  /** The VPN panel is unavailable. The app must keep its configuration and retry. */
  | { kind: 'notYet' };

const HWID = /^[A-Za-z0-9=-]{10,64}$/;

/** Time in ms before the end of access from which a VPN app reminds its customer. Happ shows its reminder for three days. */
const ENDS_SOON_MS = 3 * 24 * 3_600_000;

const NAME_MAX_LENGTH = 100;
const APP_MAX_LENGTH = 40;

function printable(text: string, maxLength: number): string {
  const shown = text.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '').trim();
  // The text is cut between code points, because the database rejects half of a surrogate pair.
  return Array.from(shown).slice(0, maxLength).join('');
}

/** Returns the app's name from its User-Agent, for example «Happ» from «Happ/5.6.0/ios/273». */
function appName(userAgent: string): string {
  return printable(clientName(userAgent), APP_MAX_LENGTH);
}

/**
 * Returns whether a request comes from a VPN app: it sends a device id, or the name of a known client. The names of disabled
 * apps count as well, because their users can still add a device link.
 */
async function isVpnApp(deps: Deps, fetch: LinkFetch): Promise<boolean> {
  if (parseHwid(fetch) !== null) return true;
  const name = clientName(fetch.userAgent);
  const listed = (await currentVpnApps(deps)).flatMap(({ clients = [] }) => clients);
  return [...listed, ...VPN_CLIENTS].some((known) => isSameClient(known, name));
}

function parseHwid({ hwid }: LinkFetch): string | null {
  return hwid !== null && HWID.test(hwid) && !hwid.startsWith(LINK_DEVICE_PREFIX) ? hwid : null;
}

const PLATFORM_OF_OS: Readonly<Record<string, string>> = {
  android: 'android',
  ios: 'ios',
  windows: 'desktop',
  macos: 'desktop',
  linux: 'desktop',
};
const PLATFORM_OF_SYSTEM: Readonly<Record<string, string>> = { ...PLATFORM_OF_OS, tv: 'other' };

function describeDevice(fetch: LinkFetch, link: VpnLinkRow): { deviceName: string; platform: string } {
  const system = Object.entries(SYSTEM_NAMES).find(([name]) => name === link.system)?.[1] ?? '';
  const names = [printable(fetch.deviceModel ?? '', NAME_MAX_LENGTH), appName(fetch.userAgent), system];
  return {
    deviceName: names.find((name) => name !== '') ?? '',
    platform:
      PLATFORM_OF_OS[(fetch.deviceOs ?? '').trim().toLowerCase()] ??
      PLATFORM_OF_SYSTEM[link.system] ??
      'other',
  };
}

/**
 * Returns why a VPN app may not use a device link that is bound to this device, or null if the app may use the link. A
 * device that was bound by its device id must send the same id in each request. A device that was bound without an id must
 * send the name of the app that bound the link. The customer can turn the device id of some VPN apps on or off.
 */
function mismatch(device: DeviceRow, link: VpnLinkRow, fetch: LinkFetch): LinkRejection | null {
  if (device.deviceId.startsWith(LINK_DEVICE_PREFIX)) {
    return link.app === null || isSameClient(clientName(link.app), appName(fetch.userAgent))
      ? null
      : 'otherDevice';
  }
  const hwid = parseHwid(fetch);
  if (hwid === null) return 'noDeviceId';
  return hwid === device.deviceId ? null : 'otherDevice';
}

/** Attaches the first device that fetches an unused device link, and binds the link to this device. */
async function bind(
  deps: Deps,
  link: VpnLinkRow,
  fetch: LinkFetch,
): Promise<{ link: VpnLinkRow } | { reason: LinkRejection }> {
  const { clock, db } = deps;
  return db.transaction(async (tx) => {
    await lockAccount(tx, link.accountId);
    const current = await findLinkByHash(tx, link.tokenHash);
    if (current === null || current.revokedAt !== null) return { reason: 'detached' };
    if (current.deviceId !== null) return { link: current };
    const outcome = await attachWithinLimit(tx, clock, {
      accountId: link.accountId,
      deviceId: parseHwid(fetch) ?? `${LINK_DEVICE_PREFIX}${link.id}`,
      ...describeDevice(fetch, link),
    });
    if (outcome.kind !== 'attached') return { reason: 'noSlot' };
    const { domain } = fetch;
    const bound = { deviceId: outcome.device.id, app: appName(fetch.userAgent), at: clock.now(), domain };
    await bindLink(tx, link.id, bound);
    const { deviceId, app, at } = bound;
    return { link: { ...current, deviceId, app, boundAt: at, domain: domain ?? current.domain } };
  });
}

/**
 * Gives a device that was bound without an id the id that its app sends later. Changes nothing if the account has another
 * device with this id.
 */
async function bindDeviceId({ db }: Deps, device: DeviceRow, hwid: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, device.accountId);
    if ((await findDevice(tx, device.accountId, hwid)) === null) await renameDevice(tx, device, hwid);
  });
}

/**
 * Records that a device received no configuration. The rejection of a known device is recorded in the connection log,
 * and the rejection of any other device in the timeline.
 */
async function recordRejection(
  deps: Deps,
  link: VpnLinkRow,
  fetch: LinkFetch,
  { reason, device }: { reason: LinkRejection; device: DeviceRow | null },
): Promise<void> {
  const { clock, db } = deps;
  const at = clock.now();
  const verdict = await countTry(
    db,
    ['linkRejectionEntries', String(link.id), reason],
    LIMITS.linkRejectionEntries,
    at,
  );
  if (!verdict.allowed) return;
  if (device !== null && (reason === 'accessEnded' || reason === 'detached')) {
    const { deviceId, deviceName, platform } = device;
    const { accountId } = link;
    await db.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const attempt = { connectedAt: at, success: false };
      await storeConnections(tx, { accountId, deviceId, deviceName, platform }, [attempt]);
    });
    return;
  }
  const app = reason === 'unknownClient' ? { app: appName(fetch.userAgent) } : {};
  const details = { action: 'rejected' as const, reason, ...app, ...describeDevice(fetch, link) };
  await insertAccountEvent(db, { accountId: link.accountId }, { at, kind: 'device', details });
}

/** Interval in ms at which the time of a device's last fetch is stored. */
const FETCH_NOTED_EVERY_MS = 3_600_000;

/**
 * Records when and through which domain a device last fetched its link. The first domain of a link that was made by an
 * older version is the domain in the link, because no fallback was ever sent for it.
 */
async function noteFetch({ clock, db }: Deps, link: VpnLinkRow, through: string | null): Promise<void> {
  const at = clock.now();
  const { lastFetchAt, lastFetchDomain } = link;
  const isNoted =
    lastFetchAt !== null &&
    lastFetchDomain === through &&
    Math.abs(at.getTime() - lastFetchAt.getTime()) < FETCH_NOTED_EVERY_MS;
  if (!isNoted)
    await setLastFetch(db, link.id, { at, through, domain: link.domain === null ? through : null });
}

/** Returns the device link with the domain that the app should try when the domain of its link fails. */
async function fallbackUrl(
  { db, settings }: Deps,
  link: VpnLinkRow,
  { token, domain }: LinkFetch,
): Promise<string | null> {
  const blocked = await readBlockedDomains(db, settings);
  const baseUrl = fallbackBaseUrl(settings.vpnLinkBaseUrls, blocked, { own: link.domain, used: domain });
  return baseUrl === null ? null : `${baseUrl}/s/${token}`;
}

async function reject(
  deps: Deps,
  link: VpnLinkRow,
  fetch: LinkFetch,
  reason: LinkRejection,
): Promise<FetchOutcome> {
  const device = link.deviceId === null ? null : await findDeviceRow(deps.db, link.deviceId);
  await recordRejection(deps, link, fetch, { reason, device });
  // An app may forget its fallback if a response has none.
  return { kind: 'rejected', reason, fallbackUrl: await fallbackUrl(deps, link, fetch) };
}

/**
 * Returns the VPN configuration for a device link, or the reason for rejecting the request. Throws TOO_MANY_REQUESTS if
 * the rate limit is exceeded, and NOT_FOUND if no VPN panel is configured.
 */
export async function fetchByLink(deps: Deps, fetch: LinkFetch): Promise<FetchOutcome> {
  const { clock, db } = deps;
  if (deps.vpnNetwork === null) throw new Rejection('NOT_FOUND', 'No VPN network is configured.');
  const now = clock.now();
  const tokenHash = hashSecret('vpnLink', fetch.token);
  const found = tokenHash === null ? null : await findLinkByHash(db, tokenHash);
  if (found === null) {
    await rejectTooManyTries(db, ['unknownLinks', toNetwork(fetch.ip)], LIMITS.unknownLinks, now);
    return { kind: 'unknown' };
  }
  await rejectTooManyTries(db, ['linkFetches', String(found.id)], LIMITS.linkFetches, now);
  if (found.deviceId === null && !(await isVpnApp(deps, fetch))) {
    await recordRejection(deps, found, fetch, { reason: 'unknownClient', device: null });
    return { kind: 'unknownClient' };
  }
  if (found.revokedAt !== null) return reject(deps, found, fetch, 'detached');
  if (found.deviceId !== null) await noteFetch(deps, found, fetch.domain);
  const access = await promisedAccess(db, found.accountId, now);
  if (access === null) return reject(deps, found, fetch, 'accessEnded');

  let link = found;
  if (link.deviceId === null) {
    if (now.getTime() - link.createdAt.getTime() > UNUSED_LINK_MS) return reject(deps, link, fetch, 'stale');
    const binding = await bind(deps, link, fetch);
    if ('reason' in binding) return reject(deps, link, fetch, binding.reason);
    link = binding.link;
  }
  const device = link.deviceId === null ? null : await findDeviceRow(db, link.deviceId);
  if (device === null || device.detachedAt !== null) return reject(deps, link, fetch, 'detached');
  const reason = mismatch(device, link, fetch);
  if (reason !== null) return reject(deps, link, fetch, reason);
  const hwid = parseHwid(fetch);
  if (hwid !== null && hwid !== device.deviceId) await bindDeviceId(deps, device, hwid);

  const app = appName(fetch.userAgent);
  if (app !== '' && app !== link.app) await setLinkApp(db, link.id, app);
  const { userAgent, ip } = fetch;
  const outcome = await readConfiguration(deps, device.id, { userAgent, ip });
  switch (outcome.kind) {
    case 'configuration':
      return {
        ...outcome,
        accessUntil: access.until,
        fallbackUrl: await fallbackUrl(deps, link, fetch),
        endsSoon: !access.renews && access.until.getTime() - now.getTime() <= ENDS_SOON_MS,
      };
    case 'blocked':
      return reject(deps, link, fetch, 'blocked');
    case 'notReady':
      return { kind: 'notYet' };
  }
}

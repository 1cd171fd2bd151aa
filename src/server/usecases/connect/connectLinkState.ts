/**
 * Reads the state of a device link for the page that shows the link. The page polls the state, so reading the state
 * changes nothing.
 */
import type { ConnectLinkState } from '../../../shared/connectLinkStates';
import type { Deps } from '../../deps';
import { availableSlots } from '../../domain/deviceSlots';
import { openBaseUrls } from '../../domain/linkDomains';
import { Rejection } from '../../domain/rejection';
import { hashSecret } from '../../secrets';
import { countAttachedDevices, findDeviceRow } from '../../store/devices';
import { findKey } from '../../store/vpnKeys';
import { findLinkByHash } from '../../store/vpnLinks';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';
import { UNUSED_LINK_MS } from './connectLink';
import { readBlockedDomains } from './linkDomains';
import { promisedUntil } from './promisedAccess';
import { findConfigurationRef } from './readyKey';

export interface ConnectLinkNews {
  state: ConnectLinkState;
  deviceName: string | null;
  /** True if the VPN panel rejects the device's VPN credential, so that only the operator can help; otherwise omitted. */
  isRejected?: true;
  /** Base URL for new device links if an admin has marked a link domain as blocked; otherwise omitted. */
  baseUrl?: string;
}

/**
 * Returns the state of a device link. Throws TOO_MANY_REQUESTS if the rate limit is exceeded, and PROVIDER_UNAVAILABLE
 * if no VPN panel is configured.
 */
export async function readConnectLinkState(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<ConnectLinkNews> {
  const { clock, db } = deps;
  if (deps.vpnNetwork === null) throw new Rejection('PROVIDER_UNAVAILABLE', 'No VPN network is configured.');
  const now = clock.now();
  const tokenHash = hashSecret('vpnLink', token);
  const link = tokenHash === null ? null : await findLinkByHash(db, tokenHash);
  if (link === null) {
    await rejectTooManyTries(db, ['unknownLinks', toNetwork(ip)], LIMITS.unknownLinks, now);
    return { state: 'unknown', deviceName: null };
  }
  await rejectTooManyTries(db, ['linkStateReads', String(link.id)], LIMITS.linkStateReads, now);
  const device = link.deviceId === null ? null : await findDeviceRow(db, link.deviceId);
  const deviceName = device?.deviceName ?? null;
  const isDetached = device !== null && device.detachedAt !== null;
  if (link.revokedAt !== null || isDetached) return { state: 'detached', deviceName };
  if ((await promisedUntil(db, link.accountId, now)) === null) return { state: 'accessEnded', deviceName };
  if (device === null) {
    const isStale = now.getTime() - link.createdAt.getTime() > UNUSED_LINK_MS;
    if (isStale) return { state: 'stale', deviceName };
    const isFull = availableSlots(await countAttachedDevices(db, link.accountId)) === 0;
    return { state: isFull ? 'full' : 'unused', deviceName, ...(await openBaseUrl(deps)) };
  }
  const key = await findKey(db, device.id);
  if (findConfigurationRef(key, now) !== null) return { state: 'connected', deviceName };
  const isRejected = key !== null && key.failedAt !== null;
  return {
    state: 'preparing',
    deviceName,
    ...(isRejected ? { isRejected } : {}),
    ...(await openBaseUrl(deps)),
  };
}

async function openBaseUrl({ db, settings }: Deps): Promise<{ baseUrl?: string }> {
  const blocked = await readBlockedDomains(db, settings);
  const [baseUrl] = blocked.size === 0 ? [] : openBaseUrls(settings.vpnLinkBaseUrls, blocked);
  return baseUrl === undefined ? {} : { baseUrl };
}

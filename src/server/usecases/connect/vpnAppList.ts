/** Reads the list of VPN apps that customers are offered, and imports it from the environment. */
import { DEFAULT_VPN_APPS } from '../../../shared/defaultVpnApps';
import { offeredApps, type VpnApp } from '../../../shared/vpnAppList';
import type { OfferedVpnApp } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import { findCurrentList, insertList } from '../../store/vpnAppLists';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';

/** Time in ms for which a process keeps the list in memory. Every instance has a change after this time. */
export const LIST_CACHED_MS = 30_000;

/** Returns the current list of VPN apps. The list is at most `LIST_CACHED_MS` old. */
export async function currentVpnApps({
  db,
  clock,
  memory,
}: Pick<Deps, 'db' | 'clock' | 'memory'>): Promise<readonly VpnApp[]> {
  const now = clock.now().getTime();
  const cached = memory.vpnApps;
  if (cached !== null && now >= cached.readAt && now - cached.readAt < LIST_CACHED_MS) return cached.apps;
  const apps = (await findCurrentList(db))?.apps ?? DEFAULT_VPN_APPS;
  memory.vpnApps = { apps, readAt: now };
  return apps;
}

/** Returns the VPN apps that customers are offered. Throws TOO_MANY_REQUESTS if the rate limit is exceeded. */
export async function listOfferedApps(deps: Deps, ip: string): Promise<OfferedVpnApp[]> {
  await rejectTooManyTries(deps.db, ['vpnAppReads', toNetwork(ip)], LIMITS.vpnAppReads, deps.clock.now());
  return offeredApps(await currentVpnApps(deps));
}

/** Result of an import: the list was imported, or the database already contained a list. */
export type ImportOutcome = 'imported' | 'ignored';

/** Stores the list of `VPN_APPS` as the first version, unless the database contains a list. */
export async function importVpnApps(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  apps: readonly VpnApp[],
): Promise<ImportOutcome> {
  if ((await findCurrentList(db)) !== null) return 'ignored';
  const isFirst = await insertList(db, { version: 1, apps, origin: 'imported', createdAt: clock.now() });
  return isFirst ? 'imported' : 'ignored';
}

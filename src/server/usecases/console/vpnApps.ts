/** Use cases by which admins change the list of VPN apps that customers are offered, and request its links. */
import { DEFAULT_VPN_APPS } from '../../../shared/defaultVpnApps';
import {
  canonicalApps,
  changesBetween,
  isSameList,
  systemsWithoutApp,
  type VpnApp,
  type VpnAppChange,
} from '../../../shared/vpnAppList';
import { CONNECT_SYSTEMS } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { LinkResult } from '../../ports/linkChecker';
import type { Database } from '../../store/database';
import {
  findCurrentList,
  findList,
  insertList,
  listLists,
  type VpnAppListRow,
} from '../../store/vpnAppLists';
import { LIMITS } from '../../throttle/limits';
import { countTry, forgetTries, rejectTooManyTries } from '../../throttle/throttle';
import { changeAsStaff } from '../audit/staffChange';

/** Number of versions that the history shows. */
const SHOWN = 30;

/** Time in ms after which a run that requests links ends, which is below the usual timeout of a reverse proxy. */
const RUN_MS = 45_000;

/** Number of links that are requested at the same time. */
const LINKS_AT_ONCE = 8;

/** Version of the list with its changes, or null instead of the changes if the version before was deleted. */
export interface ListVersion extends Omit<VpnAppListRow, 'apps'> {
  changes: VpnAppChange[] | null;
}

const shipped = { version: 0, apps: DEFAULT_VPN_APPS };

/** Returns the current list and its history, newest version first. */
export async function readVpnAppList({
  db,
}: Pick<Deps, 'db'>): Promise<{ version: number; apps: readonly VpnApp[]; history: ListVersion[] }> {
  const lists = await listLists(db, SHOWN + 1);
  const { version, apps } = lists[0] ?? shipped;
  return {
    version,
    apps,
    history: lists.slice(0, SHOWN).map(({ apps: after, ...list }, at) => {
      const before = list.version === 1 ? DEFAULT_VPN_APPS : lists[at + 1]?.apps;
      return { ...list, changes: before === undefined ? null : changesBetween(before, after) };
    }),
  };
}

/**
 * Saves a list as a new version and writes an audit entry. Returns the new version, or the current version if the list
 * equals the current list. Throws CONFLICT if the current version is not `version`, and INVALID_REQUEST if customers would
 * be offered nothing.
 */
export function saveVpnApps(
  deps: Deps,
  staff: SignedInStaff,
  { version, apps }: { version: number; apps: readonly VpnApp[] },
): Promise<number> {
  return change(deps, staff, version, () => Promise.resolve({ apps, origin: 'saved' }));
}

/**
 * Restores the list of an earlier version, or the shipped list for the version 0, as a new version. Throws CONFLICT like
 * `saveVpnApps`, and NOT_FOUND if the earlier version was deleted.
 */
export function restoreVpnApps(
  deps: Deps,
  staff: SignedInStaff,
  { version, restored }: { version: number; restored: number },
): Promise<number> {
  return change(deps, staff, version, async (tx) => {
    const apps = restored === 0 ? DEFAULT_VPN_APPS : await findList(tx, restored);
    if (apps === null) throw new Rejection('NOT_FOUND', 'This version was deleted.');
    return { apps, origin: 'restored', restoredVersion: restored };
  });
}

type NewList = { apps: readonly VpnApp[]; origin: 'saved' | 'restored'; restoredVersion?: number };

async function change(
  deps: Deps,
  staff: SignedInStaff,
  version: number,
  buildList: (tx: Database) => Promise<NewList>,
): Promise<number> {
  const saved = await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      const list = await buildList(tx);
      const apps = canonicalApps(list.apps);
      if (systemsWithoutApp(apps).length === CONNECT_SYSTEMS.length)
        throw new Rejection('INVALID_REQUEST', 'Enable at least one app that has a store link.', ['apps']);
      const current = (await findCurrentList(tx)) ?? shipped;
      if (isSameList(current.apps, apps)) return current.version;
      const next = current.version + 1;
      const row = { ...list, apps, version: next, createdAt: at, createdBy: staff.staffId };
      if (current.version !== version || !(await insertList(tx, row)))
        throw new Rejection('CONFLICT', 'Another admin has changed the list.', ['version']);
      await audit({
        action: 'saveVpnApps',
        details: {
          version: next,
          changes: changesBetween(current.apps, apps).map(inWords).join(', '),
          ...(list.restoredVersion === undefined ? {} : { restored: list.restoredVersion }),
        },
      });
      return next;
    },
    (because) => ({ action: 'saveVpnAppsRejected', details: { because } }),
  );
  deps.memory.vpnApps = null;
  return saved;
}

const inWords = ({ change: kind, app }: VpnAppChange): string =>
  app === undefined ? kind : `${kind} ${app}`;

/** Report about one requested link. */
export interface LinkReport extends Omit<LinkResult, 'isUnreachable'> {
  url: string;
}

/**
 * Requests links, at most eight at the same time, and reports what responded. Ends after 45 s at the latest. `isOffline` is
 * true if no link responded.
 */
export async function requestLinks(
  { linkChecker }: Pick<Deps, 'linkChecker'>,
  urls: readonly string[],
): Promise<{ reports: LinkReport[]; isOffline: boolean }> {
  const signal = AbortSignal.timeout(RUN_MS);
  const links = [...new Set(urls)];
  const results: LinkResult[] = [];
  // Each worker takes the next link from the same iterator.
  const waiting = links.entries();
  const work = async (): Promise<void> => {
    for (const [at, url] of waiting) results[at] = await linkChecker.request(url, signal);
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
  return {
    reports: results.map(({ status, host, ms, problem }, at) => ({
      url: links[at] ?? '',
      status,
      host,
      ms,
      problem,
    })),
    isOffline: results.length > 0 && results.every(({ isUnreachable }) => isUnreachable),
  };
}

/**
 * Requests links for an admin and writes an audit entry. Throws TOO_MANY_REQUESTS if the rate limit of the admin is exceeded,
 * and CONFLICT if another run is not finished.
 */
export async function checkVpnAppLinks(
  deps: Deps,
  staff: SignedInStaff,
  urls: readonly string[],
): Promise<{ reports: LinkReport[]; isOffline: boolean }> {
  const { db, clock } = deps;
  await rejectTooManyTries(db, ['linkChecks', String(staff.staffId)], LIMITS.linkChecks, clock.now());
  const running = ['linkChecksAtOnce'] as const;
  const { allowed } = await countTry(db, running, LIMITS.linkChecksAtOnce, clock.now());
  if (!allowed)
    throw new Rejection('CONFLICT', 'The links are being requested already. Try again in a minute.');
  try {
    const outcome = await requestLinks(deps, urls);
    const failedLinks = outcome.reports.filter(({ problem }) => problem !== null).length;
    await changeAsStaff(deps, staff, ({ audit }) =>
      audit({ action: 'checkVpnAppLinks', details: { links: outcome.reports.length, failedLinks } }),
    );
    return outcome;
  } finally {
    await forgetTries(db, running);
  }
}

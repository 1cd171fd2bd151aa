/** Reads the domains of device links with their fetches, and marks a domain as blocked. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { openBaseUrls, OTHER_DOMAIN, parseLinkDomain } from '../../domain/linkDomains';
import { Rejection } from '../../domain/rejection';
import {
  deleteBlockedLinkDomain,
  type DomainFetches,
  type DomainLinks,
  type FetchCounts,
  insertBlockedLinkDomain,
  listBlockedLinkDomains,
  lockLinkDomains,
  readLinkFetches,
  readLinksByDomain,
} from '../../store/linkDomains';
import { changeAsStaff } from '../audit/staffChange';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of days before the last 24 hours that show what is usual. */
const USUAL_DAYS = 7;

const NO_FETCHES: FetchCounts = { served: 0, rejected: 0, failed: 0 };
const NO_LINKS: Omit<DomainLinks, 'domain'> = {
  ...{ devices: 0, missing: 0, onOtherDomain: 0 },
  ...{ shown: 0, unfetched: 0, shownBefore: 0, unfetchedBefore: 0 },
};

/** Fetches of the last 24 hours, and the daily average before; null if the domain had no fetch one day earlier. */
interface ComparedFetches {
  recent: FetchCounts;
  usual: FetchCounts | null;
}

export interface LinkDomainView
  extends ComparedFetches, Omit<DomainLinks, 'shownBefore' | 'unfetchedBefore'> {
  isConfigured: boolean;
  isPreferred: boolean;
  blockedAt: Date | null;
  usualUnfetched: number | null;
}

function compared(fetches: DomainFetches | undefined, since: Date): ComparedFetches {
  if (fetches === undefined) return { recent: NO_FETCHES, usual: null };
  const { recent, before, firstHour } = fetches;
  const days = Math.min(USUAL_DAYS, (since.getTime() - firstHour.getTime()) / DAY_MS);
  if (days < 1) return { recent, usual: null };
  const average = (count: number): number => Math.round(count / days);
  return {
    recent,
    usual: {
      served: average(before.served),
      rejected: average(before.rejected),
      failed: average(before.failed),
    },
  };
}

/** Returns the configured domains, and former domains that devices still have in their links. */
export async function readLinkDomains({
  db,
  clock,
  settings: { vpnLinkBaseUrls },
  vpnNetwork,
}: Deps): Promise<{ content: LinkDomainView[]; other: ComparedFetches }> {
  const now = clock.now();
  // Fetches are counted by hour, so the last 24 hours begin at the start of an hour.
  const since = new Date(Math.floor((now.getTime() - DAY_MS) / HOUR_MS) * HOUR_MS);
  const from = new Date(since.getTime() - USUAL_DAYS * DAY_MS);
  const fetches = new Map((await readLinkFetches(db, { from, since })).map((row) => [row.domain, row]));
  const links = new Map(
    (await readLinksByDomain(db, { from, since, now, firstFetchMs: HOUR_MS })).map((row) => [
      row.domain,
      row,
    ]),
  );
  const marks = new Map((await listBlockedLinkDomains(db)).map((row) => [row.domain, row.blockedAt]));
  const configured = vpnNetwork === null ? [] : vpnLinkBaseUrls.map(parseLinkDomain);
  const [preferred] = openBaseUrls(vpnLinkBaseUrls, new Set(marks.keys())).map(parseLinkDomain);
  const former = [...links.values()].flatMap(({ domain, devices }) =>
    devices > 0 && !configured.includes(domain) ? [domain] : [],
  );
  return {
    content: [...configured, ...former].map((domain) => {
      const { shownBefore, unfetchedBefore, ...numbers } = links.get(domain) ?? NO_LINKS;
      return {
        ...numbers,
        ...compared(fetches.get(domain), since),
        domain,
        isConfigured: configured.includes(domain),
        isPreferred: domain === preferred && configured.includes(domain),
        blockedAt: marks.get(domain) ?? null,
        usualUnfetched: shownBefore === 0 ? null : unfetchedBefore / shownBefore,
      };
    }),
    other: compared(fetches.get(OTHER_DOMAIN), since),
  };
}

/**
 * Marks a link domain as blocked, or removes the mark. Changes nothing if the domain already has the wanted state.
 * Throws NOT_FOUND if the domain is not configured, and CONFLICT if no other domain would remain.
 */
export async function markLinkDomain(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  origin: StaffOrigin,
  { domain, isBlocked }: { domain: string; isBlocked: boolean },
): Promise<void> {
  const configured = deps.settings.vpnLinkBaseUrls.map(parseLinkDomain);
  await changeAsStaff(deps, origin, async ({ tx, at, audit }) => {
    // Two admins could otherwise mark the last two domains at the same time.
    await lockLinkDomains(tx);
    const marked = new Set((await listBlockedLinkDomains(tx)).map((row) => row.domain));
    if (isBlocked) {
      if (!configured.includes(domain))
        throw new Rejection('NOT_FOUND', 'The server is not configured with this domain.', ['domain']);
      if (configured.every((each) => each === domain || marked.has(each)))
        throw new Rejection('CONFLICT', 'At least one domain must remain unblocked.', ['domain']);
    }
    const isChanged = isBlocked
      ? await insertBlockedLinkDomain(tx, { domain, blockedAt: at })
      : await deleteBlockedLinkDomain(tx, domain);
    if (isChanged)
      await audit({ action: isBlocked ? 'blockLinkDomain' : 'unblockLinkDomain', details: { domain } });
  });
}

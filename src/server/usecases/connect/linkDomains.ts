/**
 * Reads which link domains are open, and counts the fetches of device links through each domain. Each process counts in
 * memory, and a job adds its numbers to the database, so that a fetch does not wait for the row that all fetches change.
 */
import type { Deps, Settings } from '../../deps';
import { openBaseUrls, OTHER_DOMAIN, parseLinkDomain } from '../../domain/linkDomains';
import type { LinkFetchOutcome } from '../../ports/metrics';
import type { Database } from '../../store/database';
import { addLinkFetches, listBlockedLinkDomains } from '../../store/linkDomains';

const HOUR_MS = 3_600_000;

/** Returns the configured link domain with this host name, or null. */
export const knownLinkDomain = ({ vpnLinkBaseUrls }: Settings, hostname: string): string | null =>
  vpnLinkBaseUrls.map(parseLinkDomain).find((domain) => domain === hostname.toLowerCase()) ?? null;

/** Returns the link domains that an admin marked as blocked. Needs no query if only one domain is configured. */
export async function readBlockedDomains(
  db: Database,
  { vpnLinkBaseUrls }: Settings,
): Promise<ReadonlySet<string>> {
  if (vpnLinkBaseUrls.length < 2) return new Set();
  return new Set((await listBlockedLinkDomains(db)).map(({ domain }) => domain));
}

/** Returns the base URLs for new device links in the configured order, without those whose domain is blocked. */
export async function readOpenBaseUrls(db: Database, settings: Settings): Promise<readonly string[]> {
  return openBaseUrls(settings.vpnLinkBaseUrls, await readBlockedDomains(db, settings));
}

/** Counts a fetch of a valid device link by its result. `domain` is null if it is not configured. */
export function countLinkFetch(deps: Deps, domain: string | null, outcome: LinkFetchOutcome): void {
  const { linkFetches } = deps.memory;
  const name = domain ?? OTHER_DOMAIN;
  deps.metrics.linkFetched(name, outcome);
  const hour = Math.floor(deps.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const key = `${hour} ${name}`;
  const counts = linkFetches.get(key) ?? {
    domain: name,
    hour: new Date(hour),
    served: 0,
    rejected: 0,
    failed: 0,
  };
  counts[outcome] += 1;
  linkFetches.set(key, counts);
}

/** Adds the numbers that this process counted to the database. Keeps numbers that could not be stored. */
export async function storeLinkFetches({ db, memory: { linkFetches } }: Deps): Promise<void> {
  for (const [key, counts] of linkFetches) {
    // The entry is removed first, because requests count while the statement runs.
    linkFetches.delete(key);
    try {
      await addLinkFetches(db, counts);
    } catch (error) {
      const counted = linkFetches.get(key);
      for (const outcome of ['served', 'rejected', 'failed'] as const)
        counts[outcome] += counted?.[outcome] ?? 0;
      linkFetches.set(key, counts);
      throw error;
    }
  }
}

/** Queries of the link domains: the marks of blocked domains, and the fetches of device links through each domain. */
import { eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Database } from './database';
import { blockedLinkDomains, linkFetches } from './schema/linkDomains';
import { vpnLinks } from './schema/vpn';

export type BlockedLinkDomain = typeof blockedLinkDomains.$inferSelect;

export async function listBlockedLinkDomains(db: Database): Promise<BlockedLinkDomain[]> {
  return db.select().from(blockedLinkDomains);
}

/** Marks a link domain as blocked. Returns false, and changes nothing, if the domain is already marked. */
export async function insertBlockedLinkDomain(tx: Database, row: BlockedLinkDomain): Promise<boolean> {
  return (await tx.insert(blockedLinkDomains).values(row).onConflictDoNothing().returning()).length > 0;
}

/** Removes the mark of a link domain. Returns false, and changes nothing, if the domain is not marked. */
export async function deleteBlockedLinkDomain(tx: Database, domain: string): Promise<boolean> {
  const rows = await tx.delete(blockedLinkDomains).where(eq(blockedLinkDomains.domain, domain)).returning();
  return rows.length > 0;
}

/** Prevents that another transaction marks a link domain until this transaction ends. */
export async function lockLinkDomains(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${blockedLinkDomains} in share row exclusive mode`);
}

/** Numbers of fetches by result. */
export type FetchCounts = Record<'served' | 'rejected' | 'failed', number>;

export type FetchesOfHour = FetchCounts & { domain: string; hour: Date };

/** Adds numbers of fetches to the row of a link domain and an hour. */
export async function addLinkFetches(db: Database, row: FetchesOfHour): Promise<void> {
  await db
    .insert(linkFetches)
    .values(row)
    .onConflictDoUpdate({
      target: [linkFetches.domain, linkFetches.hour],
      set: {
        served: sql`${linkFetches.served} + excluded.served`,
        rejected: sql`${linkFetches.rejected} + excluded.rejected`,
        failed: sql`${linkFetches.failed} + excluded.failed`,
      },
    });
}

/** Fetches of a domain from `from` on: those since `since`, those before it, and the first hour with a fetch. */
export interface DomainFetches {
  domain: string;
  recent: FetchCounts;
  before: FetchCounts;
  firstHour: Date;
}

/** Returns the fetches of every domain with a fetch since `from`, divided at `since`. */
export async function readLinkFetches(
  db: Database,
  { from, since }: { from: Date; since: Date },
): Promise<DomainFetches[]> {
  const sum = (column: 'served' | 'rejected' | 'failed', isRecent: boolean) =>
    sql`coalesce(sum(${linkFetches[column]}) filter (where (${linkFetches.hour} >= ${since.toISOString()}::timestamptz) = ${isRecent}), 0)`.mapWith(
      Number,
    );
  const rows = await db
    .select({
      domain: linkFetches.domain,
      served: sum('served', true),
      rejected: sum('rejected', true),
      failed: sum('failed', true),
      servedBefore: sum('served', false),
      rejectedBefore: sum('rejected', false),
      failedBefore: sum('failed', false),
      firstHour: sql`min(${linkFetches.hour})`.mapWith(linkFetches.hour),
    })
    .from(linkFetches)
    .where(gte(linkFetches.hour, from))
    .groupBy(linkFetches.domain);
  return rows.map(({ domain, served, rejected, failed, firstHour, ...before }) => ({
    domain,
    firstHour,
    recent: { served, rejected, failed },
    before: {
      served: before.servedBefore,
      rejected: before.rejectedBefore,
      failed: before.failedBefore,
    },
  }));
}

/** Devices and unused device links with a domain. */
export interface DomainLinks {
  domain: string;
  /** Number of devices whose link has the domain and that fetched it in the period. */
  devices: number;
  /** Number of these devices that fetched nothing since `since`. */
  missing: number;
  /** Number of these devices whose last fetch since `since` went through another domain. */
  onOtherDomain: number;
  /** Number of links that were shown since `since`, and at least `firstFetchMs` ago. */
  shown: number;
  /** Number of these links that no app fetched within `firstFetchMs`. */
  unfetched: number;
  /** The same numbers of links for the period before `since`. */
  shownBefore: number;
  unfetchedBefore: number;
}

/** Limits of the periods that `readLinksByDomain` compares. */
export interface LinkPeriods {
  from: Date;
  since: Date;
  now: Date;
  /** Time in ms within which an app usually fetches a link that was shown. */
  firstFetchMs: number;
}

/** Counts the devices and unused links of every domain. */
export async function readLinksByDomain(
  db: Database,
  { from, since, now, firstFetchMs }: LinkPeriods,
): Promise<DomainLinks[]> {
  const time = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const count = (condition: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${condition})`.mapWith(Number);
  const fetched = sql`${vpnLinks.deviceId} is not null and ${vpnLinks.revokedAt} is null and ${vpnLinks.lastFetchAt} >= ${time(from)}`;
  const shown = sql`${vpnLinks.shownAt} >= ${time(since)} and ${vpnLinks.shownAt} < ${time(new Date(now.getTime() - firstFetchMs))}`;
  const shownBefore = sql`${vpnLinks.shownAt} >= ${time(from)} and ${vpnLinks.shownAt} < ${time(since)}`;
  const unfetched = sql`(${vpnLinks.boundAt} is null or ${vpnLinks.boundAt} > ${vpnLinks.shownAt} + ${firstFetchMs} * interval '1 millisecond')`;
  const rows = await db
    .select({
      domain: vpnLinks.domain,
      devices: count(fetched),
      missing: count(sql`${fetched} and ${vpnLinks.lastFetchAt} < ${time(since)}`),
      onOtherDomain: count(
        sql`${fetched} and ${vpnLinks.lastFetchAt} >= ${time(since)} and ${vpnLinks.lastFetchDomain} is distinct from ${vpnLinks.domain}`,
      ),
      shown: count(shown),
      unfetched: count(sql`${shown} and ${unfetched}`),
      shownBefore: count(shownBefore),
      unfetchedBefore: count(sql`${shownBefore} and ${unfetched}`),
    })
    .from(vpnLinks)
    .where(isNotNull(vpnLinks.domain))
    .groupBy(vpnLinks.domain);
  return rows.flatMap(({ domain, ...row }) => (domain === null ? [] : [{ domain, ...row }]));
}

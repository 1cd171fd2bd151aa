/** Queries of the card providers that are marked as gone, and of the subscriptions that renew there. */
import { and, asc, count, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from './database';
import { goneProviders } from './schema/goneProviders';
import { subscriptions } from './schema/subscriptions';

export type GoneMark = typeof goneProviders.$inferSelect;

/** Marks a card provider as gone. Returns null, and changes nothing, if the card provider is already marked. */
export async function insertGoneMark(
  tx: Database,
  mark: { provider: string; markedAt: Date; graceUntil: Date },
): Promise<GoneMark | null> {
  const [row] = await tx.insert(goneProviders).values(mark).onConflictDoNothing().returning();
  return row ?? null;
}

/** Takes the mark of a card provider back. Returns null, and changes nothing, if the card provider is not marked. */
export async function endGoneMark(tx: Database, provider: string, at: Date): Promise<GoneMark | null> {
  const [row] = await tx
    .update(goneProviders)
    .set({ backAt: at })
    .where(and(eq(goneProviders.provider, provider), isNull(goneProviders.backAt)))
    .returning();
  return row ?? null;
}

/** Returns the marks that were not taken back, oldest first. */
export async function listGoneMarks(db: Database): Promise<GoneMark[]> {
  return db.select().from(goneProviders).where(isNull(goneProviders.backAt)).orderBy(asc(goneProviders.id));
}

/** Returns whether a card provider is marked as gone. */
export async function isGone(db: Database, provider: string): Promise<boolean> {
  const rows = await db
    .select({ id: goneProviders.id })
    .from(goneProviders)
    .where(and(eq(goneProviders.provider, provider), isNull(goneProviders.backAt)));
  return rows.length > 0;
}

/** Returns the marks that subscriptions still have to follow: open marks, and marks that were taken back recently. */
export async function listUnfinishedMarks(db: Database): Promise<GoneMark[]> {
  return db
    .select()
    .from(goneProviders)
    .where(isNull(goneProviders.finishedAt))
    .orderBy(asc(goneProviders.id));
}

/** Records that all subscriptions followed the end of a mark. */
export async function finishGoneMark(db: Database, id: number, at: Date): Promise<void> {
  await db.update(goneProviders).set({ finishedAt: at }).where(eq(goneProviders.id, id));
}

/**
 * Returns the mark, and prevents that it is taken back until the transaction ends. Returns null if the mark was already
 * taken back.
 */
export async function holdOpenMark(tx: Database, id: number): Promise<GoneMark | null> {
  const [row] = await tx
    .select()
    .from(goneProviders)
    .where(and(eq(goneProviders.id, id), isNull(goneProviders.backAt)))
    .for('share');
  return row ?? null;
}

/**
 * Returns accounts that renew at the card provider of an open mark before `chargedBefore`, and do not follow the mark yet.
 * Accounts whose grace period ends first come first.
 */
export async function listUnmarked(
  db: Database,
  { id, provider }: GoneMark,
  { chargedBefore, limit }: { chargedBefore: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, provider),
        lt(subscriptions.nextChargeAt, chargedBefore),
        or(isNull(subscriptions.goneMark), ne(subscriptions.goneMark, id), isNull(subscriptions.graceUntil)),
      ),
    )
    .orderBy(asc(subscriptions.statusChangesAt), asc(subscriptions.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** Returns accounts that still follow a mark which was taken back. */
export async function listMarked(db: Database, { id }: GoneMark, limit: number): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(and(eq(subscriptions.goneMark, id), isNotNull(subscriptions.graceUntil)))
    .orderBy(asc(subscriptions.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** Numbers of customers whom a mark affected. */
export interface AffectedCustomers {
  affected: number;
  /** Number of affected customers who renew at another card provider now. */
  moved: number;
  /** Number of affected customers whose subscription still renews at the card provider that is gone. */
  waiting: number;
}

/** Counts the customers whom a mark affected. */
export async function countAffected(db: Database, { id, provider }: GoneMark): Promise<AffectedCustomers> {
  const [row] = await db
    .select({
      affected: count(),
      moved: sql`count(*) filter (where ${subscriptions.provider} <> ${provider})`.mapWith(Number),
      waiting: sql`count(*) filter (where ${subscriptions.provider} = ${provider})`.mapWith(Number),
    })
    .from(subscriptions)
    .where(eq(subscriptions.goneMark, id));
  return row ?? { affected: 0, moved: 0, waiting: 0 };
}

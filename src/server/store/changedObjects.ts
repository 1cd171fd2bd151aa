/** Queries of the objects that unsigned notifications of a card provider name. */
import { and, asc, eq, inArray, isNotNull, lte, min } from 'drizzle-orm';
import type { Database } from './database';
import { changedObjects } from './schema/changedObjects';

export type ChangedObjectRow = typeof changedObjects.$inferSelect;
type Name = Pick<ChangedObjectRow, 'provider' | 'objectId' | 'event'>;

/** Returns whether the same notification was stored before. */
export async function isStoredChange(db: Database, { provider, objectId, event }: Name): Promise<boolean> {
  const rows = await db
    .select({ id: changedObjects.id })
    .from(changedObjects)
    .where(
      and(
        eq(changedObjects.provider, provider),
        eq(changedObjects.objectId, objectId),
        eq(changedObjects.event, event),
      ),
    );
  return rows.length > 0;
}

/** Stores a changed object, unless the same notification was stored before. */
export async function storeChange(
  db: Database,
  change: Name & Pick<ChangedObjectRow, 'kind' | 'isKnown'>,
  now: Date,
): Promise<void> {
  await db
    .insert(changedObjects)
    .values({ ...change, receivedAt: now, dueAt: now })
    .onConflictDoNothing();
}

/**
 * Claims up to `limit` due objects of a card provider until `claimedUntil`, oldest due time first. Other server instances
 * do not claim the same objects.
 */
export async function claimChanges(
  db: Database,
  { provider, isKnown, limit }: { provider: string; isKnown: boolean; limit: number },
  now: Date,
  claimedUntil: Date,
): Promise<ChangedObjectRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(changedObjects)
      .where(
        and(
          eq(changedObjects.provider, provider),
          eq(changedObjects.isKnown, isKnown),
          lte(changedObjects.dueAt, now),
        ),
      )
      .orderBy(asc(changedObjects.dueAt), asc(changedObjects.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length > 0) await postponeChanges(tx, due, claimedUntil);
    return due;
  });
}

/** Sets the time from which objects are read again. */
export async function postponeChanges(
  db: Database,
  changes: readonly ChangedObjectRow[],
  dueAt: Date,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await db.update(changedObjects).set({ dueAt }).where(inArray(changedObjects.id, ids));
}

/** Records that an object was read: done if `dueAt` is null, otherwise read again from `dueAt` on. */
export async function finishChange(
  db: Database,
  { id, tries }: ChangedObjectRow,
  dueAt: Date | null,
): Promise<void> {
  await db
    .update(changedObjects)
    .set({ dueAt, tries: tries + 1 })
    .where(eq(changedObjects.id, id));
}

/** Returns the earliest time at which an object is due, which may be in the past, or null if no object is pending. */
export async function nextChangeDueAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(changedObjects.dueAt) })
    .from(changedObjects)
    .where(isNotNull(changedObjects.dueAt));
  return row?.at ?? null;
}

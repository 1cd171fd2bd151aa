/** Queries of gifts. A gift is identified by the hash of its key, because the key itself is not stored. */
import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import type { Database } from './database';
import { giftBatches, gifts } from './schema/gifts';

const activatable = and(isNull(gifts.activatedAt), isNull(gifts.revokedAt));

/** Inserts a gift and returns its id. Returns null if a gift with this key already exists. */
export async function insertGift(
  db: Database,
  gift: { keyHash: string; keyEnding: string; months: number; createdAt: Date; createdBy: number | null },
): Promise<number | null> {
  const [row] = await db
    .insert(gifts)
    .values(gift)
    .onConflictDoNothing({ target: gifts.keyHash })
    .returning({ id: gifts.id });
  return row?.id ?? null;
}

export async function findActivatableGift(
  db: Database,
  keyHash: string,
): Promise<{ id: number; months: number; createdAt: Date } | null> {
  const [row] = await db
    .select({ id: gifts.id, months: gifts.months, createdAt: gifts.createdAt })
    .from(gifts)
    .where(and(eq(gifts.keyHash, keyHash), activatable));
  return row ?? null;
}

/**
 * Activates a gift for an account. Exactly one of several concurrent callers gets the gift; the other callers get null.
 */
export async function claimGift(
  tx: Database,
  keyHash: string,
  accountId: number,
  at: Date,
): Promise<{ id: number; months: number } | null> {
  const [row] = await tx
    .update(gifts)
    .set({ activatedAt: at, activatedBy: accountId })
    .where(and(eq(gifts.keyHash, keyHash), activatable))
    .returning({ id: gifts.id, months: gifts.months });
  return row ?? null;
}

/** Returns the gift with this key if this account activated the gift at `since` or later, otherwise null. */
export async function findGiftActivatedBy(
  db: Database,
  keyHash: string,
  accountId: number,
  since: Date,
): Promise<{ id: number } | null> {
  const [row] = await db
    .select({ id: gifts.id })
    .from(gifts)
    .where(and(eq(gifts.keyHash, keyHash), eq(gifts.activatedBy, accountId), gte(gifts.activatedAt, since)));
  return row ?? null;
}

export interface NewGiftBatch {
  name: string;
  months: number;
  createdAt: Date;
  createdBy: number | null;
  requestHash: string;
  keys: readonly { keyHash: string; keyEnding: string }[];
}

/**
 * Inserts a gift batch with its gifts, in the order of `keys`, and returns the batch id. Returns null if the same
 * request has already created a batch.
 */
export async function insertGiftBatch(tx: Database, batch: NewGiftBatch): Promise<number | null> {
  const { name, months, createdAt, createdBy, requestHash, keys } = batch;
  const [row] = await tx
    .insert(giftBatches)
    .values({ name, months, size: keys.length, createdAt, createdBy, requestHash })
    .onConflictDoNothing({ target: giftBatches.requestHash })
    .returning({ id: giftBatches.id });
  if (row === undefined) return null;
  await tx
    .insert(gifts)
    .values(keys.map((key) => ({ ...key, batchId: row.id, months, createdAt, createdBy })));
  return row.id;
}

export async function findBatchByRequest(tx: Database, requestHash: string) {
  const [row] = await tx.select().from(giftBatches).where(eq(giftBatches.requestHash, requestHash));
  return row ?? null;
}

/** Returns the gifts of a batch in the order in which their keys were created. */
export async function listBatchKeys(tx: Database, batchId: number) {
  return tx
    .select({ keyHash: gifts.keyHash, revokedAt: gifts.revokedAt })
    .from(gifts)
    .where(eq(gifts.batchId, batchId))
    .orderBy(asc(gifts.id));
}

/** Revokes a gift. Returns false, and changes nothing, if the gift was already activated or revoked. */
export async function revokeActivatableGift(
  tx: Database,
  giftId: number,
  by: { at: Date; staffId: number | null },
): Promise<boolean> {
  const rows = await tx
    .update(gifts)
    .set({ revokedAt: by.at, revokedBy: by.staffId })
    .where(and(eq(gifts.id, giftId), activatable))
    .returning({ id: gifts.id });
  return rows.length === 1;
}

/** Revokes all gifts of a batch that are neither activated nor revoked. Returns the number of revoked gifts. */
export async function revokeActivatableGiftsOfBatch(
  tx: Database,
  batchId: number,
  by: { at: Date; staffId: number | null },
): Promise<number> {
  const rows = await tx
    .update(gifts)
    .set({ revokedAt: by.at, revokedBy: by.staffId })
    .where(and(eq(gifts.batchId, batchId), activatable))
    .returning({ id: gifts.id });
  return rows.length;
}

export async function findGift(
  tx: Database,
  giftId: number,
): Promise<{ activatedAt: Date | null; revokedAt: Date | null } | null> {
  const [row] = await tx
    .select({ activatedAt: gifts.activatedAt, revokedAt: gifts.revokedAt })
    .from(gifts)
    .where(eq(gifts.id, giftId));
  return row ?? null;
}

export async function giftBatchExists(tx: Database, batchId: number): Promise<boolean> {
  const rows = await tx.select({ id: giftBatches.id }).from(giftBatches).where(eq(giftBatches.id, batchId));
  return rows.length === 1;
}

/** Returns the key endings of all gifts that an account has activated. */
export async function listKeyEndings(db: Database, accountId: number): Promise<string[]> {
  const rows = await db
    .select({ keyEnding: gifts.keyEnding })
    .from(gifts)
    .where(eq(gifts.activatedBy, accountId));
  return rows.map(({ keyEnding }) => keyEnding);
}

/** Gift keys in SQL, by the hash of the key. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from './database';
import { gifts } from './schema/gifts';

const activatable = and(isNull(gifts.activatedAt), isNull(gifts.revokedAt));

export async function insertGift(
  db: Database,
  gift: { keyHash: string; keyEnding: string; months: number; createdAt: Date; createdBy: number | null },
): Promise<number> {
  const [row] = await db.insert(gifts).values(gift).returning({ id: gifts.id });
  if (row === undefined) throw new Error('the gift was not written down');
  return row.id;
}

export async function findActivatableGift(
  db: Database,
  keyHash: string,
): Promise<{ id: number; months: number } | null> {
  const [row] = await db
    .select({ id: gifts.id, months: gifts.months })
    .from(gifts)
    .where(and(eq(gifts.keyHash, keyHash), activatable));
  return row ?? null;
}

/** Takes a gift for an account. Exactly one of concurrent callers gets it, the others null. */
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

/** Queries of gifts and gift batches for the staff console. */
import { and, asc, count, desc, eq, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { giftBatches, gifts } from './schema/gifts';
import { staffAccounts } from './schema/staff';

type GiftState = 'new' | 'activated' | 'revoked';

export interface GiftListing {
  state?: GiftState | undefined;
  batchId?: number | undefined;
  /** Last letters and digits of the gift key. */
  keyEnding?: string | undefined;
  sortBy: 'id' | 'months' | 'activatedAt';
  sortDirection: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

const maker = alias(staffAccounts, 'maker');
const revoker = alias(staffAccounts, 'revoker');

const STATES: Readonly<Record<GiftState, SQL | undefined>> = {
  new: and(isNull(gifts.activatedAt), isNull(gifts.revokedAt)),
  activated: isNotNull(gifts.activatedAt),
  revoked: isNotNull(gifts.revokedAt),
};

function buildOrder({ sortBy, sortDirection }: GiftListing): SQL[] {
  const direction = sortDirection === 'ASC' ? asc : desc;
  switch (sortBy) {
    case 'id':
      return [direction(gifts.id)];
    case 'months':
      return [direction(gifts.months), direction(gifts.id)];
    case 'activatedAt':
      // Gifts that are not activated have no activation time, so these gifts come last.
      return [sql`${direction(gifts.activatedAt)} nulls last`, direction(gifts.id)];
  }
}

function giftRecords(db: Database) {
  return db
    .select({
      id: gifts.id,
      keyEnding: gifts.keyEnding,
      months: gifts.months,
      batchId: giftBatches.id,
      batchName: giftBatches.name,
      createdAt: gifts.createdAt,
      createdBy: maker.username,
      activatedAt: gifts.activatedAt,
      activatedById: accounts.id,
      activatedByEmail: accounts.email,
      revokedAt: gifts.revokedAt,
      revokedBy: revoker.username,
    })
    .from(gifts)
    .leftJoin(giftBatches, eq(giftBatches.id, gifts.batchId))
    .leftJoin(maker, eq(maker.id, gifts.createdBy))
    .leftJoin(accounts, eq(accounts.id, gifts.activatedBy))
    .leftJoin(revoker, eq(revoker.id, gifts.revokedBy));
}

/** Returns the gift with this key hash or number, or null if there is none. */
export async function findGiftRecord(
  db: Database,
  gift: { keyHash: string } | { id: number },
): Promise<GiftRecord | null> {
  const [record] = await giftRecords(db).where(
    'id' in gift ? eq(gifts.id, gift.id) : eq(gifts.keyHash, gift.keyHash),
  );
  return record ?? null;
}

type GiftFilter = Pick<GiftListing, 'state' | 'batchId' | 'keyEnding'>;

const buildFilter = ({ state, batchId, keyEnding }: GiftFilter): SQL | undefined =>
  and(
    state === undefined ? undefined : STATES[state],
    batchId === undefined ? undefined : eq(gifts.batchId, batchId),
    // The key ending consists of letters and digits only, so it contains no LIKE wildcards.
    keyEnding === undefined ? undefined : like(gifts.keyEnding, `%${keyEnding}`),
  );

export async function listGiftRecords(db: Database, listing: GiftListing) {
  return giftRecords(db)
    .where(buildFilter(listing))
    .orderBy(...buildOrder(listing))
    .offset(listing.offset)
    .limit(listing.limit);
}

/** Returns the number of matching gifts, at most `most`. */
export function countGifts(db: Database, filter: GiftFilter, most: number): Promise<number> {
  return db.$count(
    db.select({ id: gifts.id }).from(gifts).where(buildFilter(filter)).limit(most).as('counted'),
  );
}

/** Returns the number of gift batches, at most `most`. */
export function countGiftBatches(db: Database, most: number): Promise<number> {
  return db.$count(db.select({ id: giftBatches.id }).from(giftBatches).limit(most).as('counted'));
}

export type GiftRecord = Awaited<ReturnType<typeof listGiftRecords>>[number];

/** Returns gift batches with the number of their activated and revoked gifts, newest batch first. */
export async function listBatchRecords(db: Database, { offset, limit }: { offset: number; limit: number }) {
  const shown = db
    .select()
    .from(giftBatches)
    .orderBy(desc(giftBatches.id))
    .offset(offset)
    .limit(limit)
    .as('shown');
  return db
    .select({
      id: shown.id,
      name: shown.name,
      months: shown.months,
      size: shown.size,
      createdAt: shown.createdAt,
      createdBy: maker.username,
      activated: count(gifts.activatedAt),
      revoked: count(gifts.revokedAt),
    })
    .from(shown)
    .leftJoin(gifts, eq(gifts.batchId, shown.id))
    .leftJoin(maker, eq(maker.id, shown.createdBy))
    .groupBy(shown.id, shown.name, shown.months, shown.size, shown.createdAt, maker.username)
    .orderBy(desc(shown.id));
}

export type BatchRecord = Awaited<ReturnType<typeof listBatchRecords>>[number];

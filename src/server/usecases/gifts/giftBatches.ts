/** Gifts made many at a time, listed and revoked by staff. */
import { createHmac } from 'node:crypto';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { giftKeyFrom, normalizeGiftKey } from '../../domain/giftKey';
import { DUPLICATE_REQUEST, Rejection } from '../../domain/rejection';
import { sha256 } from '../../secrets';
import {
  type BatchRecord,
  type GiftListing,
  type GiftRecord,
  listBatchRecords,
  listGiftRecords,
} from '../../store/giftRecords';
import {
  findBatchByRequest,
  findGift,
  giftBatchExists,
  insertGiftBatch,
  listBatchKeys,
  revokeActivatableGift,
  revokeActivatableGiftsOfBatch,
} from '../../store/gifts';
import { changeAsStaff, type StaffChange } from '../audit/staffChange';
import { giftKeyHash } from './gifts';

/** For so long a repeated request is answered with the keys that it made, ms. */
export const KEYS_ANSWERED_AGAIN_MS = 15 * 60_000;

interface BatchRequest {
  /** A random UUID of the client's. Only its hash is kept: without it nobody can make the keys again. */
  requestKey: string;
  name: string;
  months: number;
  size: number;
}

export interface MadeBatch {
  batchId: number;
  keys: string[];
}

/**
 * Makes a batch and returns its keys. The keys follow from the request key and the server's secret,
 * so that a repeat whose first answer was lost gets the same ones without their being stored; the
 * repeat makes nothing. CONFLICT for a repeat that comes too late, that asks for
 * something else, or whose batch has been revoked meanwhile.
 */
export async function createGiftBatch(
  deps: Deps,
  staff: StaffOrigin,
  request: BatchRequest,
): Promise<MadeBatch> {
  const { name, months, size } = request;
  const requestHash = sha256(`giftBatch\n${String(staff.staffId)}\n${request.requestKey}`);
  const keys = keysOf(deps.settings.sessionSecret, staff, request);
  return changeAsStaff(
    deps,
    staff,
    async (change) => {
      const batchId = await insertGiftBatch(change.tx, {
        name,
        months,
        createdAt: change.at,
        createdBy: staff.staffId,
        requestHash,
        keys: keys.map((key) => ({ keyHash: giftKeyHash(key), keyEnding: key.slice(-4) })),
      });
      if (batchId === null) return responseAgain(change, { request, requestHash, keys });
      await change.audit({ action: 'createGiftBatch', details: { batchId, name, months, size } });
      return { batchId, keys };
    },
    (because) => ({
      action: 'giftChangeRejected',
      details: { wanted: 'createGiftBatch', name, months, size, because },
    }),
  );
}

/** 32 bytes for each key, of which 26 are used, as those that `randomBytes` gives. */
function keysOf(secret: string, staff: StaffOrigin, { requestKey, size }: BatchRequest): string[] {
  return Array.from({ length: size }, (_, index) =>
    giftKeyFrom(
      createHmac('sha256', secret)
        .update(`giftKey\n${String(staff.staffId)}\n${requestKey}\n${String(index)}`)
        .digest(),
    ),
  );
}

async function responseAgain(
  { tx, at, audit }: StaffChange,
  { request, requestHash, keys }: { request: BatchRequest; requestHash: string; keys: string[] },
): Promise<MadeBatch> {
  const batch = await findBatchByRequest(tx, requestHash);
  if (batch === null) throw new Error('the batch of the request is gone');
  const stored = await listBatchKeys(tx, batch.id);
  const isSame =
    batch.name === request.name &&
    batch.months === request.months &&
    stored.length === keys.length &&
    keys.every((key, index) => stored[index]?.keyHash === giftKeyHash(key));
  if (!isSame) throw new Rejection('CONFLICT', DUPLICATE_REQUEST);
  const isLate = at.getTime() - batch.createdAt.getTime() > KEYS_ANSWERED_AGAIN_MS;
  if (isLate || stored.some(({ revokedAt }) => revokedAt !== null)) {
    throw new Rejection(
      'CONFLICT',
      `The batch “${batch.name}” was already created and its keys can’t be shown again. Revoke it and create another one.`,
    );
  }
  await audit({ action: 'repeatGiftBatch', details: { batchId: batch.id } });
  return { batchId: batch.id, keys };
}

export interface Page<Row> {
  content: Row[];
  /** No page follows. */
  last: boolean;
}

interface Paging {
  /** From 0. */
  page: number;
  size: number;
}

export async function listGifts(
  deps: Deps,
  staff: StaffOrigin,
  { page, size, ...asked }: Omit<GiftListing, 'offset' | 'limit'> & Paging,
): Promise<Page<GiftRecord>> {
  // As typed: case and look-alikes do not count.
  const listing =
    asked.keyEnding === undefined ? asked : { ...asked, keyEnding: normalizeGiftKey(asked.keyEnding) };
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    await audit({ action: 'listGifts', details: { ...listing, page, size } });
    const rows = await listGiftRecords(tx, { ...listing, offset: page * size, limit: size + 1 });
    return { content: rows.slice(0, size), last: rows.length <= size };
  });
}

export async function listGiftBatches(
  deps: Deps,
  staff: StaffOrigin,
  { page, size }: Paging,
): Promise<Page<BatchRecord>> {
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    await audit({ action: 'listGiftBatches', details: { page, size } });
    const rows = await listBatchRecords(tx, { offset: page * size, limit: size + 1 });
    return { content: rows.slice(0, size), last: rows.length <= size };
  });
}

/**
 * Makes a key worthless. NOT_FOUND for a gift that is not there, CONFLICT for one that is
 * activated or revoked: of a revocation and an activation at the same time exactly one wins.
 */
export async function revokeGift(deps: Deps, staff: StaffOrigin, giftId: number): Promise<void> {
  await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      if (await revokeActivatableGift(tx, giftId, { at, staffId: staff.staffId })) {
        await audit({ action: 'revokeGift', details: { giftId } });
        return;
      }
      const gift = await findGift(tx, giftId);
      if (gift === null) throw new Rejection('NOT_FOUND', 'Gift not found.');
      const why = gift.activatedAt === null ? 'revoked' : 'activated';
      throw new Rejection('CONFLICT', `This gift has already been ${why}.`);
    },
    (because) => ({ action: 'giftChangeRejected', details: { wanted: 'revokeGift', giftId, because } }),
  );
}

/** Makes the unused keys of a batch worthless and returns how many they were. Throws NOT_FOUND without such a batch. */
export async function revokeGiftBatch(deps: Deps, staff: StaffOrigin, batchId: number): Promise<number> {
  return changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      if (!(await giftBatchExists(tx, batchId))) throw new Rejection('NOT_FOUND', 'Batch not found.');
      const revoked = await revokeActivatableGiftsOfBatch(tx, batchId, { at, staffId: staff.staffId });
      await audit({ action: 'revokeGiftBatch', details: { batchId, revoked } });
      return revoked;
    },
    (because) => ({ action: 'giftChangeRejected', details: { wanted: 'revokeGiftBatch', batchId, because } }),
  );
}

/** Handlers of the staff's gift calls. */
import type { Contract } from '../../../shared/contract/contract';
import {
  createGiftBatch,
  listGiftBatches,
  listGifts,
  revokeGift,
  revokeGiftBatch,
} from '../../usecases/gifts/giftBatches';
import { giftAnswer } from './giftAnswer';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

type ListedBatch = Awaited<ReturnType<typeof listGiftBatches>>['content'][number];

const createBatch: Handler<Contract['createGiftBatch']> = async (context, { body }) =>
  createGiftBatch(context.deps, originOf(context), body);

const list: Handler<Contract['listGifts']> = async (context, { query }) => {
  const { content, last } = await listGifts(context.deps, originOf(context), query);
  return { content: content.map(giftAnswer), number: query.page, size: query.size, last };
};

const batches: Handler<Contract['listGiftBatches']> = async (context, { query }) => {
  const { content, last } = await listGiftBatches(context.deps, originOf(context), query);
  return { content: content.map(batchAnswer), number: query.page, size: query.size, last };
};

const revoke: Handler<Contract['revokeGift']> = (context, { body }) =>
  succeeded(revokeGift(context.deps, originOf(context), body.giftId));

const revokeBatch: Handler<Contract['revokeGiftBatch']> = async (context, { body }) => ({
  success: true,
  revoked: await revokeGiftBatch(context.deps, originOf(context), body.batchId),
});

function batchAnswer({ createdAt, ...batch }: ListedBatch) {
  return {
    ...batch,
    createdAt: createdAt.toISOString(),
    unused: batch.size - batch.activated - batch.revoked,
  };
}

export const staffGiftHandlers = {
  createGiftBatch: createBatch,
  listGifts: list,
  listGiftBatches: batches,
  revokeGift: revoke,
  revokeGiftBatch: revokeBatch,
};

/** Handlers of the staff endpoints for gifts and gift batches. */
import type { staffGiftsCalls } from '../../../shared/contract/staffGifts';
import {
  createGiftBatch,
  listGiftBatches,
  listGifts,
  revokeGift,
  revokeGiftBatch,
} from '../../usecases/gifts/giftBatches';
import { giftResponse } from './giftResponse';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

type ListedBatch = Awaited<ReturnType<typeof listGiftBatches>>['content'][number];

function batchResponse({ createdAt, ...batch }: ListedBatch) {
  return {
    ...batch,
    createdAt: createdAt.toISOString(),
    unused: batch.size - batch.activated - batch.revoked,
  };
}

export const staffGiftsHandlers: HandlersOf<typeof staffGiftsCalls> = {
  createGiftBatch: async (context, { body }) =>
    createGiftBatch(context.deps, buildStaffOrigin(context), body),

  listGifts: async (context, { query }) => {
    const { content, ...info } = await listGifts(context.deps, buildStaffOrigin(context), query);
    return { content: content.map(giftResponse), number: query.page, size: query.size, ...info };
  },

  listGiftBatches: async (context, { query }) => {
    const { content, ...info } = await listGiftBatches(context.deps, buildStaffOrigin(context), query);
    return { content: content.map(batchResponse), number: query.page, size: query.size, ...info };
  },

  revokeGift: (context, { body }) =>
    succeeded(revokeGift(context.deps, buildStaffOrigin(context), body.giftId)),

  revokeGiftBatch: async (context, { body }) => ({
    success: true,
    revoked: await revokeGiftBatch(context.deps, buildStaffOrigin(context), body.batchId),
  }),
};

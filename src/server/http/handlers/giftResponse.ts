/** Converts a gift to the response format that staff receive. */
import type { SentResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { listGifts } from '../../usecases/gifts/giftBatches';

type ListedGift = Awaited<ReturnType<typeof listGifts>>['content'][number];

export function giftResponse(gift: ListedGift): SentResponseOf<Contract['listGifts']>['content'][number] {
  const { batchId, batchName, activatedById, activatedByEmail } = gift;
  return {
    id: gift.id,
    keyEnding: gift.keyEnding,
    months: gift.months,
    state: gift.activatedAt !== null ? 'activated' : gift.revokedAt !== null ? 'revoked' : 'new',
    batch: batchId === null || batchName === null ? null : { id: batchId, name: batchName },
    createdAt: gift.createdAt.toISOString(),
    createdBy: gift.createdBy,
    activatedAt: gift.activatedAt?.toISOString() ?? null,
    activatedBy:
      activatedById === null || activatedByEmail === null
        ? null
        : { id: activatedById, email: activatedByEmail },
    revokedAt: gift.revokedAt?.toISOString() ?? null,
    revokedBy: gift.revokedBy,
  };
}

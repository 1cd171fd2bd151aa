/** Handlers of the API endpoints with which customers delete their account. */
import type { accountDeletionCalls } from '../../../shared/contract/accountDeletion';
import { toRubles } from '../../../shared/money';
import {
  confirmDeletion,
  type DeletionOutcome,
  readPostponement,
  sendDeletionCode,
} from '../../usecases/deletion/confirmDeletion';
import { previewDeletion } from '../../usecases/deletion/previewDeletion';
import { withdrawRequestedDeletion } from '../../usecases/deletion/requestedDeletions';
import type { HandlersOf } from './handler';

function outcomeResponse(outcome: DeletionOutcome) {
  switch (outcome.kind) {
    case 'deleted':
      return { success: true };
    case 'postponed':
      return { success: true, carriedOutAt: outcome.until.toISOString() };
    case 'wrong':
      return { success: false, reason: outcome.kind, triesLeft: outcome.triesLeft };
    case 'invalid':
    case 'tooManyTries':
    case 'waiverNeeded':
      return { success: false, reason: outcome.kind };
  }
}

export const accountDeletionHandlers: HandlersOf<typeof accountDeletionCalls> = {
  previewDeletion: async ({ deps, caller }) => {
    const { paidDays, giftDays, nextChargeAt, pendingRefundsKopecks } = await previewDeletion(
      deps,
      caller.accountId,
    );
    const postponement = await readPostponement(deps, caller.accountId);
    return {
      success: true,
      paidDays,
      giftDays,
      nextChargeAt: nextChargeAt?.toISOString() ?? null,
      pendingRefunds: toRubles(pendingRefundsKopecks),
      ...(postponement !== null && {
        waitsUntil: postponement.until.toISOString(),
        isRequested: postponement.isRequested,
      }),
    };
  },

  sendDeletionCode: async ({ deps, caller }) => ({
    success: true,
    requestToken: await sendDeletionCode(deps, caller),
  }),

  confirmDeletion: async ({ deps, caller }, { body }) =>
    outcomeResponse(await confirmDeletion(deps, caller, { ...body, requestedBy: 'customer' })),

  withdrawDeletion: async ({ deps, caller }) => ({
    success: await withdrawRequestedDeletion(deps, caller),
  }),

  deleteAppAccount: async ({ deps, caller }, { body }) =>
    outcomeResponse(await confirmDeletion(deps, caller, { ...body, requestedBy: 'application' })),
};

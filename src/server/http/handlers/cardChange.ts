/** Handler of the API endpoint that offers a change of card. */
import type { cardChangeCalls } from '../../../shared/contract/cardChange';
import { openCardChange } from '../../usecases/billing/orders/openCardChange';
import type { HandlersOf } from './handler';
import { orderResponse } from './shop';

export const cardChangeHandlers: HandlersOf<typeof cardChangeCalls> = {
  getCardChange: async ({ deps, caller }) => {
    const { change, order, cardMask, dayOfMonth } = await openCardChange(deps, {
      accountId: caller.accountId,
    });
    return {
      success: true,
      state: change.kind,
      order: order === null ? null : orderResponse(order, caller, { settings: deps.settings, dayOfMonth }),
      dueAt: change.kind === 'offered' ? change.dueAt.toISOString() : null,
      from: change.kind === 'tooFar' ? change.from.toISOString() : null,
      cardMask,
    };
  },
};

/** Handlers of the API endpoints for the customer's card and payments. */
import type { subscriptionsCalls } from '../../../shared/contract/subscriptions';
import { toRubles } from '../../../shared/money';
import { type PaymentView, readPayments } from '../../usecases/billing/payments/readPayments';
import { removeCard } from '../../usecases/billing/savedMethods/removeCard';
import type { HandlersOf } from './handler';

function paymentResponse(payment: PaymentView) {
  return {
    id: payment.transactionId,
    at: payment.at.toISOString(),
    amount: toRubles(payment.amountKopecks),
    currency: payment.currency,
    purpose: payment.role === 'recurrent' ? 'month' : (payment.orderKind ?? 'month'),
    state: payment.state,
    returned: toRubles(payment.returnedKopecks),
    cardMask: payment.cardMask,
    declineReason: payment.decline?.reason ?? null,
    receiptUrl: payment.receiptUrl,
  };
}

export const subscriptionsHandlers: HandlersOf<typeof subscriptionsCalls> = {
  listPayments: async ({ deps, caller }) => ({
    success: true,
    payments: (await readPayments(deps.db, caller.accountId)).map(paymentResponse),
  }),

  removeCard: async ({ deps, caller }) => {
    const subscription = await removeCard(deps, { accountId: caller.accountId });
    return { success: true, userInfo: { subscriptionIsActive: subscription.isActive } };
  },
};

/** Handlers of the customer's card and payments. */
import type { Contract } from '../../../shared/contract/contract';
import { toRubles } from '../../../shared/money';
import { type PaymentView, readPayments } from '../../usecases/billing/readPayments';
import { removeCard } from '../../usecases/billing/removeCard';
import type { Handler } from './handler';

function paymentAnswer(payment: PaymentView) {
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

const listPayments: Handler<Contract['listPayments']> = async ({ deps, caller }) => ({
  success: true,
  payments: (await readPayments(deps.db, caller.accountId)).map(paymentAnswer),
});

const removeCardHandler: Handler<Contract['removeCard']> = async ({ deps, caller }) => {
  const subscription = await removeCard(deps, { accountId: caller.accountId });
  return { success: true, userInfo: { subscriptionIsActive: subscription.isActive } };
};

export const subscriptionHandlers = { listPayments, removeCard: removeCardHandler };

/** Payments as the card provider tells of them, for histories of a subscription. */
import type { SubscriptionFact } from '../../src/server/billing/rules/facts';

export type PaymentFact = Extract<SubscriptionFact, { kind: 'paymentSucceeded' }>;
type Told = Pick<PaymentFact, 'transactionId' | 'recurrenceStartAt'> & Partial<PaymentFact>;

/** Of a free week that goes on for 449 rubles a month: the ruble, or a monthly charge by its role. */
export function trialPayment(told: Told): PaymentFact {
  return {
    kind: 'paymentSucceeded',
    orderId: 'o-1',
    role: 'first',
    orderKind: 'trial',
    amountKopecks: told.role === 'recurrent' ? 44_900 : 100,
    recurrenceAmountKopecks: 44_900,
    trialDays: 7,
    cardMask: '•••• 4242',
    ...told,
  };
}

/** Of 449 rubles at once and every month. */
export function renewalPayment(told: Told): PaymentFact {
  return trialPayment({ orderKind: 'renewal', amountKopecks: 44_900, trialDays: null, ...told });
}

/** Payments as the card provider tells of them, for histories of a subscription. */
import type { SubscriptionFact } from '../../src/server/domain/billing/facts';
import { MONTH_KOPECKS } from './offer';

/** Of the card provider in the tests. */
export const PROVIDER = 'cloudPayments';

export type PaymentFact = Extract<SubscriptionFact, { kind: 'paymentSucceeded' }>;
type Told = Pick<PaymentFact, 'transactionId' | 'recurrenceStartAt'> & Partial<PaymentFact>;

/** Of a free week that goes on by the month: the ruble, or a monthly charge by its role. */
export function trialPayment(told: Told): PaymentFact {
  return {
    kind: 'paymentSucceeded',
    provider: PROVIDER,
    orderId: 'o-1',
    role: 'first',
    orderKind: 'trial',
    amountKopecks: told.role === 'recurrent' ? MONTH_KOPECKS : 100,
    recurrenceAmountKopecks: MONTH_KOPECKS,
    trialDays: 7,
    cardMask: '•••• 4242',
    ...told,
  };
}

/** Of the month's price at once and every month. */
export function renewalPayment(told: Told): PaymentFact {
  return trialPayment({ orderKind: 'renewal', amountKopecks: MONTH_KOPECKS, trialDays: null, ...told });
}

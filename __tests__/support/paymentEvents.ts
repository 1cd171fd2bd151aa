/** Payments as the card provider tells of them, for histories of a subscription. */
import type { LedgerEventData } from '../../src/server/domain/billing/ledgerEvents';
import { MONTH_KOPECKS } from './offer';

/** Of the card provider in the tests. */
export const PROVIDER = 'cloudPayments';

export type PaymentEventData = Extract<LedgerEventData, { kind: 'paymentSucceeded' }>;
type Told = Pick<PaymentEventData, 'transactionId' | 'recurringPaymentStartAt'> & Partial<PaymentEventData>;

/** Of a free week that goes on by the month: the ruble, or a monthly charge by its role. */
export function trialPayment(told: Told): PaymentEventData {
  return {
    kind: 'paymentSucceeded',
    provider: PROVIDER,
    orderId: 'o-1',
    role: 'first',
    orderKind: 'trial',
    amountKopecks: told.role === 'recurrent' ? MONTH_KOPECKS : 100,
    recurringPaymentAmountKopecks: MONTH_KOPECKS,
    trialDays: 7,
    cardMask: '•••• 4242',
    ...told,
  };
}

/** Of the month's price at once and every month. */
export function renewalPayment(told: Told): PaymentEventData {
  return trialPayment({ orderKind: 'renewal', amountKopecks: MONTH_KOPECKS, trialDays: null, ...told });
}

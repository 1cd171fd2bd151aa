/** Payment events as the card provider reports them, for histories of a subscription. */
import type { LedgerEventData } from '../../src/server/domain/billing/ledgerEvents';
import { MONTH_KOPECKS } from './offer';

/** Name of the card provider in the payment events of the tests. */
export const PROVIDER = 'cloudPayments';

export type PaymentEventData = Extract<LedgerEventData, { kind: 'paymentSucceeded' }>;
type Told = Pick<PaymentEventData, 'transactionId' | 'recurringPaymentStartAt'> & Partial<PaymentEventData>;

/**
 * Returns a payment of a free trial that continues with monthly charges. The amount is 1 ruble for the first payment and
 * the monthly price for a recurring charge.
 */
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

/** Returns a payment of the monthly price that continues with monthly charges. */
export function renewalPayment(told: Told): PaymentEventData {
  return trialPayment({ orderKind: 'renewal', amountKopecks: MONTH_KOPECKS, trialDays: null, ...told });
}

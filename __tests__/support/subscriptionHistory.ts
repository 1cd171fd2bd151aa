/** Builds ledger events for histories of a subscription. A date without a time means noon UTC. */
import type {
  LedgerEvent,
  LedgerEventData,
  RecurringPaymentState,
} from '../../src/server/domain/billing/ledgerEvents';
import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import { MONTH_KOPECKS } from './offer';
import { PROVIDER } from './paymentEvents';
import { type PaymentEventData, renewalPayment, trialPayment } from './paymentEvents';

export const at = (text: string): Date => new Date(text.length === 10 ? `${text}T12:00:00.000Z` : text);

export const happened = (when: string, key: string, data: LedgerEventData): LedgerEvent => ({
  key,
  at: at(when),
  data,
});

const paid = (when: string, data: PaymentEventData): LedgerEvent =>
  happened(when, `paid:${data.transactionId}`, data);

/**
 * Returns the 1 ruble payment of a free trial that continues with monthly charges. The transaction id is `first:<order>`.
 */
export const trial = (when: string, orderId = 'o-1', change: Partial<PaymentEventData> = {}): LedgerEvent => {
  const recurringPaymentStartAt = new Date(at(when).getTime() + 7 * 86_400_000).toISOString();
  return paid(
    when,
    trialPayment({ transactionId: `first:${orderId}`, orderId, recurringPaymentStartAt, ...change }),
  );
};

/**
 * Returns a payment of the monthly price whose recurring charges begin at `start`. The transaction id is `first:<order>`.
 */
export const renewal = (
  when: string,
  start: string,
  orderId = 'o-1',
  change: Partial<PaymentEventData> = {},
): LedgerEvent =>
  paid(
    when,
    renewalPayment({
      transactionId: `first:${orderId}`,
      orderId,
      recurringPaymentStartAt: at(start).toISOString(),
      ...change,
    }),
  );

/** Returns a monthly charge. The transaction id is `charge:<when>`. */
export const charge = (when: string, orderId = 'o-1', change: Partial<PaymentEventData> = {}): LedgerEvent =>
  paid(
    when,
    trialPayment({
      transactionId: `charge:${when}`,
      orderId,
      role: 'recurrent',
      recurringPaymentStartAt: at('2026-01-08').toISOString(),
      ...change,
    }),
  );

export const failed = (when: string, reasonCode = 5051, orderId = 'o-1'): LedgerEvent =>
  happened(when, `failed:${when}`, {
    kind: 'paymentFailed',
    provider: PROVIDER,
    transactionId: `failed:${when}`,
    orderId,
    role: 'recurrent',
    decline: cloudPaymentsDecline(reasonCode),
  });

export const said = (
  when: string,
  state: RecurringPaymentState,
  next: string | null = null,
  counts: { successes?: number; failures?: number; orderId?: string } = {},
): LedgerEvent => {
  const { successes = 0, failures = 0, orderId = 'o-1' } = counts;
  return happened(when, `said:${when}:${orderId}:${state}`, {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId,
    recurringPaymentId: `sc_${orderId}`,
    state,
    successes,
    failures,
    nextChargeAt: next === null ? null : at(next).toISOString(),
  });
};

export const cancelled = (when: string): LedgerEvent =>
  happened(when, `cancelled:${when}`, { kind: 'cancelled', by: 'customer' });
export const gift = (when: string, months: number): LedgerEvent =>
  happened(when, `gift:${when}`, { kind: 'giftGranted', months });
export const days = (when: string, count: number): LedgerEvent =>
  happened(when, `days:${when}`, { kind: 'daysGranted', days: count });
export const anchored = (when: string, orderId = 'o-1'): LedgerEvent =>
  happened(when, `anchored:${when}`, { kind: 'monthsAnchored', orderId });
export const lapsed = (when: string, orderId = 'o-1'): LedgerEvent =>
  happened(when, `lapsed:${when}`, { kind: 'lapsed', orderId });
export const decided = (when: string, transactionId: string, amountKopecks = MONTH_KOPECKS): LedgerEvent =>
  happened(when, `decided:${transactionId}`, {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId,
    amountKopecks,
  });
export const refunded = (when: string, transactionId: string, amountKopecks = MONTH_KOPECKS): LedgerEvent => {
  const refundId = `${when}:${transactionId}`;
  return happened(when, `refunded:${refundId}`, {
    kind: 'refunded',
    provider: PROVIDER,
    transactionId,
    refundId,
    amountKopecks,
  });
};
export const chargedBack = (
  when: string,
  transactionId: string,
  amountKopecks = MONTH_KOPECKS,
): LedgerEvent =>
  happened(when, `charged-back:${transactionId}`, {
    kind: 'chargedBack',
    provider: PROVIDER,
    transactionId,
    amountKopecks,
  });

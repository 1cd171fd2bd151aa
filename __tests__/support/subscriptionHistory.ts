/** Short words for histories of a subscription: what happened on which day. Days count from noon, UTC. */
import type {
  RecurrenceState,
  SubscriptionEvent,
  SubscriptionFact,
} from '../../src/server/domain/billing/facts';
import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import { MONTH_KOPECKS } from './offer';
import { PROVIDER } from './paymentFacts';
import { type PaymentFact, renewalPayment, trialPayment } from './paymentFacts';

export const at = (text: string): Date => new Date(text.length === 10 ? `${text}T12:00:00.000Z` : text);

export const happened = (when: string, key: string, fact: SubscriptionFact): SubscriptionEvent => ({
  key,
  at: at(when),
  fact,
});

const paid = (when: string, fact: PaymentFact): SubscriptionEvent =>
  happened(when, `paid:${fact.transactionId}`, fact);

/** The ruble of a free week, which goes on by the month; its transaction is `first:<order>`. */
export const trial = (
  when: string,
  orderId = 'o-1',
  change: Partial<PaymentFact> = {},
): SubscriptionEvent => {
  const recurrenceStartAt = new Date(at(when).getTime() + 7 * 86_400_000).toISOString();
  return paid(
    when,
    trialPayment({ transactionId: `first:${orderId}`, orderId, recurrenceStartAt, ...change }),
  );
};

/** A month at full price that goes on from `start`; its transaction is `first:<order>`. */
export const renewal = (
  when: string,
  start: string,
  orderId = 'o-1',
  change: Partial<PaymentFact> = {},
): SubscriptionEvent =>
  paid(
    when,
    renewalPayment({
      transactionId: `first:${orderId}`,
      orderId,
      recurrenceStartAt: at(start).toISOString(),
      ...change,
    }),
  );

/** A monthly charge; its transaction is `charge:<when>`. */
export const charge = (when: string, orderId = 'o-1', change: Partial<PaymentFact> = {}): SubscriptionEvent =>
  paid(
    when,
    trialPayment({
      transactionId: `charge:${when}`,
      orderId,
      role: 'recurrent',
      recurrenceStartAt: at('2026-01-08').toISOString(),
      ...change,
    }),
  );

export const failed = (when: string, reasonCode = 5051, orderId = 'o-1'): SubscriptionEvent =>
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
  state: RecurrenceState,
  next: string | null = null,
  counts: { successes?: number; failures?: number; orderId?: string } = {},
): SubscriptionEvent => {
  const { successes = 0, failures = 0, orderId = 'o-1' } = counts;
  return happened(when, `said:${when}:${orderId}:${state}`, {
    kind: 'recurrenceChanged',
    provider: PROVIDER,
    orderId,
    recurrenceId: `sc_${orderId}`,
    state,
    successes,
    failures,
    nextChargeAt: next === null ? null : at(next).toISOString(),
  });
};

export const cancelled = (when: string): SubscriptionEvent =>
  happened(when, `cancelled:${when}`, { kind: 'cancelled', by: 'customer' });
export const gift = (when: string, months: number): SubscriptionEvent =>
  happened(when, `gift:${when}`, { kind: 'giftGranted', months });
export const lapsed = (when: string, orderId = 'o-1'): SubscriptionEvent =>
  happened(when, `lapsed:${when}`, { kind: 'lapsed', orderId });
export const decided = (
  when: string,
  transactionId: string,
  amountKopecks = MONTH_KOPECKS,
): SubscriptionEvent =>
  happened(when, `decided:${transactionId}`, {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId,
    amountKopecks,
  });
export const refunded = (
  when: string,
  transactionId: string,
  amountKopecks = MONTH_KOPECKS,
): SubscriptionEvent => {
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
): SubscriptionEvent =>
  happened(when, `charged-back:${transactionId}`, {
    kind: 'chargedBack',
    provider: PROVIDER,
    transactionId,
    amountKopecks,
  });

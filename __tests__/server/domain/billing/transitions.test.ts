/**
 * Tests the transition table of the subscription status. Each cell of the table is checked against the state computed
 * from ledger events and against the rejection rules.
 */
import { CHARGE_GRACE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import {
  campaignOffer,
  rejectCharge,
  rejectFirstPayment,
} from '../../../../src/server/domain/billing/orders';
import { judgeRefund } from '../../../../src/server/domain/billing/refunds';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import type { SubscriptionStatus } from '../../../../src/shared/subscriptionStatus';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { renewalPayment } from '../../../support/paymentEvents';

type Event =
  /** Event of a first payment of an order: a trial, a campaign week or a month at full price. */
  | 'firstPayment'
  /** Event of a charge of the recurring payment. */
  | 'charge'
  | 'cancel'
  /** Event of a full refund of the last payment, decided by staff. */
  | 'refund'
  | 'gift'
  /** Report that the provider has stopped the recurring payment after its retries. */
  | 'chargesPermanentlyFailed'
  /** Event of the expiry of paid or gifted access. */
  | 'endOfAccess';

/** Expected next subscription status, or the name of the expected rejection. */
const TRANSITIONS: Record<SubscriptionStatus, Record<Event, string>> = {
  NOT_ACTIVE: {
    firstPayment: 'ACTIVE',
    charge: 'notInForce',
    cancel: 'NOT_ACTIVE',
    refund: 'notActive',
    gift: 'GIFTED',
    chargesPermanentlyFailed: 'NOT_ACTIVE',
    endOfAccess: 'NOT_ACTIVE',
  },
  ACTIVE: {
    firstPayment: 'alreadyActive',
    charge: 'ACTIVE',
    cancel: 'CANCELED',
    refund: 'EXPIRED',
    gift: 'ACTIVE',
    // The grace period lasts for three days, although the provider has stopped.
    chargesPermanentlyFailed: 'CANCELED',
    // The charge was not reported, and the grace period after its due date is over.
    endOfAccess: 'EXPIRED',
  },
  CANCELED: {
    firstPayment: 'ACTIVE',
    charge: 'notInForce',
    cancel: 'CANCELED',
    refund: 'notActive',
    gift: 'GIFTED',
    chargesPermanentlyFailed: 'CANCELED',
    endOfAccess: 'EXPIRED',
  },
  GIFTED: {
    firstPayment: 'ACTIVE',
    charge: 'notInForce',
    cancel: 'GIFTED',
    refund: 'notActive',
    gift: 'GIFTED',
    chargesPermanentlyFailed: 'GIFTED',
    endOfAccess: 'EXPIRED',
  },
  EXPIRED: {
    firstPayment: 'ACTIVE',
    charge: 'notInForce',
    cancel: 'EXPIRED',
    refund: 'notActive',
    gift: 'GIFTED',
    chargesPermanentlyFailed: 'EXPIRED',
    endOfAccess: 'EXPIRED',
  },
};

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
const NOW = '2026-01-20';

const event = (day: string, key: string, data: LedgerEventData): LedgerEvent => ({
  key,
  at: at(day),
  data,
});

/** Start date of each order's recurring payment. */
const STARTS: Record<string, string> = { 'o-0': '2026-01-10', 'o-1': '2026-02-10', 'o-2': '2026-02-20' };

const paid = (day: string, orderId: string, role: 'first' | 'recurrent', transactionId: string) =>
  event(
    day,
    `paid:${transactionId}`,
    renewalPayment({
      transactionId,
      orderId,
      role,
      recurringPaymentStartAt: at(STARTS[orderId] ?? '').toISOString(),
    }),
  );
const FIRST = paid('2026-01-10', 'o-1', 'first', '1');
const CANCEL = event('2026-01-11', 'cancelled', { kind: 'cancelled', by: 'customer' });
const GIFT = event('2026-01-12', 'gift', { kind: 'giftGranted', months: 1 });
const rejected = (day: string) =>
  event(day, 'rejected', {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId: 'o-1',
    recurringPaymentId: 'sc_1',
    state: 'rejected',
    successes: 0,
    failures: 3,
    nextChargeAt: null,
  });

/** Ledger events that lead to each status. */
const HISTORIES: Record<SubscriptionStatus, LedgerEvent[]> = {
  NOT_ACTIVE: [],
  ACTIVE: [FIRST],
  CANCELED: [FIRST, CANCEL],
  GIFTED: [GIFT],
  EXPIRED: [paid('2025-12-10', 'o-0', 'first', '0'), { ...CANCEL, at: at('2025-12-11') }],
};

const STATUSES = Object.keys(HISTORIES) as SubscriptionStatus[];
const foldState = (events: LedgerEvent[]) => foldSubscription(events);
const foldStatus = (events: LedgerEvent[], when: Date) => statusAt(summarize(foldState(events)), when).status;

/** Returns the name of the rejection, or the resulting subscription status. */
function outcome(status: SubscriptionStatus, what: Event): string {
  const events = HISTORIES[status];
  const state = foldState(events);
  const then = (...more: LedgerEvent[]) => foldStatus([...events, ...more], at(NOW));
  switch (what) {
    case 'firstPayment': {
      const order = {
        ...campaignOffer(at(NOW)),
        kind: 'renewal' as const,
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        offeredAt: at(NOW),
        isPaid: false,
      };
      const payment = { amountKopecks: MONTH_KOPECKS, currency: 'RUB', isTest: false };
      const rejection = rejectFirstPayment(order, payment, summarize(state), false, at(NOW));
      return rejection ?? then(paid(NOW, 'o-2', 'first', '2'));
    }
    case 'charge':
      return (
        rejectCharge({ id: 'o-1' }, state, at('2026-02-10')) ??
        then(paid('2026-02-10', 'o-1', 'recurrent', '3'))
      );
    case 'cancel':
      return then(event(NOW, 'cancelled-now', { kind: 'cancelled', by: 'customer' }));
    case 'refund': {
      const judgement = judgeRefund(state, { transactionId: null, amountKopecks: 'all' as const }, at(NOW));
      if (judgement.kind === 'rejected') return judgement.rejection;
      const { payment, amountKopecks } = judgement;
      const { transactionId } = payment;
      return then(
        event(NOW, 'decided', { kind: 'refundDecided', provider: PROVIDER, transactionId, amountKopecks }),
      );
    }
    case 'gift':
      return then(event(NOW, 'gift-now', { kind: 'giftGranted', months: 1 }));
    case 'chargesPermanentlyFailed':
      return status === 'ACTIVE'
        ? foldStatus([...events, rejected('2026-02-12')], at('2026-02-12'))
        : then(rejected(NOW));
    case 'endOfAccess':
      return foldStatus(events, at('2026-12-31'));
  }
}

test.each(
  STATUSES.flatMap((status) =>
    (Object.keys(TRANSITIONS[status]) as Event[]).map(
      (what) => [status, what, TRANSITIONS[status][what]] as const,
    ),
  ),
)('%s, %s: %s', (status, what, expected) => {
  expect(foldStatus(HISTORIES[status], at(NOW))).toBe(status);
  expect(outcome(status, what)).toBe(expected);
});

test('an ACTIVE subscription without further reports ends with its grace period, to the millisecond', () => {
  const end = at('2026-02-10').getTime() + CHARGE_GRACE_DAYS * 86_400_000;
  expect(foldStatus(HISTORIES.ACTIVE, new Date(end - 1))).toBe('ACTIVE');
  expect(foldStatus(HISTORIES.ACTIVE, new Date(end))).toBe('EXPIRED');
});

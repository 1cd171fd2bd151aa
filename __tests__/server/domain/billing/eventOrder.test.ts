/**
 * Tests that the order of two ledger events follows from cause and effect, never from the times of clocks that differ.
 */
import { CLOCK_SKEW_MS, inCausalOrder, isOnOurClock } from '../../../../src/server/domain/billing/eventOrder';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { renewalPayment } from '../../../support/paymentEvents';
import { at, charge, happened, renewal } from '../../../support/subscriptionHistory';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const PAID = renewal('2026-01-01', '2026-02-01');
const CHARGED = charge('2026-02-01');
const HISTORY = [PAID, CHARGED];
/** Time of the server's decision, between two whole seconds. */
const DECIDED_AT = new Date(at('2026-02-20').getTime() + 700);
/** Offsets of the card provider's event time from the server's clock, in ms. */
const OFFSETS = [-CLOCK_SKEW_MS, -9 * MINUTE, -SECOND, -700, 0, 300, SECOND, 9 * MINUTE];

const CHARGE_ID = 'charge:2026-02-01';
/**
 * Keys of events that were reported within the clock skew before a decision. In these tests there are no such events.
 */
const known: string[] = [];

const DECISIONS: Record<string, LedgerEventData> = {
  cancel: { kind: 'cancelled', by: 'customer', known },
  'withdrawn card': { kind: 'cardRemoved', known },
  gift: { kind: 'giftGranted', months: 2, known },
  'granted days': { kind: 'daysGranted', days: 10, known },
  chargeback: {
    kind: 'chargedBack',
    provider: PROVIDER,
    transactionId: CHARGE_ID,
    amountKopecks: MONTH_KOPECKS,
    known,
  },
  refund: {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId: CHARGE_ID,
    amountKopecks: MONTH_KOPECKS,
    known,
  },
  'refund that keeps the access': {
    ...{ kind: 'refundDecided', provider: PROVIDER, transactionId: CHARGE_ID, amountKopecks: MONTH_KOPECKS },
    ...{ keepsAccess: true, keepsRenewal: true, known },
  },
  'refund of a part': {
    ...{ kind: 'refundDecided', provider: PROVIDER, transactionId: CHARGE_ID, amountKopecks: 100 },
    ...{ keepsAccess: true, keepsRenewal: true, known },
  },
};

const REPORTS: Record<string, LedgerEventData> = {
  charge: renewalPayment({
    transactionId: 'next',
    role: 'recurrent',
    recurringPaymentStartAt: at('2026-02-01').toISOString(),
  }),
  'first payment of another order': renewalPayment({
    transactionId: 'other',
    orderId: 'o-2',
    recurringPaymentStartAt: at('2026-04-01').toISOString(),
  }),
  'declined charge': {
    ...{ kind: 'paymentFailed', provider: PROVIDER, transactionId: 'failed', orderId: 'o-1' },
    ...{ role: 'recurrent', decline: cloudPaymentsDecline(5051) },
  },
  'refund of the whole': {
    ...{ kind: 'refunded', provider: PROVIDER, transactionId: CHARGE_ID },
    ...{ refundId: 'r-1', amountKopecks: MONTH_KOPECKS },
  },
  'refund of 1 ₽': {
    kind: 'refunded',
    provider: PROVIDER,
    transactionId: CHARGE_ID,
    refundId: 'r-1',
    amountKopecks: 100,
  },
};

/** Returns the outcome that a customer or the owner sees. Dates are omitted, because they depend on the clocks. */
function foldOutcome(events: readonly LedgerEvent[]) {
  const { agreement, payments, commands, segments, totalPaidKopecks } = foldSubscription(events);
  return {
    agreement: agreement && [agreement.orderId, agreement.ended?.by ?? null, agreement.failedCharge !== null],
    payments: payments.map(({ transactionId, verdict, returnedKopecks }) => [
      transactionId,
      verdict,
      returnedKopecks,
    ]),
    segments: segments.map(({ key }) => key),
    commands: commands.map(({ kind }) => kind),
    totalPaidKopecks,
  };
}

describe.each(Object.keys(DECISIONS))('%s', (decision) => {
  it.each(Object.keys(REPORTS))('and a %s have the same outcome, whichever clock is ahead', (report) => {
    const decided = { key: 'decision', at: DECIDED_AT, data: DECISIONS[decision]! };
    const outcomes = OFFSETS.map((offset) => {
      const reportedAt = new Date(DECIDED_AT.getTime() + offset);
      return foldOutcome([...HISTORY, decided, { key: 'report', at: reportedAt, data: REPORTS[report]! }]);
    });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });
});

const WORD = (state: 'active' | 'cancelled', successes: number): LedgerEventData => ({
  ...{
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId: 'o-1',
    recurringPaymentId: 'sc_1',
    state,
    successes,
    failures: 0,
  },
  nextChargeAt: null,
});

it.each(OFFSETS)(
  'a charge counts if its recurring payment was reported as cancelled %d ms after it',
  (offset) => {
    const reportedAt = new Date(at('2026-02-01').getTime() - offset);
    const events = [PAID, CHARGED, { key: 'over', at: reportedAt, data: WORD('cancelled', 0) }];
    expect(foldOutcome(events)).toMatchObject({
      agreement: ['o-1', 'provider', false],
      payments: [
        ['first:o-1', 'counted', 0],
        [CHARGE_ID, 'counted', 0],
      ],
    });
  },
);

it('a charge that was reported before the cancellation counts as made before it', () => {
  const report = { key: 'word', at: new Date(at('2026-02-01').getTime() + SECOND), data: WORD('active', 1) };
  const cancelled = happened('2026-02-01T12:00:02.000Z', 'cancel', {
    ...{ kind: 'cancelled', by: 'customer', known: ['word'] },
  });
  expect(foldOutcome([PAID, report, cancelled, CHARGED])).toMatchObject({
    payments: [expect.anything(), [CHARGE_ID, 'counted', 0]],
  });
  expect(foldOutcome([PAID, cancelled, CHARGED])).toMatchObject({
    payments: [expect.anything(), [CHARGE_ID, 'uncalled', 0]],
  });
});

it('keeps the order of two decisions with the same time', () => {
  const moment = '2026-02-03';
  const cancelled = happened(moment, 'z', { kind: 'cancelled', by: 'customer', known: [] });
  const gift = happened(moment, 'a', { kind: 'giftGranted', months: 1, known: ['z'] });
  const moves = ({ commands }: ReturnType<typeof foldOutcome>): boolean =>
    commands.includes('moveRecurringPayment');
  expect(moves(foldOutcome([...HISTORY, cancelled, gift]))).toBe(false);
});

it.each([
  ['refund', 'refund of the whole'],
  ['refund that keeps the access', 'refund of the whole'],
  ['refund of a part', 'refund of 1 ₽'],
])(
  'a %s is known by the refund id that the provider returned, whatever its clock says',
  (decision, report) => {
    const decided = { key: 'decision', at: DECIDED_AT, data: DECISIONS[decision]! };
    const made = happened('2026-02-21', 'made', {
      ...{ kind: 'refundMade', provider: PROVIDER, transactionId: CHARGE_ID, refundId: 'r-1' },
    });
    const outcomeWith = (refundedAt: string) =>
      foldOutcome([...HISTORY, decided, happened(refundedAt, 'back', REPORTS[report]!), made]);
    expect(outcomeWith('2026-02-20T11:00:00.000Z')).toEqual(outcomeWith('2026-02-20T12:01:00.000Z'));
  },
);

it('ignores an event of a kind that only a newer version of the server knows', () => {
  const unknown = happened('2026-01-15', 'unknown', JSON.parse('{"kind":"unknown"}') as LedgerEventData);
  const cancelled = happened('2026-01-15', 'cancel', {
    kind: 'cancelled',
    by: 'customer',
    known: ['unknown'],
  });
  expect(inCausalOrder([PAID, unknown, cancelled])).toEqual([PAID, cancelled]);
  expect(foldSubscription([unknown, PAID])).toEqual(foldSubscription([PAID]));
  expect([unknown, cancelled].map(isOnOurClock)).toEqual([false, true]);
});

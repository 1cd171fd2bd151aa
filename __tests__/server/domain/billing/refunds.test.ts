import { foldSubscription } from '../../../../src/server/domain/billing/fold';
/**
 * Tests which payment staff may refund while the subscription is ACTIVE, the refundable amount, and the remaining access.
 */
import { type LedgerEvent, paymentKey } from '../../../../src/server/domain/billing/ledgerEvents';
import {
  accessAfterRefund,
  accessLeft,
  computeUnusedKopecks,
  judgeRefund,
  rejectPayment,
  rejectUnused,
} from '../../../../src/server/domain/billing/refunds';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import {
  at,
  cancelled,
  charge,
  decided,
  gift,
  happened,
  refunded,
  renewal,
  trial,
} from '../../../support/subscriptionHistory';

const NOW = '2026-02-20';
/** A subscription whose paid month begins on 10 January and is charged again on 10 February. */
const TWO_MONTHS = [renewal('2026-01-10', '2026-02-10'), charge('2026-02-10')];
const LAST = 'charge:2026-02-10';

const judge = (
  events: readonly LedgerEvent[],
  asked: { transactionId?: string | null; amountKopecks?: number | 'all'; unusedDays?: boolean } = {},
  now = NOW,
) => {
  const judgement = judgeRefund(
    foldSubscription(events),
    { transactionId: null, amountKopecks: 'all', ...asked },
    at(now),
  );
  return { ...judgement, payment: judgement.payment?.transactionId ?? judgement.payment };
};

const possible = (payment: string, amountKopecks = MONTH_KOPECKS) => ({
  kind: 'possible',
  payment,
  amountKopecks,
});
const rejected = (rejection: string, payment: string | null) => ({ kind: 'rejected', rejection, payment });

describe('a refund while ACTIVE', () => {
  it('applies to the last payment that bought access unless a payment is named', () => {
    const surplus = renewal('2026-02-15', '2026-03-15', 'o-2');
    expect(judge(TWO_MONTHS)).toEqual(possible(LAST));
    expect(judge([...TWO_MONTHS, surplus])).toEqual(possible(LAST));
    expect(judge(TWO_MONTHS, { transactionId: 'first:o-1' })).toEqual(possible('first:o-1'));
  });

  it('returns the remaining amount, or the part that is named', () => {
    const events = [...TWO_MONTHS, refunded('2026-02-11', LAST, 1000)];
    const left = MONTH_KOPECKS - 1000;
    expect(judge(events)).toEqual(possible(LAST, left));
    expect(judge(events, { amountKopecks: 1 })).toEqual(possible(LAST, 1));
    expect(judge(events, { amountKopecks: left })).toEqual(possible(LAST, left));
    expect(judge(events, { amountKopecks: left + 1 })).toEqual({
      ...rejected('tooMuch', LAST),
      leftKopecks: left,
    });
  });

  it('of a free trial returns no money, because its ruble is voided automatically', () => {
    expect(judge([trial(NOW)], {}, '2026-02-21')).toEqual(possible('first:o-1', 0));
  });

  it.each([
    ['nobody has', TWO_MONTHS, 'unknown', null, 'noPayment'],
    [
      'bought nothing and returns by itself',
      [...TWO_MONTHS, renewal('2026-02-15', '2026-03-15', 'o-2')],
      'first:o-2',
      'first:o-2',
      'goesBackByItself',
    ],
    [
      'was refunded by staff, who let the access and the renewal go on',
      [
        ...TWO_MONTHS,
        happened('2026-02-11', 'decided', {
          kind: 'refundDecided',
          provider: PROVIDER,
          transactionId: LAST,
          amountKopecks: 100,
          keepsAccess: true,
          keepsRenewal: true,
        }),
      ],
      LAST,
      LAST,
      'decidedAlready',
    ],
  ])('is rejected for a payment that %s', (_what, events, transactionId, payment, rejection) => {
    expect(judge(events, { transactionId })).toEqual(rejected(rejection, payment));
  });

  it('names the provider of the payment if two providers use the same payment number', () => {
    const others = renewal('2026-03-20', '2026-04-20', 'o-2', {
      provider: 'otherProvider',
      transactionId: 'first:o-1',
    });
    const events = [
      renewal('2026-01-10', '2026-02-10'),
      cancelled('2026-01-11'),
      { ...others, key: 'others' },
    ];
    const now = '2026-03-21';
    expect(judge(events, { transactionId: 'first:o-1' }, now)).toEqual(rejected('ambiguous', null));
    for (const provider of [PROVIDER, 'otherProvider']) {
      const transactionId = paymentKey({ provider, transactionId: 'first:o-1' });
      expect(
        judgeRefund(foldSubscription(events), { transactionId, amountKopecks: 'all' }, at(now)),
      ).toMatchObject({
        kind: 'possible',
        payment: { provider },
      });
    }
  });
});

describe('a refund in another status', () => {
  it.each<[string, LedgerEvent[], string | null]>([
    ['nothing was bought', [], null],
    ['a gift is all there is', [gift('2026-02-10', 1)], null],
    ['the subscription was cancelled', [...TWO_MONTHS, cancelled('2026-02-11')], LAST],
  ])('is rejected if %s', (_what, events, payment) => {
    expect(judge(events)).toEqual(rejected('notActive', payment));
  });

  it('of unused days is rejected while ACTIVE, and if no days are left', () => {
    expect(judge(TWO_MONTHS, { unusedDays: true })).toEqual(rejected('notCancelled', LAST));
    expect(judge([], { unusedDays: true })).toEqual(rejected('notCancelled', null));
    const over = [...TWO_MONTHS, cancelled('2026-02-11')];
    expect(judge(over, { unusedDays: true, transactionId: 'first:o-1' })).toEqual(
      rejected('noDaysLeft', 'first:o-1'),
    );
    expect(judge(over, { unusedDays: true, transactionId: 'unknown' })).toEqual(rejected('noPayment', null));
  });

  it('of unused days is one kopeck in the last moment', () => {
    const events = [...TWO_MONTHS, cancelled('2026-02-11')];
    expect(judge(events, { unusedDays: true }, '2026-03-10T11:59:59.999Z')).toEqual(possible(LAST, 1));
  });

  it('of unused days is zero for a payment that bought no access', () => {
    const state = foldSubscription([...TWO_MONTHS, renewal('2026-02-15', '2026-03-15', 'o-2')]);
    const surplus = state.payments.find(({ orderId }) => orderId === 'o-2');
    expect(surplus && computeUnusedKopecks(state, surplus, at(NOW))).toBe(0);
  });
});

it('the refundable payments are known without a request: the payment while ACTIVE, its unused days while CANCELED', () => {
  const may = (...events: LedgerEvent[]) => {
    const state = foldSubscription(events);
    return state.payments.map((payment) => [
      rejectPayment(state, payment, at(NOW)),
      rejectUnused(state, payment, at(NOW)),
    ]);
  };
  expect(may(...TWO_MONTHS)).toEqual([
    [null, 'notCancelled'],
    [null, 'notCancelled'],
  ]);
  expect(may(...TWO_MONTHS, cancelled('2026-02-11'))).toEqual([
    ['notActive', 'noDaysLeft'],
    ['notActive', null],
  ]);
});

describe('after a refund', () => {
  const after = (events: readonly LedgerEvent[], transactionId: string) =>
    accessAfterRefund(events, { provider: PROVIDER, transactionId }, at(NOW));

  it('the access ends immediately if the payment bought all remaining access', () => {
    expect(after(TWO_MONTHS, LAST)).toBeNull();
  });

  it('gifted and used time remains: a gift moves up to now', () => {
    const events = [...TWO_MONTHS, gift('2026-02-11', 1)];
    expect(accessLeft(foldSubscription(events), at(NOW))).toEqual(at('2026-04-10'));
    // The 31 days of the gift lasted from 10 March to 10 April before the refund.
    expect(after(events, LAST)).toEqual(at('2026-03-23'));
    expect(after(events, 'first:o-1')).toEqual(at('2026-04-10'));
  });

  it('the predicted access equals the access after the decision', () => {
    const events = [...TWO_MONTHS, gift('2026-02-11', 1)];
    const state = foldSubscription([...events, decided(NOW, LAST)]);
    expect(accessLeft(state, at(NOW))).toEqual(after(events, LAST));
  });
});

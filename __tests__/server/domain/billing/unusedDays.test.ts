/** Tests which share of a payment is refunded for the unused days of a CANCELED subscription. */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { judgeRefund } from '../../../../src/server/domain/billing/refunds';
import { MONTH_KOPECKS } from '../../../support/offer';
import {
  at,
  cancelled,
  charge,
  decided,
  failed,
  gift,
  refunded,
  renewal,
  trial,
} from '../../../support/subscriptionHistory';

/** Access period of 28 days from 1 February. */
const FEBRUARY = [renewal('2026-02-01', '2026-03-01'), cancelled('2026-02-02')];

const judged = (
  events: LedgerEvent[],
  now: string,
  asked: { amountKopecks?: number; transactionId?: string } = {},
) => {
  const { amountKopecks = 'all' as const, transactionId = null } = asked;
  const judgement = judgeRefund(
    foldSubscription(events),
    { transactionId, amountKopecks, unusedDays: true },
    at(now),
  );
  return judgement.kind === 'possible' ? judgement.amountKopecks : judgement.rejection;
};

const computeShare = (days: number): number => Math.ceil((MONTH_KOPECKS * days) / 28);

test.each([
  ['2026-02-02', computeShare(27)],
  ['2026-02-15', computeShare(14)],
  ['2026-02-28', computeShare(1)],
])('on %s %i kopecks are left', (day, left) => {
  expect(judged(FEBRUARY, day)).toBe(left);
  expect(judged(FEBRUARY, day, { amountKopecks: left })).toBe(left);
  expect(judged(FEBRUARY, day, { amountKopecks: left + 1 })).toBe('tooMuch');
});

test.each<[string, LedgerEvent[], string, string]>([
  ['it is ACTIVE', FEBRUARY.slice(0, 1), '2026-02-15', 'notCancelled'],
  ['it is over', FEBRUARY, '2026-03-01', 'notCancelled'],
  [
    'its ruble only verified the card',
    [trial('2026-02-01'), cancelled('2026-02-02')],
    '2026-02-03',
    'noDaysLeft',
  ],
  ['all of it went back', [...FEBRUARY, refunded('2026-02-03', 'first:o-1')], '2026-02-04', 'notCancelled'],
  [
    'it was decided already',
    [...FEBRUARY, gift('2026-02-03', 1), decided('2026-02-04', 'first:o-1', 100)],
    '2026-02-05',
    'notCancelled',
  ],
])('is zero if %s', (_why, events, day, rejection) => {
  expect(judged(events, day)).toBe(rejection);
});

test('never exceeds the amount that has not been refunded', () => {
  const events = [...FEBRUARY, refunded('2026-02-03', 'first:o-1', MONTH_KOPECKS - 1000)];
  expect(judged(events, '2026-02-04')).toBe(1000);
});

test('a month that has not begun is unused as a whole', () => {
  const events = [...FEBRUARY, renewal('2026-02-10', '2026-04-01', 'o-2'), cancelled('2026-02-11')];
  expect(judged(events, '2026-02-15')).toBe(computeShare(14));
  expect(judged(events, '2026-02-15', { transactionId: 'first:o-2' })).toBe(MONTH_KOPECKS);
});

describe('a month that was paid late', () => {
  const begun = renewal('2026-01-01', '2026-02-01');

  it('began on its charge date', () => {
    const events = [begun, charge('2026-02-03'), cancelled('2026-02-04')];
    expect(judged(events, '2026-02-15')).toBe(computeShare(14));
  });

  it('began on its charge date if another card paid it', () => {
    const paid = renewal('2026-02-03', '2026-03-01', 'o-2', { orderKind: 'cardChangeMonth' });
    const events = [begun, failed('2026-02-01'), paid, cancelled('2026-02-04')];
    expect(judged(events, '2026-02-15')).toBe(computeShare(14));
  });

  it('began at the end of a gift that ended later', () => {
    const events = [begun, gift('2026-01-20', 1), charge('2026-03-03'), cancelled('2026-03-04')];
    expect(judged(events, '2026-03-15')).toBe(Math.ceil((MONTH_KOPECKS * 17) / 31));
  });
});

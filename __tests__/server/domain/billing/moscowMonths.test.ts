/**
 * Tests that the product counts months in Europe/Moscow, and that the card provider, which counts months in UTC, is set
 * to the product's charge date.
 */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { offerFor, rejectCharge } from '../../../../src/server/domain/billing/orders';
import { summarize } from '../../../../src/server/domain/billing/status';
import { charge, gift, renewal, said } from '../../../support/subscriptionHistory';

const moscow = (text: string): string => new Date(`${text}:00.000+03:00`).toISOString();

const foldNextCharge = (events: LedgerEvent[]) =>
  foldSubscription(events).agreement?.nextChargeAt.toISOString();
const foldMoves = (events: LedgerEvent[]) =>
  foldSubscription(events).commands.flatMap((command) =>
    command.kind === 'moveRecurringPayment' ? [command.nextChargeAt] : [],
  );

test('a month bought after a gift that ends on 1 March 02:18 in Moscow has 31 days, not 28', () => {
  const gifted = foldSubscription([gift(moscow('2027-01-01T02:18'), 2)]);
  expect(gifted.accessUntil?.toISOString()).toBe(moscow('2027-03-01T02:18'));
  const now = new Date(moscow('2027-02-20T12:00'));
  const offer = offerFor(summarize(gifted), 'web', now, true);
  expect(offer?.recurringPaymentStartAt.toISOString()).toBe(moscow('2027-04-01T02:18'));
});

test('a gift to a running subscription lasts until the same day of the month in Moscow', () => {
  const events = [
    renewal(moscow('2027-01-01T02:18'), moscow('2027-02-01T02:18')),
    gift(moscow('2027-01-10T12:00'), 1),
  ];
  expect(foldNextCharge(events)).toBe(moscow('2027-03-01T02:18'));
  expect(foldNextCharge([...events, charge(moscow('2027-03-01T02:18'))])).toBe(moscow('2027-04-01T02:18'));
});

test.each([
  // The first day of a month in Moscow begins on the last day of the previous month in UTC.
  ['2027-03-01T02:18', '2027-04-01T02:18', '2027-05-01T02:18', '2027-06-01T02:18'],
  ['2027-01-01T00:00', '2027-02-01T00:00', '2027-03-01T00:00', '2027-04-01T00:00'],
  ['2026-10-31T01:30', '2026-11-30T01:30', '2026-12-31T01:30', '2027-01-31T01:30'],
  ['2027-01-29T02:59', '2027-02-28T02:59', '2027-03-29T02:59', '2027-04-29T02:59'],
  ['2027-01-31T03:00', '2027-02-28T03:00', '2027-03-31T03:00', '2027-04-30T03:00'],
])('a subscription first charged at %s in Moscow is charged at %s, %s and %s', (...dates) => {
  const [start = '', ...charges] = dates.map(moscow);
  const events = [renewal(moscow('2026-09-15T12:00'), start)];
  for (const [index, next] of charges.entries()) {
    events.push(charge([start, ...charges][index] ?? '', 'o-1', { transactionId: `t-${String(index)}` }));
    expect(foldNextCharge(events.map((event, key) => ({ ...event, key: String(key) })))).toBe(next);
  }
});

describe('the card provider counts from its start date in UTC', () => {
  const START = moscow('2027-03-01T02:18');
  const ON_TIME = [renewal(moscow('2027-02-01T02:18'), START), charge(START)];

  test('is moved if its own date, 28 March in UTC, differs from ours', () => {
    expect(foldMoves(ON_TIME)).toEqual([moscow('2027-04-01T02:18')]);
  });

  test('is left unchanged if both calendars agree', () => {
    const start = moscow('2027-02-01T02:18');
    const events = [renewal(moscow('2027-01-01T02:18'), start), charge(start)];
    expect(foldNextCharge(events)).toBe(moscow('2027-03-01T02:18'));
    expect(foldMoves(events)).toEqual([]);
    const daytime = [renewal('2027-01-15', '2027-02-15'), charge('2027-02-15')];
    expect(foldMoves(daytime)).toEqual([]);
  });

  test('counts from the new date once it was moved: 31 March in UTC is right for April, too', () => {
    const next = moscow('2027-04-01T02:18');
    const events = [...ON_TIME, charge(next)];
    expect(foldNextCharge(events)).toBe(moscow('2027-05-01T02:18'));
    expect(foldMoves(events)).toEqual([]);
  });

  test('may charge three days before our date: the charge counts once, and the next move corrects the date', () => {
    const theirs = '2027-03-28T23:18:00.000Z';
    const { agreement, cardMask } = foldSubscription(ON_TIME);
    expect(rejectCharge({ id: 'o-1' }, { agreement, cardMask }, new Date(theirs))).toBeNull();
    const events = [...ON_TIME, charge(theirs)];
    expect(foldNextCharge(events)).toBe(moscow('2027-05-01T02:18'));
    expect(foldMoves(events)).toEqual([moscow('2027-05-01T02:18')]);
  });

  test('reports its own date before it was moved: our date still decides', () => {
    const late = moscow('2027-03-31T01:00');
    const events = [renewal(moscow('2027-02-28T12:00'), late), charge(late)];
    const ours = moscow('2027-04-30T01:00');
    expect(foldMoves(events)).toEqual([ours]);
    const reported = [...events, said(moscow('2027-03-31T01:01'), 'active', '2027-04-30T22:00:00.000Z')];
    expect(summarize(foldSubscription(reported)).nextChargeAt?.toISOString()).toBe(ours);
  });
});

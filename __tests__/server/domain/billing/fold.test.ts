/** What an account has paid and been returned in all, and dates that do not move. */
import { foldSubscription, refundedOf } from '../../../../src/server/domain/billing/fold';
import { pollChargeAt } from '../../../../src/server/domain/billing/overdueCharges';
import { MONTH_KOPECKS } from '../../../support/offer';
import {
  at,
  cancelled,
  charge,
  chargedBack,
  refunded,
  renewal,
  said,
  trial,
} from '../../../support/subscriptionHistory';

const FIRST = renewal('2026-01-10', '2026-02-10');

describe('what an account has paid in all', () => {
  const totalOf = (...events: Parameters<typeof foldSubscription>[0]) =>
    foldSubscription(events).totalPaidKopecks;

  it('is the sum of its payments without what went back', () => {
    expect(totalOf(FIRST, charge('2026-02-10'))).toBe(2 * MONTH_KOPECKS);
    expect(totalOf(FIRST, charge('2026-02-10'), refunded('2026-02-11', 'first:o-1', 1000))).toBe(
      2 * MONTH_KOPECKS - 1000,
    );
  });

  it('is nothing once everything went back, by the provider or by the bank', () => {
    expect(totalOf(FIRST, refunded('2026-01-11', 'first:o-1'))).toBe(0);
    expect(totalOf(FIRST, chargedBack('2026-01-11', 'first:o-1'))).toBe(0);
  });

  it('is nothing after the ruble of a free trial, which only verifies the card', () => {
    expect(totalOf(trial('2026-01-10'))).toBe(0);
  });
});

it('what the bank took is not counted as refunded', () => {
  const { payments } = foldSubscription([
    FIRST,
    refunded('2026-01-11', 'first:o-1', 1000),
    chargedBack('2026-01-12', 'first:o-1', MONTH_KOPECKS - 1000),
  ]);
  expect(payments.map((payment) => [payment.returnedKopecks, refundedOf(payment)])).toEqual([
    [MONTH_KOPECKS, 1000],
  ]);
});

it('a charge that the provider is told to make on its date, and not minutes before, was not put off', () => {
  const events = [
    FIRST,
    said('2026-02-10T11:55:00.000Z', 'active', '2026-02-10T11:58:00.000Z'),
    cancelled('2026-02-10T11:56:00.000Z'),
  ];
  expect(foldSubscription(events.slice(0, 2)).agreement?.movedTo).toEqual(at('2026-02-10'));
  expect(pollChargeAt(foldSubscription(events), at('2026-02-10'))).toBeNull();
});

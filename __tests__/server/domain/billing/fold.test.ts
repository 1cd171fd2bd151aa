/** Tests the total amount that an account has paid, the account's refunds, and charge dates that must not move. */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { pollChargeAt } from '../../../../src/server/domain/billing/overdueCharges';
import { computeRefundedKopecks } from '../../../../src/server/domain/billing/subscriptionState';
import { given } from '../../../support/givenEvents';
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

describe('the total that an account has paid', () => {
  it('is the sum of its payments minus refunds', () => {
    given(FIRST)
      .when(charge('2026-02-10'))
      .thenState({ totalPaidKopecks: 2 * MONTH_KOPECKS })
      .when(refunded('2026-02-11', 'first:o-1', 1000))
      .thenState({ totalPaidKopecks: 2 * MONTH_KOPECKS - 1000 });
  });

  it('is zero once everything was returned by the provider or by the bank', () => {
    given(FIRST).when(refunded('2026-01-11', 'first:o-1')).thenState({ totalPaidKopecks: 0 });
    given(FIRST).when(chargedBack('2026-01-11', 'first:o-1')).thenState({ totalPaidKopecks: 0 });
  });

  it('is zero after the ruble of a free trial, which only verifies the card', () => {
    given().when(trial('2026-01-10')).thenState({ totalPaidKopecks: 0 });
  });
});

it('does not count money that the bank took back as refunded', () => {
  const { payments } = foldSubscription([
    FIRST,
    refunded('2026-01-11', 'first:o-1', 1000),
    chargedBack('2026-01-12', 'first:o-1', MONTH_KOPECKS - 1000),
  ]);
  expect(payments.map((payment) => [payment.returnedKopecks, computeRefundedKopecks(payment)])).toEqual([
    [MONTH_KOPECKS, 1000],
  ]);
});

it('does not treat a charge as postponed if the provider was instructed to charge on its date instead of minutes before', () => {
  const events = [
    FIRST,
    said('2026-02-10T11:55:00.000Z', 'active', '2026-02-10T11:58:00.000Z'),
    cancelled('2026-02-10T11:56:00.000Z'),
  ];
  expect(foldSubscription(events.slice(0, 2)).agreement?.movedTo).toEqual(at('2026-02-10'));
  expect(pollChargeAt(foldSubscription(events), at('2026-02-10'))).toBeNull();
});

it('stores no card if the payment did not save the card', () => {
  const event = renewal('2026-01-10', '2026-02-10');
  const unsaved = { ...event, data: { ...event.data, chargedBy: 'merchant', isUnsaved: true } as const };
  const { cardMask, payments, agreement } = foldSubscription([unsaved]);
  expect([cardMask, agreement?.ended?.by]).toEqual([null, 'unsaved']);
  expect(payments[0]?.cardMask).not.toBeNull();
});

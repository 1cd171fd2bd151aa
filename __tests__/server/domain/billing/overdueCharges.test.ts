/** Tests for which subscriptions the server polls the card provider for an unreported charge. */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { chargesToPoll, pollChargeAt } from '../../../../src/server/domain/billing/overdueCharges';
import { at, cancelled, charge, gift, renewal } from '../../../support/subscriptionHistory';

it('polls a subscription that was replaced just after its charge was due', () => {
  const state = foldSubscription([
    renewal('2026-01-01', '2026-02-01'),
    cancelled('2026-02-01T18:00:00.000Z'),
    renewal('2026-02-01T19:00:00.000Z', '2026-03-01', 'o-2'),
  ]);
  const now = at('2026-02-02');
  const polled = chargesToPoll(state, now).map(({ agreement }) => agreement.orderId);
  expect(polled).toEqual(['o-1', 'o-2']);
  expect(pollChargeAt(state, now)).toEqual(at('2026-02-01T12:15:00.000Z'));
  const later = chargesToPoll(state, at('2026-02-03')).map(({ agreement }) => agreement.orderId);
  expect(later).toEqual(['o-2']);
});

it('polls a charge that was due when a gift moved it, until a charge is reported', () => {
  const moved = [renewal('2026-01-01', '2026-02-01'), gift('2026-02-01T12:02:00.000Z', 1)];
  const state = foldSubscription(moved);
  expect(chargesToPoll(state, at('2026-02-02')).map(({ since }) => since)).toEqual([at('2026-02-01')]);
  expect(pollChargeAt(state, at('2026-02-02'))).toEqual(at('2026-02-01T12:15:00.000Z'));
  // The server stops polling for a charge after ten days, and polls again from the next charge date.
  expect(pollChargeAt(state, at('2026-02-12'))).toEqual(at('2026-03-01T12:17:00.000Z'));
  const heard = foldSubscription([...moved, charge('2026-02-01T12:00:30.000Z')]);
  expect(pollChargeAt(heard, at('2026-02-02'))).toEqual(at('2026-04-01T12:15:00.000Z'));
  const beforeDue = foldSubscription([renewal('2026-01-01', '2026-02-01'), gift('2026-01-31', 1)]);
  expect(pollChargeAt(beforeDue, at('2026-02-02'))).toEqual(at('2026-03-01T12:15:00.000Z'));
});

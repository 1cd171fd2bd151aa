/** Which agreements are polled for a charge that was not reported. */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { agreementsToPoll, pollChargeAt } from '../../../../src/server/domain/billing/overdueCharges';
import { at, cancelled, renewal } from '../../../support/subscriptionHistory';

it('polls an agreement that another one has replaced just after its charge was due', () => {
  const state = foldSubscription([
    renewal('2026-01-01', '2026-02-01'),
    cancelled('2026-02-01T18:00:00.000Z'),
    renewal('2026-02-01T19:00:00.000Z', '2026-03-01', 'o-2'),
  ]);
  const now = at('2026-02-02');
  const polled = agreementsToPoll(state, now).map(({ agreement }) => agreement.orderId);
  expect(polled).toEqual(['o-1', 'o-2']);
  expect(pollChargeAt(state, now)).toEqual(at('2026-02-01T12:15:00.000Z'));
  const later = agreementsToPoll(state, at('2026-02-03')).map(({ agreement }) => agreement.orderId);
  expect(later).toEqual(['o-2']);
});

/**
 * Tests a charge that is further ahead than the card provider allows. The recurring payment is paused, and resumed in
 * time for the charge.
 */
import { addDays } from '../../../../src/server/domain/billing/billingCalendar';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { offeredFrom, offerFor } from '../../../../src/server/domain/billing/orders';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { addMonths } from '../../../../src/shared/moscowDays';
import { OFFER_TERMS } from '../../../../src/shared/offerTerms';
import { at, cancelled, charge, gift, renewal, said, trial } from '../../../support/subscriptionHistory';

const foldCommands = (events: LedgerEvent[]) => foldSubscription(events).commands;
const foldStatus = (events: LedgerEvent[], now: string) =>
  statusAt(summarize(foldSubscription(events)), at(now));

const YEAR = [renewal('2026-01-01', '2026-02-01'), gift('2026-01-10', 12)];

test('a gift within the year moves the charge; a longer gift pauses the recurring payment and resumes it in time', () => {
  expect(foldCommands([renewal('2026-01-01', '2026-02-01'), gift('2026-01-10', 11)])).toEqual([
    expect.objectContaining({ kind: 'moveRecurringPayment', nextChargeAt: at('2027-01-01').toISOString() }),
  ]);
  expect(foldCommands(YEAR)).toEqual([
    {
      kind: 'pauseRecurringPayment',
      provider: 'cloudPayments',
      orderId: 'o-1',
      recurringPaymentId: null,
      nextChargeAt: at('2027-02-01').toISOString(),
    },
    {
      kind: 'resumeRecurringPayment',
      provider: 'cloudPayments',
      orderId: 'o-1',
      nextChargeAt: at('2027-02-01').toISOString(),
      notBefore: at('2026-02-02').toISOString(),
    },
  ]);
});

test("the provider's cancellation report is ignored during a pause, and counts again after the resumption", () => {
  const echo = [...YEAR, said('2026-01-10T12:00:05.000Z', 'cancelled')];
  expect(foldSubscription(echo).agreement?.ended).toBeNull();
  expect(foldStatus(echo, '2026-06-01')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2027-02-01'),
  });
  const ended = [...echo, said('2026-05-01', 'active', '2027-02-01'), said('2026-06-01', 'cancelled')];
  expect(foldSubscription(ended).agreement?.ended).toMatchObject({ by: 'provider' });
});

test('a failure that the provider reports during a pause ends the subscription', () => {
  const events = [...YEAR, said('2026-01-11', 'rejected', null, { failures: 3 })];
  expect(foldSubscription(events).agreement?.ended).toMatchObject({ by: 'provider', state: 'rejected' });
});

test('a cancellation by the customer during a pause is final: nothing is resumed', () => {
  expect(foldCommands([...YEAR, cancelled('2026-05-01')]).map(({ kind }) => kind)).toEqual([
    'cancelRecurringPayment',
  ]);
});

test('the charge is made on its date, and the next charge is scheduled as usual', () => {
  const events = [...YEAR, said('2026-02-02', 'active', '2027-02-01'), charge('2027-02-01')];
  expect(foldCommands(events)).toEqual([]);
  expect(foldStatus(events, '2027-02-02')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2027-03-01'),
  });
});

test('a first payment after two years of gifts pauses its recurring payment too', () => {
  const events = [gift('2026-01-01', 24), trial('2026-01-02', 'o-1', { orderKind: 'campaign' })];
  expect(foldCommands(events).map(({ kind }) => kind)).toEqual([
    'pauseRecurringPayment',
    'resumeRecurringPayment',
  ]);
});

test('a recurring payment that the provider creates after the move was requested is moved then', () => {
  const events = [renewal('2026-01-01', '2026-02-01'), gift('2026-01-10', 1)];
  const [before] = foldCommands(events);
  const [after] = foldCommands([...events, said('2026-01-11', 'active', '2026-02-01')]);
  expect([before, after]).toEqual([
    expect.objectContaining({ kind: 'moveRecurringPayment', recurringPaymentId: null }),
    expect.objectContaining({ kind: 'moveRecurringPayment', recurringPaymentId: 'sc_o-1' }),
  ]);
});

describe('the shop', () => {
  const given = (months: number) => summarize(foldSubscription([gift('2026-01-01', months)]));

  test('offers a renewal after a gift once the first charge can be scheduled', () => {
    const start = addDays(at('2027-01-01'), OFFER_TERMS.webTrialDays);
    const from = addMonths(start, -12);
    const justBefore = new Date(from.getTime() - 1);
    expect(offerFor(given(12), 'web', justBefore)).toBeNull();
    expect(offeredFrom(given(12), justBefore)).toEqual(from);
    expect(offerFor(given(12), 'web', from)).toMatchObject({ kind: 'trial', recurringPaymentStartAt: start });
    expect(offeredFrom(given(12), from)).toBeNull();
    expect(offerFor(given(10), 'web', at('2026-01-02'))).not.toBeNull();
  });
});

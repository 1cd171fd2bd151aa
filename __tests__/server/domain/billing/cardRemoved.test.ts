/**
 * Tests the removal of a card for every arrival order of events. The subscription state must depend only on the set of
 * events.
 */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { PROVIDER } from '../../../support/paymentEvents';
import { trialPayment } from '../../../support/paymentEvents';

const at = (day: string) => new Date(`2026-${day}T09:00:00Z`);

const paid = (transactionId: string, role: 'first' | 'recurrent', day: string): LedgerEvent => ({
  key: `paid:${transactionId}`,
  at: at(day),
  data: trialPayment({ transactionId, role, recurringPaymentStartAt: '2026-03-08T09:00:00.000Z' }),
});

const said = (key: string, day: string, data: LedgerEventData): LedgerEvent => ({
  key,
  at: at(day),
  data,
});

const recurringPayment = (day: string, state: 'active' | 'rejected', successes: number, failures: number) =>
  said(`recurrence:${state}:${String(successes)}`, day, {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId: 'o-1',
    recurringPaymentId: 'sc_1',
    state,
    successes,
    failures,
    nextChargeAt: '2026-05-08T09:00:00.000Z',
  });

const HISTORY = [
  paid('1', 'first', '03-01'),
  paid('2', 'recurrent', '03-08'),
  recurringPayment('04-08', 'rejected', 1, 3),
  said('removed', '04-09', { kind: 'cardRemoved' }),
  recurringPayment('04-10', 'active', 2, 0),
  paid('3', 'recurrent', '04-10'),
];

function* permute<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of permute(items.filter((_each, place) => place !== index))) yield [item, ...rest];
  }
}

test('all 720 orders of 6 events end without a recurring payment, a card or a kept charge', () => {
  let count = 0;
  const expected = foldSubscription(HISTORY);
  for (const events of permute(HISTORY)) {
    count += 1;
    expect(foldSubscription(events)).toEqual(expected);
  }
  expect(count).toBe(720);
  expect(expected.cardMask).toBeNull();
  expect(expected.commands).toContainEqual(
    expect.objectContaining({ kind: 'cancelRecurringPayment', orderId: 'o-1' }),
  );
  expect(expected.payments.find(({ transactionId }) => transactionId === '3')?.verdict).toBe('uncalled');
  expect(statusAt(summarize(expected), at('04-11')).status).toBe('EXPIRED');
});

test('access lasts to the paid end', () => {
  const state = foldSubscription([...HISTORY.slice(0, 2), said('removed', '03-09', { kind: 'cardRemoved' })]);
  expect(statusAt(summarize(state), at('03-10'))).toMatchObject({ status: 'CANCELED', isActive: true });
  expect(state.accessUntil).toEqual(at('04-08'));
});

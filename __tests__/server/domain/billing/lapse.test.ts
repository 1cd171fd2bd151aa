/** Silence ends a subscription: visibly, for good, and undone only by a charge that was made in time. */
import { emailsOf } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import {
  at,
  cancelled,
  charge,
  failed,
  gift,
  lapsed,
  renewal,
  said,
  trial,
} from '../../../support/subscriptionHistory';

const stateOf = (events: LedgerEvent[]) => foldSubscription(events);
const statusOf = (events: LedgerEvent[], now: string) => statusAt(summarize(stateOf(events)), at(now));

// Charged on the 8th, so its grace is over on the 11th.
const SILENT = [trial('2026-01-01'), lapsed('2026-01-11')];

test('it ends the agreement and its recurring payment, and an email says so', () => {
  expect(stateOf(SILENT)).toMatchObject({ agreement: { ended: { by: 'lapse', at: at('2026-01-11') } } });
  expect(stateOf(SILENT).commands).toContainEqual(
    expect.objectContaining({ kind: 'cancelRecurringPayment', orderId: 'o-1' }),
  );
  expect(emailsOf(stateOf(SILENT), at('2026-01-11'))).toContainEqual(
    expect.objectContaining({ name: 'subscriptionEnded', why: 'unheard', accessUntil: null }),
  );
});

test('said too early it ends nothing', () => {
  const events = [trial('2026-01-01'), lapsed('2026-01-11T11:59:59.999Z')];
  expect(stateOf(events).agreement?.ended).toBeNull();
});

test('a gift after it is prepaid time of its own: no recurring payment comes back, and its end is ahead', () => {
  for (const events of [
    [...SILENT, gift('2026-01-12', 1)],
    [trial('2026-01-01'), gift('2026-01-12', 1)],
  ]) {
    expect(statusOf(events, '2026-01-13')).toEqual({
      status: 'GIFTED',
      isActive: true,
      expirationDate: at('2026-02-12'),
      changesAt: at('2026-02-12'),
    });
    expect(stateOf(events).agreement?.ended?.by).toBe('lapse');
  }
});

test('a gift while the charge is awaited keeps the agreement', () => {
  const events = [trial('2026-01-01'), gift('2026-01-10', 1)];
  expect(statusOf(events, '2026-01-13')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2026-02-10'),
  });
});

test('a charge that was made in time and is heard of late undoes it', () => {
  const events = [...SILENT, charge('2026-01-08')];
  expect(stateOf(events).agreement?.ended).toBeNull();
  expect(statusOf(events, '2026-01-12')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2026-02-08'),
  });
});

test('a charge after it goes back', () => {
  const state = stateOf([...SILENT, charge('2026-01-12')]);
  expect(state.payments.at(-1)?.verdict).toBe('uncalled');
  expect(state.commands).toContainEqual(
    expect.objectContaining({ kind: 'refund', transactionId: 'charge:2026-01-12' }),
  );
});

test('a charge after a gift that met the silence goes back, not into the gift', () => {
  const state = stateOf([trial('2026-01-01'), gift('2026-01-12', 1), charge('2026-02-08')]);
  expect(state.payments.at(-1)?.verdict).toBe('uncalled');
  expect(state.accessUntil).toEqual(at('2026-02-12'));
});

test('while the provider tries again there is no silence', () => {
  const events = [
    trial('2026-01-01'),
    failed('2026-01-08'),
    said('2026-01-08', 'pastDue', '2026-01-10', { failures: 1 }),
    lapsed('2026-01-12'),
  ];
  expect(stateOf(events).agreement?.ended).toBeNull();
  expect(stateOf([...events, lapsed('2026-01-13')]).agreement?.ended?.by).toBe('lapse');
});

test('what has ended already does not lapse', () => {
  const events = [trial('2026-01-01'), cancelled('2026-01-02'), lapsed('2026-01-11')];
  expect(stateOf(events).agreement?.ended?.by).toBe('customer');
});

describe("a charge that the provider's office has put off", () => {
  const events = [trial('2026-01-01'), said('2026-01-05', 'active', '2026-03-08')];

  test('gives no time: what is paid ends with its grace', () => {
    expect(statusOf(events, '2026-01-10')).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(statusOf(events, '2026-01-11')).toEqual({
      status: 'EXPIRED',
      isActive: false,
      expirationDate: at('2026-01-08'),
      changesAt: at('2026-03-11'),
    });
  });

  test('stands in the way of no new subscription once what is paid has ended', () => {
    const bought = [...events, renewal('2026-01-20', '2026-02-20', 'o-2')];
    expect(stateOf(bought).payments.at(-1)).toMatchObject({ orderId: 'o-2', verdict: 'counted' });
    expect(statusOf(bought, '2026-01-21')).toMatchObject({
      status: 'ACTIVE',
      expirationDate: at('2026-02-20'),
    });
    // One recurring payment per account: the one that was put off is not charged any more.
    expect(stateOf(bought).commands).toContainEqual(
      expect.objectContaining({ kind: 'cancelRecurringPayment', orderId: 'o-1' }),
    );
    const within = [...events, renewal('2026-01-10', '2026-02-10', 'o-2')];
    expect(stateOf(within).payments.at(-1)).toMatchObject({ verdict: 'surplus' });
  });

  test('is announced, and begins the next month', () => {
    expect(emailsOf(stateOf(events), at('2026-03-05'))).toContainEqual(
      expect.objectContaining({ name: 'chargeUpcoming', chargeAt: at('2026-03-08') }),
    );
    const charged = [...events, charge('2026-03-08')];
    expect(statusOf(charged, '2026-03-09')).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(stateOf(charged).segments.at(-1)).toMatchObject({
      from: at('2026-03-08'),
      until: at('2026-04-08'),
    });
  });
});

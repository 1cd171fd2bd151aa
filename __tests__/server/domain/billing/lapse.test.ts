/**
 * Tests the expiry of a subscription without a reported charge. Only a charge that was made in time reverses the expiry.
 */
import { deriveEmails } from '../../../../src/server/domain/billing/emails';
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

const foldState = (events: LedgerEvent[]) => foldSubscription(events);
const foldStatus = (events: LedgerEvent[], now: string) => statusAt(summarize(foldState(events)), at(now));

// The charge was due on 8 January, so the grace period of the subscription ends on 11 January.
const SILENT = [trial('2026-01-01'), lapsed('2026-01-11')];

test('ends the subscription and its recurring payment, and sends an email', () => {
  expect(foldState(SILENT)).toMatchObject({ agreement: { ended: { by: 'lapse', at: at('2026-01-11') } } });
  expect(foldState(SILENT).commands).toContainEqual(
    expect.objectContaining({ kind: 'cancelRecurringPayment', orderId: 'o-1' }),
  );
  expect(deriveEmails(foldState(SILENT), at('2026-01-11'))).toContainEqual(
    expect.objectContaining({ name: 'subscriptionEnded', why: 'unheard', accessUntil: null }),
  );
});

test('changes nothing if it is recorded before the grace period ends', () => {
  const events = [trial('2026-01-01'), lapsed('2026-01-11T11:59:59.999Z')];
  expect(foldState(events).agreement?.ended).toBeNull();
});

test('a later gift adds prepaid access with its own expiry and does not restore the recurring payment', () => {
  for (const events of [
    [...SILENT, gift('2026-01-12', 1)],
    [trial('2026-01-01'), gift('2026-01-12', 1)],
  ]) {
    expect(foldStatus(events, '2026-01-13')).toEqual({
      status: 'GIFTED',
      isActive: true,
      expirationDate: at('2026-02-12'),
      changesAt: at('2026-02-12'),
    });
    expect(foldState(events).agreement?.ended?.by).toBe('lapse');
  }
});

test('a gift during the grace period keeps the subscription', () => {
  const events = [trial('2026-01-01'), gift('2026-01-10', 1)];
  expect(foldStatus(events, '2026-01-13')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2026-02-10'),
  });
});

test('is reversed by a charge that was made in time and reported late', () => {
  const events = [...SILENT, charge('2026-01-08')];
  expect(foldState(events).agreement?.ended).toBeNull();
  expect(foldStatus(events, '2026-01-12')).toMatchObject({
    status: 'ACTIVE',
    expirationDate: at('2026-02-08'),
  });
});

test('a charge after it is refunded', () => {
  const state = foldState([...SILENT, charge('2026-01-12')]);
  expect(state.payments.at(-1)?.verdict).toBe('uncalled');
  expect(state.commands).toContainEqual(
    expect.objectContaining({ kind: 'refund', transactionId: 'charge:2026-01-12' }),
  );
});

test('a charge after a gift during the grace period is refunded and does not extend the gift', () => {
  const state = foldState([trial('2026-01-01'), gift('2026-01-12', 1), charge('2026-02-08')]);
  expect(state.payments.at(-1)?.verdict).toBe('uncalled');
  expect(state.accessUntil).toEqual(at('2026-02-12'));
});

test('does not happen while the provider retries', () => {
  const events = [
    trial('2026-01-01'),
    failed('2026-01-08'),
    said('2026-01-08', 'pastDue', '2026-01-10', { failures: 1 }),
    lapsed('2026-01-12'),
  ];
  expect(foldState(events).agreement?.ended).toBeNull();
  expect(foldState([...events, lapsed('2026-01-13')]).agreement?.ended?.by).toBe('lapse');
});

test('does not happen to a subscription that has already ended', () => {
  const events = [trial('2026-01-01'), cancelled('2026-01-02'), lapsed('2026-01-11')];
  expect(foldState(events).agreement?.ended?.by).toBe('customer');
});

describe("a charge that the provider's dashboard has postponed", () => {
  const events = [trial('2026-01-01'), said('2026-01-05', 'active', '2026-03-08')];

  test('gives no access: paid access ends with its grace period', () => {
    expect(foldStatus(events, '2026-01-10')).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(foldStatus(events, '2026-01-11')).toEqual({
      status: 'EXPIRED',
      isActive: false,
      expirationDate: at('2026-01-08'),
      changesAt: at('2026-03-11'),
    });
  });

  test('does not prevent a new subscription once the paid access has ended', () => {
    const bought = [...events, renewal('2026-01-20', '2026-02-20', 'o-2')];
    expect(foldState(bought).payments.at(-1)).toMatchObject({ orderId: 'o-2', verdict: 'counted' });
    expect(foldStatus(bought, '2026-01-21')).toMatchObject({
      status: 'ACTIVE',
      expirationDate: at('2026-02-20'),
    });
    // An account may have only one recurring payment, so the new subscription cancels the postponed recurring payment.
    expect(foldState(bought).commands).toContainEqual(
      expect.objectContaining({ kind: 'cancelRecurringPayment', orderId: 'o-1' }),
    );
    const within = [...events, renewal('2026-01-10', '2026-02-10', 'o-2')];
    expect(foldState(within).payments.at(-1)).toMatchObject({ verdict: 'surplus' });
  });

  test('is announced, and begins the next month', () => {
    expect(deriveEmails(foldState(events), at('2026-03-05'))).toContainEqual(
      expect.objectContaining({ name: 'chargeUpcoming', chargeAt: at('2026-03-08') }),
    );
    const charged = [...events, charge('2026-03-08')];
    expect(foldStatus(charged, '2026-03-09')).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(foldState(charged).segments.at(-1)).toMatchObject({
      from: at('2026-03-08'),
      until: at('2026-04-08'),
    });
  });
});

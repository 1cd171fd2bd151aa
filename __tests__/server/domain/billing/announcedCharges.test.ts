/**
 * Tests that an email precedes every charge, even if the charge was moved, was not reported, or has a different date at
 * the card provider.
 */
import { deriveEmails, nextEmailAt } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { rejectCharge } from '../../../../src/server/domain/billing/orders';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import {
  at,
  charge,
  failed,
  gift,
  refunded,
  renewal,
  said,
  trial,
} from '../../../support/subscriptionHistory';

const announced = (events: LedgerEvent[], now: string) =>
  deriveEmails(foldSubscription(events), at(now)).flatMap((emailMessage) =>
    emailMessage.name === 'chargeUpcoming' ? [emailMessage.chargeAt] : [],
  );
const failures = (events: LedgerEvent[], now: string) =>
  deriveEmails(foldSubscription(events), at(now)).filter(({ name }) => name === 'chargeFailed');

test('a failed charge that a gift moved is announced again', () => {
  const events = [
    trial('2026-01-01'),
    failed('2026-01-08'),
    said('2026-01-08', 'pastDue', '2026-01-09', { failures: 1 }),
    gift('2026-01-09', 1),
  ];
  expect(failures(events, '2026-01-09')).toEqual([]);
  expect(announced(events, '2026-02-06')).toEqual([at('2026-02-09')]);
  expect(nextEmailAt(foldSubscription(events), at('2026-01-10'))).toEqual(at('2026-02-06'));
});

test('a charge after a paid retry whose Recurrent notification was lost is announced', () => {
  const events = [
    trial('2026-01-01'),
    failed('2026-01-08'),
    said('2026-01-08', 'pastDue', '2026-01-09', { failures: 1 }),
    charge('2026-01-09'),
  ];
  expect(announced(events, '2026-02-05')).toEqual([at('2026-02-08')]);
});

test("if the provider charges later than our date, the provider's date is announced", () => {
  const events = [trial('2026-01-01'), charge('2026-01-08'), said('2026-01-08', 'active', '2026-02-10')];
  expect(announced(events, '2026-02-06')).toEqual([]);
  expect(announced(events, '2026-02-07')).toEqual([at('2026-02-10')]);
});

test('if the provider would charge earlier, the charge is moved to our date', () => {
  const events = [
    renewal('2026-01-31', '2026-02-28'),
    charge('2026-02-28', 'o-1', { recurringPaymentStartAt: at('2026-02-28').toISOString() }),
    said('2026-02-28T13:00:00.000Z', 'active', '2026-03-25'),
  ];
  expect(foldSubscription(events).commands).toContainEqual(
    expect.objectContaining({ kind: 'moveRecurringPayment', nextChargeAt: at('2026-03-28').toISOString() }),
  );
});

test('a reported date that is already past moves nothing', () => {
  const events = [trial('2026-01-01'), charge('2026-01-08'), said('2026-01-09', 'active', '2026-01-08')];
  expect(foldSubscription(events).commands.map(({ kind }) => kind)).toEqual(['refund']);
});

test('no charge is allowed before its email is due', () => {
  const state = foldSubscription([trial('2026-01-01')]);
  const emailAt = nextEmailAt(state, at('2026-01-02'));
  expect(emailAt).toEqual(at('2026-01-05'));
  expect(rejectCharge({ id: 'o-1' }, state, new Date((emailAt?.getTime() ?? 0) - 1))).toBe('tooEarly');
});

test('a failure is ignored if its charge is no longer due', () => {
  const events = [trial('2026-01-01'), gift('2026-01-07', 1), failed('2026-01-08')];
  expect(failures(events, '2026-01-08')).toEqual([]);
});

test('a charge that succeeds and fails in the same second counts as successful', () => {
  const state = foldSubscription([trial('2026-01-01'), charge('2026-01-08'), failed('2026-01-08')]);
  expect(state.agreement?.failedCharge).toBeNull();
});

test.each([
  [5051, true],
  [5001, false],
  [5003, false],
  [5005, false],
  [5012, false],
  [5017, false],
  [5033, false],
  [5034, false],
  [5057, false],
] as const)('a charge that was declined with %i is tried again: %s', (reasonCode, willRetry) => {
  const events = [trial('2026-01-01'), failed('2026-01-08', reasonCode)];
  expect(failures(events, '2026-01-08')).toMatchObject([
    { reason: cloudPaymentsDecline(reasonCode).reason, willRetry },
  ]);
});

test('billing emails name the card that paid, not the newest card', () => {
  const events = [
    renewal('2026-01-01', '2026-02-01', 'o-1', { cardMask: '•••• 1111' }),
    renewal('2026-01-01T12:01:00.000Z', '2026-02-01', 'o-2', { cardMask: '•••• 2222' }),
    charge('2026-02-01', 'o-1', { cardMask: '•••• 3333' }),
    refunded('2026-02-02', 'first:o-2'),
  ];
  const cards = deriveEmails(foldSubscription(events), at('2026-02-02')).flatMap((emailMessage) =>
    'transactionId' in emailMessage ? [[emailMessage.transactionId, emailMessage.cardMask]] : [],
  );
  expect(cards).toEqual([
    ['first:o-1', '•••• 1111'],
    ['first:o-2', '•••• 2222'],
    ['charge:2026-02-01', '•••• 3333'],
  ]);
});

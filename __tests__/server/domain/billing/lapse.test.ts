/**
 * Tests the expiry of a subscription without a reported charge. Only a charge that was made in time reverses the expiry.
 */
import { given } from '../../../support/givenEvents';
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

// The charge was due on 8 January, so the grace period of the subscription ends on 11 January.
const UNCHARGED = given(trial('2026-01-01'));
const LAPSED = UNCHARGED.when(lapsed('2026-01-11'));

test('ends the subscription and its recurring payment, and sends an email', () => {
  LAPSED.thenState({ agreement: { ended: { by: 'lapse', at: at('2026-01-11') } } })
    .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' })
    .thenEmail('2026-01-11', { name: 'subscriptionEnded', why: 'unheard', accessUntil: null });
});

test('changes nothing if it is recorded before the grace period ends', () => {
  UNCHARGED.when(lapsed('2026-01-11T11:59:59.999Z')).thenState({ agreement: { ended: null } });
});

test.each([
  ['recorded', LAPSED],
  ['not recorded yet', UNCHARGED],
])(
  'a later gift adds prepaid access with its own expiry and does not restore the recurring payment: %s',
  (_lapse, history) => {
    history
      .when(gift('2026-01-12', 1))
      .thenStatus('2026-01-13', {
        status: 'GIFTED',
        isActive: true,
        expirationDate: at('2026-02-12'),
        changesAt: at('2026-02-12'),
      })
      .thenState({ agreement: { ended: { by: 'lapse' } } });
  },
);

test('a gift during the grace period keeps the subscription', () => {
  UNCHARGED.when(gift('2026-01-10', 1)).thenStatus('2026-01-13', {
    status: 'ACTIVE',
    expirationDate: at('2026-02-10'),
  });
});

test('is reversed by a charge that was made in time and reported late', () => {
  LAPSED.when(charge('2026-01-08'))
    .thenState({ agreement: { ended: null } })
    .thenStatus('2026-01-12', { status: 'ACTIVE', expirationDate: at('2026-02-08') });
});

test('a charge after it is refunded', () => {
  LAPSED.when(charge('2026-01-12'))
    .thenState({ payments: [{}, { verdict: 'uncalled' }] })
    .thenCommand({ kind: 'refund', transactionId: 'charge:2026-01-12' });
});

test('a charge after a gift during the grace period is refunded and does not extend the gift', () => {
  UNCHARGED.when(gift('2026-01-12', 1), charge('2026-02-08')).thenState({
    payments: [{}, { verdict: 'uncalled' }],
    accessUntil: at('2026-02-12'),
  });
});

test('does not happen while the provider retries', () => {
  UNCHARGED.when(
    failed('2026-01-08'),
    said('2026-01-08', 'pastDue', '2026-01-10', { failures: 1 }),
    lapsed('2026-01-12'),
  )
    .thenState({ agreement: { ended: null } })
    .when(lapsed('2026-01-13'))
    .thenState({ agreement: { ended: { by: 'lapse' } } });
});

test('does not happen to a subscription that has already ended', () => {
  UNCHARGED.when(cancelled('2026-01-02'), lapsed('2026-01-11')).thenState({
    agreement: { ended: { by: 'customer' } },
  });
});

describe("a charge that the provider's dashboard has postponed", () => {
  const POSTPONED = UNCHARGED.when(said('2026-01-05', 'active', '2026-03-08'));

  test('gives no access: paid access ends with its grace period', () => {
    POSTPONED.thenStatus('2026-01-10', { status: 'ACTIVE', isActive: true }).thenStatus('2026-01-11', {
      status: 'EXPIRED',
      isActive: false,
      expirationDate: at('2026-01-08'),
      changesAt: at('2026-03-11'),
    });
  });

  test('does not prevent a new subscription once the paid access has ended', () => {
    POSTPONED.when(renewal('2026-01-20', '2026-02-20', 'o-2'))
      .thenState({ payments: [{}, { orderId: 'o-2', verdict: 'counted' }] })
      .thenStatus('2026-01-21', { status: 'ACTIVE', expirationDate: at('2026-02-20') })
      // An account may have only one recurring payment, so the new subscription cancels the postponed recurring payment.
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
    POSTPONED.when(renewal('2026-01-10', '2026-02-10', 'o-2')).thenState({
      payments: [{}, { verdict: 'surplus' }],
    });
  });

  test('is announced, and begins the next month', () => {
    POSTPONED.thenEmail('2026-03-05', { name: 'chargeUpcoming', chargeAt: at('2026-03-08') })
      .when(charge('2026-03-08'))
      .thenStatus('2026-03-09', { status: 'ACTIVE', isActive: true })
      .thenState({ segments: [{}, { from: at('2026-03-08'), until: at('2026-04-08') }] });
  });
});

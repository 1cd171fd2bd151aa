/** Tests the boundaries of the billing rules about time, to the millisecond. */
import { addDays } from '../../../../src/server/domain/billing/billingCalendar';
import { CHARGE_GRACE_DAYS, EARLY_CHARGE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { deriveEmails } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import { rejectCharge } from '../../../../src/server/domain/billing/orders';
import { pollChargeAt, UNHEARD_DAYS } from '../../../../src/server/domain/billing/overdueCharges';
import { computeRefundableKopecks, rejectPayment } from '../../../../src/server/domain/billing/refunds';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { addMonths } from '../../../../src/shared/moscowDays';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { renewalPayment, trialPayment } from '../../../support/paymentEvents';

const PAID_AT = new Date('2026-01-10T12:00:00.000Z');
const CHARGE_AT = addMonths(PAID_AT, 1);
const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1);
const event = (key: string, at: Date, data: LedgerEventData): LedgerEvent => ({ key, at, data });
const payment = (transactionId: string, at: Date, role: 'first' | 'recurrent') =>
  event(
    transactionId,
    at,
    renewalPayment({ transactionId, role, recurringPaymentStartAt: CHARGE_AT.toISOString() }),
  );
const FIRST = payment('first', PAID_AT, 'first');

test('a subscription is active until its grace period ends: a gift moves its charge until then', () => {
  const end = addDays(CHARGE_AT, CHARGE_GRACE_DAYS);
  const isMoved = (at: Date) => {
    const gift = event('gift', at, { kind: 'giftGranted', months: 1 });
    return foldSubscription([FIRST, gift]).agreement?.movedTo !== null;
  };
  expect([isMoved(justBefore(end)), isMoved(end)]).toEqual([true, false]);
});

test('a charge is allowed from three days before its date', () => {
  const state = foldSubscription([FIRST]);
  const earliest = addDays(CHARGE_AT, -EARLY_CHARGE_DAYS);
  expect(rejectCharge({ id: 'o-1' }, state, justBefore(earliest))).toBe('tooEarly');
  expect(rejectCharge({ id: 'o-1' }, state, earliest)).toBeNull();
});

test('a charge at the exact moment of the next charge counts for both', () => {
  const next = (at: Date) =>
    foldSubscription([FIRST, payment('second', at, 'recurrent')]).agreement?.nextChargeAt;
  const following = addMonths(CHARGE_AT, 1);
  expect(next(justBefore(following))).toEqual(following);
  expect(next(following)).toEqual(addMonths(CHARGE_AT, 2));
});

test('a payment is too old for a refund after twelve months', () => {
  const charges = Array.from({ length: 12 }, (_, month) =>
    payment(`charge-${month}`, addMonths(CHARGE_AT, month), 'recurrent'),
  );
  const state = foldSubscription([FIRST, ...charges]);
  const [first] = state.payments;
  const end = addMonths(PAID_AT, 12);
  expect(first && rejectPayment(state, first, justBefore(end))).toBeNull();
  expect(first && rejectPayment(state, first, end)).toBe('tooOld');
});

test('nothing of a fully refunded payment is refundable, and one remaining kopeck is', () => {
  const again = event(
    'again',
    addDays(PAID_AT, 2),
    renewalPayment({
      transactionId: 'again',
      orderId: 'o-2',
      recurringPaymentStartAt: CHARGE_AT.toISOString(),
    }),
  );
  const rejectionAfter = (amountKopecks: number) => {
    const back = {
      kind: 'refunded' as const,
      provider: PROVIDER,
      transactionId: 'first',
      refundId: 'r-1',
      amountKopecks,
    };
    const state = foldSubscription([FIRST, event('back', addDays(PAID_AT, 1), back), again]);
    const [first] = state.payments;
    return (
      first && {
        left: computeRefundableKopecks(first),
        rejection: rejectPayment(state, first, addDays(PAID_AT, 3)),
      }
    );
  };
  expect(rejectionAfter(MONTH_KOPECKS)).toEqual({ left: 0, rejection: 'nothingLeft' });
  expect(rejectionAfter(MONTH_KOPECKS - 1)).toEqual({ left: 1, rejection: null });
});

test('nothing is refundable of the ruble that verified a card', () => {
  const ruble = trialPayment({ transactionId: 'trial', recurringPaymentStartAt: CHARGE_AT.toISOString() });
  const [first] = foldSubscription([event('trial', PAID_AT, ruble)]).payments;
  expect(first && computeRefundableKopecks(first)).toBe(0);
});

test('a payment cannot be refunded once its subscription was cancelled', () => {
  const cancelled = event('cancel', CHARGE_AT, { kind: 'cancelled', by: 'customer' });
  const state = foldSubscription([FIRST, cancelled]);
  const [first] = state.payments;
  expect(first && rejectPayment(state, first, CHARGE_AT)).toBe('notActive');
});

test('an unreported charge is polled for ten days', () => {
  const state = foldSubscription([FIRST]);
  const end = addDays(CHARGE_AT, UNHEARD_DAYS);
  expect(pollChargeAt(state, justBefore(end))).toEqual(new Date(CHARGE_AT.getTime() + 15 * 60_000));
  expect(pollChargeAt(state, end)).toBeNull();
});

test('a charge that was due before a cancellation is still polled', () => {
  const cancelledAt = (at: Date) =>
    pollChargeAt(foldSubscription([FIRST, event('cancel', at, { kind: 'cancelled', by: 'customer' })]), at);
  expect(cancelledAt(justBefore(CHARGE_AT))).toBeNull();
  expect(cancelledAt(CHARGE_AT)).not.toBeNull();
});

test('an email about a failed charge names a future retry, never a past one', () => {
  const retryAt = addDays(CHARGE_AT, 1);
  const failed = { orderId: 'o-1', role: 'recurrent' as const, decline: cloudPaymentsDecline(5051) };
  const state = foldSubscription([
    FIRST,
    event('failed', CHARGE_AT, {
      kind: 'paymentFailed',
      provider: PROVIDER,
      transactionId: 'failed',
      ...failed,
    }),
    event('pastDue', CHARGE_AT, {
      kind: 'recurringPaymentChanged',
      provider: PROVIDER,
      orderId: 'o-1',
      recurringPaymentId: 'sc_1',
      state: 'pastDue',
      successes: 0,
      failures: 1,
      nextChargeAt: retryAt.toISOString(),
    }),
  ]);
  const named = (now: Date) =>
    deriveEmails(state, now).flatMap((emailMessage) =>
      emailMessage.name === 'chargeFailed' ? [emailMessage.retryAt] : [],
    );
  expect(named(justBefore(retryAt))).toEqual([retryAt]);
  expect(named(retryAt)).toEqual([null]);
});

/** Builds timeline entries from ledger events and status changes. */
import type { SubscriptionStatus } from '../../../../shared/subscriptionStatus';
import { later } from '../../../domain/billing/billingCalendar';
import { exceedsDecision, type Payment, type SubscriptionState } from '../../../domain/billing/fold';
import {
  giftIdOf,
  type LedgerEvent,
  type LedgerEventData,
  paymentKey,
} from '../../../domain/billing/ledgerEvents';
import type { AccountEntry, AccountEvent } from '../../../store/accountEvents';

function entryOfPayment(
  data: Exclude<
    LedgerEventData,
    {
      kind:
        | 'cancelled'
        | 'cardRemoved'
        | 'refundMade'
        | 'recurringPaymentChanged'
        | 'giftGranted'
        | 'daysGranted'
        | 'lapsed'
        | 'chargePostponed'
        | 'providerGone'
        | 'providerBack'
        | 'monthsAnchored';
    }
  >,
  payment: Payment | undefined,
): AccountEntry | null {
  const { transactionId } = data;
  switch (data.kind) {
    case 'paymentSucceeded': {
      const { amountKopecks, role, orderKind, cardMask } = data;
      // Surplus payments and unexpected charges buy no access and are refunded.
      const verdict = payment?.verdict ?? 'counted';
      return {
        kind: 'payment',
        details: { action: 'paid', amountKopecks, transactionId, role, orderKind, cardMask, verdict },
      };
    }
    case 'paymentFailed': {
      const { amountKopecks, cardMask, decline, role } = data;
      return {
        kind: 'payment',
        details: { action: 'declined', amountKopecks, transactionId, role, decline, cardMask },
      };
    }
    case 'refundDecided':
      // The timeline shows the audit row of the refund decision instead, with staff member and reason
      // (`refundPayment.ts`).
      return null;
    case 'refunded': {
      const { amountKopecks, refundId } = data;
      // The timeline already shows a refund that staff decided, by the audit row of the decision.
      if (payment !== undefined && (payment.refundTargetKopecks ?? 0) > 0 && !exceedsDecision(payment))
        return null;
      return { kind: 'payment', details: { action: 'refunded', amountKopecks, transactionId, refundId } };
    }
    case 'chargedBack': {
      const { amountKopecks } = data;
      return { kind: 'payment', details: { action: 'chargedBack', amountKopecks, transactionId } };
    }
    case 'voided': {
      return {
        kind: 'payment',
        details: { action: 'voided', amountKopecks: payment?.amountKopecks, transactionId },
      };
    }
  }
}

function entryWithoutTime(event: LedgerEvent, state: SubscriptionState): AccountEntry | null {
  const { data, key } = event;
  switch (data.kind) {
    case 'cancelled':
    case 'recurringPaymentChanged':
    case 'refundMade':
    // The timeline shows the audit row of the granted days instead, with staff member and reason (`grantDays.ts`).
    case 'daysGranted':
    // The timeline shows the email about the postponed charge or the gone card provider.
    case 'chargePostponed':
    case 'providerGone':
    case 'providerBack':
    case 'monthsAnchored':
      return null;
    case 'cardRemoved':
      return { kind: 'payment', details: { action: 'cardRemoved' } };
    case 'lapsed': {
      // A charge that was made in time but reported late keeps the subscription active.
      const hasEnded = state.agreement?.orderId === data.orderId && state.agreement.ended?.by === 'lapse';
      return hasEnded ? { kind: 'payment', details: { action: 'lapsed', orderId: data.orderId } } : null;
    }
    case 'giftGranted': {
      const giftId = giftIdOf(key);
      return { kind: 'gift', details: { action: 'activated', months: data.months, giftId } };
    }
    default: {
      const payment = state.payments.find((known) => paymentKey(known) === paymentKey(data));
      return entryOfPayment(data, payment);
    }
  }
}

/** Returns the payment that the ledger event reports or refers to; null if the event is not about a payment. */
const paymentOf = ({ data }: LedgerEvent, { payments }: SubscriptionState): Payment | null =>
  'transactionId' in data ? (payments.find((known) => paymentKey(known) === paymentKey(data)) ?? null) : null;

/**
 * Returns the order whose consent must precede the ledger event; null if the event does not belong to a payment in the
 * card widget.
 */
export function orderBehind(event: LedgerEvent, state: SubscriptionState): string | null {
  const payment = paymentOf(event, state);
  return payment?.role === 'first' ? payment.orderId : null;
}

/**
 * Returns the timeline entry of a ledger event that became known at `now`, or null if the timeline shows the event only
 * as a status change. The time of the entry comes from the card provider, whose clock has whole seconds and may differ
 * from this server's clock. The time of the entry is therefore adjusted so that it is not in the future, not before the
 * consent to the order, and not before the refunded payment.
 */
export function entryOfEvent(
  event: LedgerEvent,
  state: SubscriptionState,
  { now, agreedAt }: { now: Date; agreedAt: Date | null },
): AccountEvent | null {
  const entry = entryWithoutTime(event, state);
  if (entry === null) return null;
  const caused = later(event.at, later(paymentOf(event, state)?.at ?? event.at, agreedAt));
  return { at: caused < now ? caused : now, ...entry };
}

/** Returns the cause of a status change: the ledger event, or the passage of time. */
function causeOf(event: LedgerEvent | undefined) {
  if (event === undefined) return { cause: 'time' as const };
  const { data } = event;
  switch (data.kind) {
    case 'cancelled':
      return { cause: data.kind, by: data.by };
    case 'recurringPaymentChanged':
      return { cause: data.kind, recurringPayment: data.state };
    case 'chargePostponed':
    case 'providerGone':
    case 'providerBack':
    case 'monthsAnchored':
      return { cause: 'time' as const };
    // This event only records that this server requested a refund, and changes nothing itself.
    case 'refundMade':
      return { cause: 'refunded' as const };
    default:
      return { cause: data.kind };
  }
}

export function entryOfStatus(
  change: { from: SubscriptionStatus; to: SubscriptionStatus; until: Date | null },
  event: LedgerEvent | undefined,
  now: Date,
): AccountEvent {
  const { from, to, until } = change;
  return {
    at: now,
    kind: 'status',
    details: { action: 'changed', from, to, until: until?.toISOString() ?? null, ...causeOf(event) },
  };
}

/** The timeline entries of what an account's subscription is folded from, and of its changes of status. */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { AccountEntry, AccountEvent } from '../../store/accountEvents';
import { giftIdOf, paymentKey, type SubscriptionEvent, type SubscriptionFact } from '../rules/facts';
import type { Payment, SubscriptionState } from '../rules/fold';

function entryOfPayment(
  fact: Exclude<
    SubscriptionFact,
    { kind: 'cancelled' | 'cardRemoved' | 'recurrenceChanged' | 'giftGranted' | 'daysGranted' | 'lapsed' }
  >,
  payment: Payment | undefined,
): AccountEntry | null {
  const { transactionId } = fact;
  switch (fact.kind) {
    case 'paymentSucceeded': {
      const { amountKopecks, role, orderKind, cardMask } = fact;
      // Surplus and uncalled payments buy nothing and go back.
      const verdict = payment?.verdict ?? 'counted';
      return {
        kind: 'payment',
        details: { action: 'paid', amountKopecks, transactionId, role, orderKind, cardMask, verdict },
      };
    }
    case 'paymentFailed': {
      const { amountKopecks, cardMask, reasonCode, role } = fact;
      return {
        kind: 'payment',
        details: { action: 'declined', amountKopecks, transactionId, role, reasonCode, cardMask },
      };
    }
    case 'refundDecided':
      // The audit row of the decision tells it, with who and why (`refundPayment.ts`).
      return null;
    case 'refunded': {
      const { amountKopecks, refundId } = fact;
      // A decided refund has the audit row of its decision.
      if ((payment?.refundTargetKopecks ?? 0) > 0) return null;
      return { kind: 'payment', details: { action: 'refunded', amountKopecks, transactionId, refundId } };
    }
    case 'chargedBack': {
      const { amountKopecks } = fact;
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

function entryWithoutTime(event: SubscriptionEvent, state: SubscriptionState): AccountEntry | null {
  const { fact, key } = event;
  switch (fact.kind) {
    case 'cancelled':
    case 'recurrenceChanged':
    // The audit row of the grant tells it, with who and why (`grantDays.ts`).
    case 'daysGranted':
      return null;
    case 'cardRemoved':
      return { kind: 'payment', details: { action: 'cardRemoved' } };
    case 'lapsed': {
      // A charge that was made in time and heard of late has kept it in force.
      const hasEnded = state.agreement?.orderId === fact.orderId && state.agreement.ended?.by === 'lapse';
      return hasEnded ? { kind: 'payment', details: { action: 'lapsed', orderId: fact.orderId } } : null;
    }
    case 'giftGranted': {
      const giftId = giftIdOf(key);
      return { kind: 'gift', details: { action: 'activated', months: fact.months, giftId } };
    }
    default: {
      const payment = state.payments.find((known) => paymentKey(known) === paymentKey(fact));
      return entryOfPayment(fact, payment);
    }
  }
}

/**
 * The timeline entry of a fact that became known at `now`; null for one that only shows in the
 * status. It stands at the provider's time, but never in the future.
 */
export function entryOfFact(
  event: SubscriptionEvent,
  state: SubscriptionState,
  now: Date,
): AccountEvent | null {
  const entry = entryWithoutTime(event, state);
  return entry === null ? null : { at: event.at < now ? event.at : now, ...entry };
}

/** Why a status changed: the fact behind it, or the passing of time. */
function causeOf(event: SubscriptionEvent | undefined) {
  if (event === undefined) return { cause: 'time' as const };
  const { fact } = event;
  switch (fact.kind) {
    case 'cancelled':
      return { cause: fact.kind, by: fact.by };
    case 'recurrenceChanged':
      return { cause: fact.kind, recurrence: fact.state };
    default:
      return { cause: fact.kind };
  }
}

export function entryOfStatus(
  change: { from: SubscriptionStatus; to: SubscriptionStatus; until: Date | null },
  event: SubscriptionEvent | undefined,
  now: Date,
): AccountEvent {
  const { from, to, until } = change;
  return {
    at: now,
    kind: 'status',
    details: { action: 'changed', from, to, until: until?.toISOString() ?? null, ...causeOf(event) },
  };
}

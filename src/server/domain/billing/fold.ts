/**
 * Computes the subscription state of an account from its ledger events. The subscription state depends only on the set
 * of ledger events, not on the order in which events arrived or on how often an event was delivered.
 */
import { inCausalOrder } from './eventOrder';
import { deriveAccessUntil, type FoldState, initialState } from './fold/foldState';
import { daysGranted, giftGranted } from './fold/grants';
import { paymentFailed, paymentSucceeded } from './fold/payments';
import {
  cancelled,
  cardRemoved,
  chargePostponed,
  lapsed,
  monthsAnchored,
  providerBack,
  providerGone,
  recurringPaymentChanged,
} from './fold/renewals';
import { chargedBack, refundDecided, refunded, voided } from './fold/returns';
import type { LedgerEvent, LedgerEventKind, LedgerEventOf } from './ledgerEvents';
import { isVerification, type SubscriptionState } from './subscriptionState';
import { wantedCommands } from './wantedCommands';

/** Functions that apply a ledger event to the state, by kind of ledger event. */
const EVOLVE: { [Kind in LedgerEventKind]: (state: FoldState, event: LedgerEventOf<Kind>) => void } = {
  paymentSucceeded,
  paymentFailed,
  recurringPaymentChanged,
  cancelled,
  cardRemoved,
  lapsed,
  chargePostponed,
  monthsAnchored,
  providerGone,
  providerBack,
  giftGranted,
  daysGranted,
  refundDecided,
  // This event only identifies the refund that belongs to a staff decision (`eventOrder.ts`).
  refundMade: () => {},
  refunded,
  voided,
  chargedBack,
};

/** Applies a ledger event to the state. */
function evolve(state: FoldState, event: LedgerEvent): void {
  // The compiler does not know that the function is for the kind of this event.
  (EVOLVE[event.data.kind] as (state: FoldState, event: LedgerEvent) => void)(state, event);
}

function buildSubscriptionState(state: FoldState): SubscriptionState {
  const { firstPaymentActivated, segments, lastGrant, current, gifts, grantedDays } = state;
  const { cardRemovedAt, cardMask, goneMark } = state;
  const payments = [...state.payments.values()];
  const agreements = [...state.agreements.values()];
  return {
    firstPaymentActivated,
    segments,
    accessUntil: deriveAccessUntil(state),
    lastGrant,
    agreement: current,
    agreements: agreements.filter(({ begun }) => begun),
    payments,
    gifts,
    grantedDays,
    cardRemovedAt,
    cardMask,
    totalPaidKopecks: payments
      .filter((payment) => !isVerification(payment))
      .reduce((sum, payment) => sum + Math.max(0, payment.amountKopecks - payment.returnedKopecks), 0),
    goneMark,
    commands: wantedCommands(payments, agreements),
  };
}

/**
 * Computes the subscription state from the ledger events of one account. Repeated ledger events are deduplicated by
 * their key.
 * @example foldSubscription(history).accessUntil // expiry of the access, or null
 */
export function foldSubscription(events: readonly LedgerEvent[]): SubscriptionState {
  const state = initialState();
  for (const event of inCausalOrder(events)) evolve(state, event);
  return buildSubscriptionState(state);
}

/** Builds timeline entries from ledger events and status changes. */
import type { SubscriptionStatus } from '../../../../shared/subscriptionStatus';
import { later } from '../../../domain/billing/billingCalendar';
import { type KindsWith, LEDGER_EVENT_KINDS } from '../../../domain/billing/ledgerEventKinds';
import {
  type LedgerEvent,
  type LedgerEventData,
  type LedgerEventDataOf,
  type LedgerEventKind,
  parseGiftId,
  paymentKey,
} from '../../../domain/billing/ledgerEvents';
import {
  exceedsDecision,
  type Payment,
  type SubscriptionState,
} from '../../../domain/billing/subscriptionState';
import type { AccountEntry, AccountEvent } from '../../../store/accountEvents';

/** Kinds of ledger events that the timeline shows. */
type ShownKind = Exclude<LedgerEventKind, KindsWith<{ timeline: null }>>;

type DetailsOf<Kind extends ShownKind> = Extract<
  AccountEntry,
  { kind: (typeof LEDGER_EVENT_KINDS)[Kind]['timeline'] }
>['details'];

/**
 * Details of the timeline entries by kind of ledger event. `payment` is the payment that the event reports or refers to.
 * Returns null if the timeline does not show this event of the kind.
 */
const DETAILS: {
  [Kind in ShownKind]: (
    data: LedgerEventDataOf<Kind>,
    about: { key: string; payment: Payment | null; state: SubscriptionState },
  ) => DetailsOf<Kind> | null;
} = {
  paymentSucceeded: ({ amountKopecks, transactionId, role, orderKind, cardMask }, { payment }) => {
    // Surplus payments and unexpected charges buy no access and are refunded.
    const verdict = payment?.verdict ?? 'counted';
    return { action: 'paid', amountKopecks, transactionId, role, orderKind, cardMask, verdict };
  },
  paymentFailed: ({ amountKopecks, transactionId, cardMask, decline, role }) => ({
    action: 'declined',
    amountKopecks,
    transactionId,
    role,
    decline,
    cardMask,
  }),
  refunded: ({ amountKopecks, transactionId, refundId }, { payment }) => {
    // The timeline already shows a refund that staff decided, by the audit row of the decision.
    if (payment !== null && (payment.refundTargetKopecks ?? 0) > 0 && !exceedsDecision(payment)) return null;
    return { action: 'refunded', amountKopecks, transactionId, refundId };
  },
  voided: ({ transactionId }, { payment }) => ({
    action: 'voided',
    amountKopecks: payment?.amountKopecks,
    transactionId,
  }),
  chargedBack: ({ amountKopecks, transactionId }) => ({
    action: 'chargedBack',
    amountKopecks,
    transactionId,
  }),
  cardRemoved: () => ({ action: 'cardRemoved' }),
  lapsed: ({ orderId }, { state: { agreement } }) => {
    // A charge that was made in time but reported late keeps the subscription active.
    const hasEnded = agreement?.orderId === orderId && agreement.ended?.by === 'lapse';
    return hasEnded ? { action: 'lapsed', orderId } : null;
  },
  giftGranted: ({ months }, { key }) => ({ action: 'activated', months, giftId: parseGiftId(key) }),
};

const isShown = (kind: LedgerEventKind): kind is ShownKind => LEDGER_EVENT_KINDS[kind].timeline !== null;

function entryWithoutTime(
  { key, data }: LedgerEvent,
  payment: Payment | null,
  state: SubscriptionState,
): AccountEntry | null {
  if (!isShown(data.kind)) return null;
  // The compiler does not know that the data is of the kind by which the function is found.
  const buildDetails = DETAILS[data.kind] as (data: LedgerEventData, about: object) => object | null;
  const details = buildDetails(data, { key, payment, state });
  return details && ({ kind: LEDGER_EVENT_KINDS[data.kind].timeline, details } as AccountEntry);
}

/** Returns the payment that the ledger event reports or refers to; null if the event is not about a payment. */
const findPayment = ({ data }: LedgerEvent, { payments }: SubscriptionState): Payment | null =>
  'transactionId' in data ? (payments.find((known) => paymentKey(known) === paymentKey(data)) ?? null) : null;

/**
 * Returns the order whose consent must precede the ledger event; null if the event does not belong to a payment in the
 * card widget.
 */
export function orderBehind(event: LedgerEvent, state: SubscriptionState): string | null {
  const payment = findPayment(event, state);
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
  const payment = findPayment(event, state);
  const entry = entryWithoutTime(event, payment, state);
  if (entry === null) return null;
  const caused = later(event.at, later(payment?.at ?? event.at, agreedAt));
  return { at: caused < now ? caused : now, ...entry };
}

/** Returns the cause of a status change: the ledger event, or the passage of time. */
function deriveCause(event: LedgerEvent | undefined) {
  if (event === undefined) return { cause: 'time' as const };
  const { data } = event;
  const { cause } = LEDGER_EVENT_KINDS[data.kind];
  switch (data.kind) {
    case 'cancelled':
      return { cause, by: data.by };
    case 'recurringPaymentChanged':
      return { cause, recurringPayment: data.state };
    default:
      return { cause };
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
    details: { action: 'changed', from, to, until: until?.toISOString() ?? null, ...deriveCause(event) },
  };
}

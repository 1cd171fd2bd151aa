/**
 * Properties of the kinds of ledger events. A new kind of ledger event does not compile before it has a row here, a
 * function in the fold (`fold.ts`), and a timeline entry if its row names one.
 */
import type { LedgerEventDataOf, LedgerEventKind } from './ledgerEvents';

interface KindProperties {
  /** Clock that dates the event. The clocks of the card provider and of this server differ. */
  clock: 'server' | 'provider';
  /**
   * Events that precede the event whatever the clocks show. A decision of this server follows the events that it lists
   * as known. A return of money follows its payment.
   */
  follows: 'known' | 'payment' | null;
  /** Kind of the timeline entry, or null if the timeline does not show the event or shows it otherwise. */
  timeline: 'payment' | 'gift' | null;
  /** Cause that the timeline shows for a change of status by the event. */
  cause: LedgerEventKind | 'time';
  /** Whether the event reports that money was charged or returned, so that the account's records are retained. */
  money: boolean;
}

/**
 * Properties of the ledger events by kind. The rows are sorted: of two events with the same time, the event of the upper
 * row precedes. Causes come before effects, and failed payments before successful payments.
 */
export const LEDGER_EVENT_KINDS = {
  paymentFailed: {
    clock: 'provider',
    follows: null,
    timeline: 'payment',
    cause: 'paymentFailed',
    money: true,
  },
  paymentSucceeded: {
    clock: 'provider',
    follows: null,
    timeline: 'payment',
    cause: 'paymentSucceeded',
    money: true,
  },
  // This server cancels the recurring payment of a lapsed subscription agreement, and the card provider may report the
  // cancellation with the same time.
  lapsed: { clock: 'server', follows: 'known', timeline: 'payment', cause: 'lapsed', money: false },
  // The timeline shows the emails about the postponed charge and the unavailable card provider.
  chargePostponed: { clock: 'server', follows: 'known', timeline: null, cause: 'time', money: false },
  providerGone: { clock: 'server', follows: 'known', timeline: null, cause: 'time', money: false },
  providerBack: { clock: 'server', follows: 'known', timeline: null, cause: 'time', money: false },
  monthsAnchored: { clock: 'server', follows: 'known', timeline: null, cause: 'time', money: false },
  recurringPaymentChanged: {
    clock: 'server',
    follows: null,
    timeline: null,
    cause: 'recurringPaymentChanged',
    money: false,
  },
  giftGranted: { clock: 'server', follows: 'known', timeline: 'gift', cause: 'giftGranted', money: false },
  // The timeline shows the audit row of the granted days, with staff member and reason (`grantDays.ts`).
  daysGranted: { clock: 'server', follows: 'known', timeline: null, cause: 'daysGranted', money: false },
  cancelled: { clock: 'server', follows: 'known', timeline: null, cause: 'cancelled', money: false },
  cardRemoved: { clock: 'server', follows: 'known', timeline: 'payment', cause: 'cardRemoved', money: false },
  // The timeline shows the audit row of the refund decision, with staff member and reason (`refundPayment.ts`).
  refundDecided: { clock: 'server', follows: 'known', timeline: null, cause: 'refundDecided', money: false },
  // This event only records that this server requested a refund, and changes nothing itself.
  refundMade: { clock: 'server', follows: null, timeline: null, cause: 'refunded', money: true },
  voided: { clock: 'provider', follows: 'payment', timeline: 'payment', cause: 'voided', money: true },
  refunded: { clock: 'provider', follows: 'payment', timeline: 'payment', cause: 'refunded', money: true },
  chargedBack: { clock: 'server', follows: 'known', timeline: 'payment', cause: 'chargedBack', money: true },
} as const satisfies Record<LedgerEventKind, KindProperties>;

type Kinds = typeof LEDGER_EVENT_KINDS;

/** Kinds of ledger events whose rows have these properties. */
export type KindsWith<Properties extends Partial<KindProperties>> = {
  [Kind in LedgerEventKind]: Kinds[Kind] extends Properties ? Kind : never;
}[LedgerEventKind];

/**
 * Returns whether this version of the server knows the kind. After a return to an earlier version of the server, the
 * ledger may contain events of other kinds.
 */
export const isKnownKind = (kind: string): kind is LedgerEventKind => Object.hasOwn(LEDGER_EVENT_KINDS, kind);

/** All kinds of ledger events, in the order of the rows. */
export const ORDERED_KINDS = Object.keys(LEDGER_EVENT_KINDS) as LedgerEventKind[];

/** Data of a decision of this server, which lists the events that were known when the decision was recorded. */
export type Decision = LedgerEventDataOf<KindsWith<{ follows: 'known' }>>;

/** Data of a report that the card provider returned money of a payment. */
export type ReturnReport = LedgerEventDataOf<KindsWith<{ follows: 'payment' }>>;

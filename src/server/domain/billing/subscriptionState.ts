/**
 * Subscription state of an account, with its subscription agreements and payments. `fold.ts` computes the state from the
 * ledger events.
 *
 * A subscription agreement is what a customer accepted with an order: a first payment now and a recurring payment
 * later. An account has at most one active subscription agreement.
 */
import type { DeclineReason } from '../../../shared/declines';
import { type OrderKind, verifiesCard } from '../../../shared/orderKinds';
import type { ReceiptTerms } from '../../../shared/receiptTerms';
import { addDays, later } from './billingCalendar';
import { CHARGE_GRACE_DAYS } from './chargeDates';
import type { WantedCommand } from './commands';
import type { RecurringPaymentState } from './ledgerEvents';
import type { Segment } from './segments';

/**
 * Outage of a card provider that the operator marked. No charge is expected during the outage. The grace period does not
 * end before `graceUntil`, also after the outage.
 */
export type ProviderOutage =
  | {
      hasEnded: false;
      /** Id of the operator's mark. */
      markId: number;
      graceUntil: Date;
      /** State in which the recurring payment ended during the outage, or null if it did not end. */
      endedAs: RecurringPaymentState | null;
    }
  | { hasEnded: true; graceUntil: Date };

/** Subscription agreement of an account: an order, its first payment and its recurring payment. */
export interface Agreement {
  orderId: string;
  /** Name of the card provider that charges the subscription agreement. */
  provider: string;
  /**
   * Whether the card provider or this server (the merchant) makes the charges. `providerNextChargeAt` is then the date of
   * this server's next attempt, if it differs from `nextChargeAt`.
   */
  chargedBy: 'provider' | 'merchant';
  /**
   * Date to which this server postponed the charge, or null if the charge is not postponed. Access continues until this
   * date.
   */
  postponedTo: Date | null;
  /** Last outage of the card provider, or null if the operator marked none. */
  outage: ProviderOutage | null;
  /** Whether this server makes no further attempt to charge, because a final attempt failed. */
  hasFailedForGood: boolean;
  /**
   * Order of the subscription agreement that this agreement continues with another card, or null if the agreement
   * continues no other agreement.
   */
  continues: string | null;
  /**
   * Prefix of the partner whose link led to the first subscription agreement of a chain of card changes, or null if no
   * partner's link was used.
   */
  partner: string | null;
  /**
   * Whether a payment of the subscription agreement is recorded. The card provider's notification about the recurring
   * payment may arrive before the payment.
   */
  begun: boolean;
  recurringPaymentAmountKopecks: number;
  recurringPaymentId: string | null;
  /** Day of the month, in Moscow time, on which the subscription agreement is charged. */
  anchorDay: number;
  /**
   * Day of the month, in Moscow time, on which the present run of months began (decision 0015). It is later than
   * `anchorDay` if `anchorDay` comes from a date that was clamped to the end of a month, until an event `monthsAnchored`
   * corrects `anchorDay`.
   */
  runDay: number;
  /**
   * Date from which the card provider counts months in UTC: the start date in the order, or the last moved charge date.
   */
  startAt: Date;
  /** Date of the next charge by this server's calendar. */
  nextChargeAt: Date;
  /** Date of the next charge in the card provider's latest report, or null if the card provider reported no date. */
  providerNextChargeAt: Date | null;
  /**
   * Original date of a charge that was moved on or after this date, allowing for clock skew; otherwise null. The card
   * provider may have charged the card on the original date.
   */
  movedFromDue: Date | null;
  /**
   * New date of a moved charge, or null if the charge was not moved. The card provider must be notified of this date.
   */
  movedTo: Date | null;
  /** Date in the card provider's calendar that the moved charge date corrects, or null if there is no such date. */
  correctedFrom: Date | null;
  /**
   * Earliest time at which the card provider accepts the moved charge date; null unless `movedTo` is more than
   * `PROVIDER_HORIZON_MONTHS` ahead.
   */
  resumesAt: Date | null;
  /** Number of successful charges of the recurring payment that the card provider reports. */
  successes: number;
  /** Number of consecutive failed charges of the recurring payment that the card provider reports. */
  failures: number;
  /** Failure of the due charge: the transaction id of the first attempt and the decline reason of the last attempt. */
  failedCharge: { firstTransactionId: string; reason: DeclineReason } | null;
  ended: { at: Date; by: EndedBy; state: RecurringPaymentState } | null;
}

/**
 * Cause of the end of a subscription agreement. `lapse` means that no charge was reported within the grace period,
 * `surplus` means that another subscription agreement replaced this agreement, `unsaved` means that the payment method
 * was not saved, and `bank` means that the bank charged a payment back.
 */
export type EndedBy = 'customer' | 'staff' | 'provider' | 'surplus' | 'unsaved' | 'lapse' | 'bank';

/**
 * Money that a payer got back. The field `by` is `refund` for a refund by this server or in the card provider's
 * dashboard, `void` for a voided authorization, and `bank` for a chargeback.
 */
export interface MoneyReturn {
  at: Date;
  kopecks: number;
  by: 'refund' | 'void' | 'bank';
}

export interface Payment {
  /** Name of the card provider that issued the transaction id. */
  provider: string;
  transactionId: string;
  orderId: string;
  at: Date;
  role: 'first' | 'recurrent';
  orderKind: OrderKind;
  /** Due date of a charge that this server requested; null for any other payment. */
  chargeAt: Date | null;
  amountKopecks: number;
  /** Length in days of the trial that the order promised, or null if the payment buys one month. */
  trialDays: number | null;
  /**
   * Whether the payment buys access.
   * - `counted`: the payment buys access.
   * - `surplus`: another subscription agreement was active, the order was already paid, the account or the card already
   *   had a trial, or the payment verified no card. A payment that changes the card is `surplus` if nothing was to be
   *   paid, or if there was no subscription agreement that the new card could continue. A charge is `surplus` if its month
   *   was already charged.
   * - `uncalled`: the payment was charged after the subscription agreement was cancelled.
   *
   * Payments that are `surplus` or `uncalled` buy no access and are refunded automatically.
   */
  verdict: 'counted' | 'surplus' | 'uncalled';
  /** Mask of the card that paid. */
  cardMask: string | null;
  /** Prefix of the partner whose link led to the order, or null if the order has no partner. */
  partner: string | null;
  /** Amount of the refund that staff requested, in kopecks; 0 if staff requested no refund. */
  refundDecidedKopecks: number;
  /**
   * Total amount that will have been returned once the requested refund is made, in kopecks; null if no refund was
   * requested.
   */
  refundTargetKopecks: number | null;
  /** Whether the requested refund keeps the recurring payment active. */
  keepsRenewal: boolean;
  /** Total amount of the payment that was returned so far, in kopecks, including chargebacks. */
  returnedKopecks: number;
  /** Returns of this payment in chronological order: refunds, a void and chargebacks. */
  returns: MoneyReturn[];
  chargedBackKopecks: number;
  /** Terms of the payment's receipt, which a refund repeats. */
  receiptTerms: ReceiptTerms;
  /** Whether the payment is a hold, which is released and not refunded. */
  isHold: boolean;
  /** Whether the payment should have verified a card, but was made without one. */
  isCardMissing: boolean;
  voided: boolean;
}

export interface GrantedGift {
  /** Key of the ledger event that granted the gift. */
  key: string;
  at: Date;
  months: number;
}

export interface GrantedDays {
  /** Key of the ledger event that granted the days. */
  key: string;
  at: Date;
  days: number;
}

/** Subscription state of an account. */
export interface SubscriptionState {
  /** Whether the account used a free trial or bought a month. A campaign trial alone leaves the free trial available. */
  firstPaymentActivated: boolean;
  /** Access periods of payments and gifts in chronological order, without revoked time. */
  segments: readonly Segment[];
  /** Expiry of the paid and granted access, or null if the account never had access. */
  accessUntil: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** The active subscription agreement, or the last agreement if no agreement is active. */
  agreement: Agreement | null;
  /** Every subscription agreement with a recorded payment. */
  agreements: readonly Agreement[];
  payments: readonly Payment[];
  gifts: readonly GrantedGift[];
  /** Days that staff granted as compensation. */
  grantedDays: readonly GrantedDays[];
  /**
   * Time at which the customer removed the stored card; null if no card was removed or the customer has since paid with
   * a new card.
   */
  cardRemovedAt: Date | null;
  cardMask: string | null;
  totalPaidKopecks: number;
  /**
   * Last mark of a gone card provider that affected the account, or null. The mark stays if the customer has moved to
   * another card provider since.
   */
  goneMark: number | null;
  /** Commands that the server must send to the card provider in this subscription state. */
  commands: readonly WantedCommand[];
}

/**
 * Returns the next charge date of a subscription agreement: the later of this server's date and the card provider's
 * date.
 */
export function deriveChargeAt(agreement: Agreement): Date {
  return later(agreement.nextChargeAt, agreement.providerNextChargeAt);
}

/**
 * Returns the time when a subscription agreement ends because no charge was reported. The subscription agreement ends
 * at the end of the grace period, which starts at the charge date or at the end of the paid access, whichever is later.
 * If the card provider is gone, the grace period is longer.
 */
export function deriveLapse(agreement: Agreement, accessUntil: Date | null): Date {
  return later(
    addDays(later(deriveChargeAt(agreement), accessUntil), CHARGE_GRACE_DAYS),
    graceAfterOutage(agreement),
  );
}

/** Returns the outage of the card provider that has not ended, or null. */
export function presentOutage({ outage }: Agreement): Extract<ProviderOutage, { hasEnded: false }> | null {
  return outage === null || outage.hasEnded ? null : outage;
}

/** Returns the earliest end of the grace period because of a present or past outage, or null without an outage. */
export const graceAfterOutage = ({ outage }: Agreement): Date | null => outage?.graceUntil ?? null;

/** Returns whether a payment is a 1-ruble card verification, which is refunded at once. */
export function isVerification(payment: Payment): boolean {
  return payment.role === 'first' && verifiesCard(payment.orderKind) && payment.verdict === 'counted';
}

/** Returns whether a payment only verified the new card of a change of card. Such a payment buys no access. */
export function isCardCheck(payment: Payment): boolean {
  return isVerification(payment) && payment.orderKind === 'cardChange';
}

/** Returns the order ids of a subscription agreement and of the agreements that it continues with another card. */
export function ordersContinuedBy(
  agreements: readonly Agreement[],
  agreement: Pick<Agreement, 'orderId' | 'continues'>,
): Set<string> {
  const orderIds = new Set([agreement.orderId]);
  let { continues } = agreement;
  while (continues !== null && !orderIds.has(continues)) {
    orderIds.add(continues);
    const earlier: string = continues;
    continues = agreements.find(({ orderId }) => orderId === earlier)?.continues ?? null;
  }
  return orderIds;
}

/** Returns whether the months of a running subscription agreement are counted from a clamped date. */
export const isCountedFromClampedDay = ({ begun, ended, anchorDay, runDay }: Agreement): boolean =>
  begun && ended === null && runDay > anchorDay;

/** Returns the amount that the card provider refunded or voided, in kopecks, without chargebacks of the bank. */
export const computeRefundedKopecks = (payment: Payment): number =>
  payment.returnedKopecks - payment.chargedBackKopecks;

/**
 * Returns whether more of a payment was returned than staff requested. The excess was refunded in the card provider's
 * dashboard or charged back.
 */
export const exceedsDecision = ({ refundTargetKopecks, returnedKopecks }: Payment): boolean =>
  refundTargetKopecks !== null && returnedKopecks > refundTargetKopecks;

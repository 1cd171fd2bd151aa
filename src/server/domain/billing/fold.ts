/**
 * Computes the subscription state of an account from its ledger events. The subscription state depends only on the set
 * of ledger events, not on the order in which events arrived or on how often an event was delivered.
 *
 * A subscription agreement is what a customer accepted with an order: a first payment now and a recurring payment
 * later. An account has at most one active subscription agreement.
 */
import type { DeclineReason } from '../../../shared/declines';
import { isTriedAgain } from '../../../shared/declines';
import { toKopecks } from '../../../shared/money';
import { addMonths, dayOfMonth } from '../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { isCardChange, isTrialKind, type OrderKind, verifiesCard } from '../../../shared/orderKinds';
import { DEFAULT_RECEIPT_TERMS, type ReceiptTerms } from '../../../shared/receiptTerms';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays, later } from './billingCalendar';
import {
  CHARGE_ATTEMPTS_MAX,
  CHARGE_GRACE_DAYS,
  CHARGE_NOTICE_DAYS,
  CHARGE_RETRY_DAYS,
  EARLY_CHARGE_DAYS,
  PROVIDER_HORIZON_MONTHS,
} from './chargeDates';
import type { WantedCommand } from './commands';
import { CLOCK_SKEW_MS, inCausalOrder } from './eventOrder';
import {
  type LedgerEvent,
  type LedgerEventDataOf,
  paymentKey,
  type RecurringPaymentState,
} from './ledgerEvents';
import { endOfSegments, type Segment, takeRest } from './segments';

/**
 * Maximum difference between two dates that count as dates of the same charge, in ms. The tolerance covers the time
 * between the offer and the payment.
 */
const SAME_CHARGE_MS = 12 * 3_600_000;

/** Maximum number of days of a month. */
const DAYS_MAX = 31;

/** Time in ms between two charges by the card provider below which they are charges of the same month. */
const SAME_MONTH_MS = 15 * 24 * 3_600_000;

/**
 * Maximum difference at which a date of the card provider and a date of this server count as equal, in ms. The card
 * provider reports dates in whole seconds.
 */
const SAME_CALENDAR_MS = 60_000;

const isSameMoment = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) <= SAME_CALENDAR_MS;

const isSameCharge = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) < SAME_CHARGE_MS;

/**
 * Returns when the card provider charges next after a charge, by the provider's own calendar: the start date of the
 * recurring payment plus whole months in UTC.
 */
function providerChargeAfter(startAt: Date, chargedAt: Date): Date {
  const months = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
  let count = Math.max(0, months(chargedAt) - months(startAt));
  while (addUtcMonths(startAt, count).getTime() <= chargedAt.getTime() + SAME_CHARGE_MS) count += 1;
  return addUtcMonths(startAt, count);
}

/**
 * Returns the end of the period that a first payment buys from `from` on. If `trialDays` is null, the payment buys one
 * month.
 */
export function firstPeriodEnd(from: Date, trialDays: number | null): Date {
  return trialDays === null ? addMonths(from, 1) : addDays(from, trialDays);
}

/**
 * Returns the day of the month, in Moscow time, on which the month began that ends on `end` and was sold from `from` on.
 * The day may be later than the day of `end`, if `end` was clamped to the end of its month. The order may have been
 * offered some hours before `from`.
 */
export function runDayOf(end: Date, from: Date): number {
  const day = dayOfMonth(end);
  // A date that is not the last day of its month was not clamped.
  if (addMonths(end, 0, DAYS_MAX).getTime() !== end.getTime()) return day;
  const latest = from.getTime() + CLOCK_SKEW_MS;
  for (let later = DAYS_MAX; later > day; later -= 1) {
    const begin = addMonths(end, -1, later);
    if (dayOfMonth(begin) === later && begin.getTime() <= latest) return later;
  }
  return day;
}

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
 * was not saved, and `bank` means that the bank charged a
 * payment back.
 */
type EndedBy = 'customer' | 'staff' | 'provider' | 'surplus' | 'unsaved' | 'lapse' | 'bank';

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

interface GrantedGift {
  /** Key of the ledger event that granted the gift. */
  key: string;
  at: Date;
  months: number;
}

interface GrantedDays {
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

/** Ledger event that records a refund, a refund request, a void or a chargeback of a payment. */
type Outcome = LedgerEventDataOf<'refundDecided' | 'refunded' | 'voided' | 'chargedBack'>;

/**
 * Returns the next charge date of a subscription agreement: the later of this server's date and the card provider's
 * date.
 */
export function chargeOf(agreement: Agreement): Date {
  return later(agreement.nextChargeAt, agreement.providerNextChargeAt);
}

/**
 * Returns the time when a subscription agreement ends because no charge was reported. The subscription agreement ends
 * at the end of the grace period, which starts at the charge date or at the end of the paid access, whichever is later.
 * If the card provider is gone, the grace period is longer.
 */
export function lapseOf(agreement: Agreement, accessUntil: Date | null): Date {
  return later(
    addDays(later(chargeOf(agreement), accessUntil), CHARGE_GRACE_DAYS),
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

/** Charge date of a subscription agreement, and the days of the month from which its months are counted. */
type Schedule = Pick<Agreement, 'nextChargeAt' | 'anchorDay' | 'runDay'>;

/** Returns the month that is paid at `at`, from one charge date to the next one by this server's calendar. */
function monthPaidAt(
  { nextChargeAt, anchorDay }: Pick<Agreement, 'nextChargeAt' | 'anchorDay'>,
  at: Date,
): { from: Date; until: Date } {
  let from = nextChargeAt;
  let until = addMonths(from, 1, anchorDay);
  while (until <= at) {
    from = until;
    until = addMonths(from, 1, anchorDay);
  }
  return { from, until };
}

/** Returns the date of the charge that follows a charge at `at`, in whole months of this server's calendar. */
export const chargeAfter = (agreement: Pick<Agreement, 'nextChargeAt' | 'anchorDay'>, at: Date): Date =>
  monthPaidAt(agreement, at).until;

/** Returns whether the months of a running subscription agreement are counted from a clamped date. */
export const isCountedFromClampedDay = ({ begun, ended, anchorDay, runDay }: Agreement): boolean =>
  begun && ended === null && runDay > anchorDay;

/** Returns the amount that the card provider refunded or voided, in kopecks, without chargebacks of the bank. */
export const refundedOf = (payment: Payment): number => payment.returnedKopecks - payment.chargedBackKopecks;

/**
 * Returns whether more of a payment was returned than staff requested. The excess was refunded in the card provider's
 * dashboard or charged back.
 */
export const exceedsDecision = ({ refundTargetKopecks, returnedKopecks }: Payment): boolean =>
  refundTargetKopecks !== null && returnedKopecks > refundTargetKopecks;

class Fold {
  private readonly agreements = new Map<string, Agreement>();
  private readonly payments = new Map<string, Payment>();
  private readonly gifts: GrantedGift[] = [];
  private readonly grantedDays: GrantedDays[] = [];
  private segments: Segment[] = [];
  /** Time at which access was last revoked. If all access was revoked, access expired at this time. */
  private cutAt: Date | null = null;
  private cardRemovedAt: Date | null = null;
  private current: Agreement | null = null;
  private firstPaymentActivated = false;
  private hadCampaign = false;
  /** Day of the month, in Moscow time, from which months are counted; null if the next gift sets a new day. */
  private anchorDay: number | null = null;
  /** Like `anchorDay`, but never the day of a clamped date (`Agreement.runDay`). */
  private runDay: number | null = null;
  private lastGrant: 'payment' | 'gift' | null = null;
  private cardMask: string | null = null;
  private goneMark: number | null = null;

  apply({ key, at, data }: LedgerEvent): void {
    switch (data.kind) {
      case 'paymentSucceeded':
        this.paymentSucceeded(at, data);
        return;
      case 'paymentFailed':
        this.paymentFailed(at, data);
        return;
      case 'recurringPaymentChanged':
        this.recurringPaymentChanged(at, data);
        return;
      case 'cancelled':
        this.end(this.current, { at, by: data.by, state: 'cancelled' });
        return;
      case 'cardRemoved':
        this.cardRemoved(at);
        return;
      case 'chargePostponed':
        this.chargePostponed(data);
        return;
      case 'monthsAnchored':
        this.monthsAnchored(at, data);
        return;
      case 'providerGone':
        this.providerGone(data);
        return;
      case 'providerBack':
        this.providerBack(at, data);
        return;
      case 'lapsed':
        if (this.current?.orderId === data.orderId) this.endIfLapsed(at);
        return;
      case 'giftGranted':
        this.gifts.push({ key, at, months: data.months });
        this.giftGranted(at, key, data.months);
        return;
      case 'daysGranted':
        this.grantedDays.push({ key, at, days: data.days });
        this.daysGranted(at, key, data.days);
        return;
      case 'refundMade':
        // This event only identifies the refund that belongs to a staff decision (`eventOrder.ts`).
        return;
      case 'refundDecided':
      case 'refunded':
      case 'voided':
      case 'chargedBack': {
        const payment = this.payments.get(paymentKey(data));
        if (payment !== undefined) this.givenBack(at, payment, data);
      }
    }
  }

  result(): SubscriptionState {
    const payments = [...this.payments.values()];
    return {
      firstPaymentActivated: this.firstPaymentActivated,
      segments: this.segments,
      accessUntil: this.accessUntil,
      lastGrant: this.lastGrant,
      agreement: this.current,
      agreements: [...this.agreements.values()].filter(({ begun }) => begun),
      payments,
      gifts: this.gifts,
      grantedDays: this.grantedDays,
      cardRemovedAt: this.cardRemovedAt,
      cardMask: this.cardMask,
      totalPaidKopecks: payments
        .filter((payment) => !isVerification(payment))
        .reduce((sum, payment) => sum + Math.max(0, payment.amountKopecks - payment.returnedKopecks), 0),
      goneMark: this.goneMark,
      commands: [
        ...payments.flatMap(commandsForPayment),
        ...[...this.agreements.values()].flatMap(commandsForAgreement),
      ],
    };
  }

  private get accessUntil(): Date | null {
    const end = endOfSegments(this.segments);
    return this.cutAt === null ? end : later(this.cutAt, end);
  }

  private agreementOf(data: { provider: string; orderId: string }, start: Date): Agreement {
    const { orderId } = data;
    const known = this.agreements.get(orderId);
    if (known !== undefined) return known;
    const agreement: Agreement = {
      orderId,
      provider: data.provider,
      chargedBy: 'provider',
      postponedTo: null,
      hasFailedForGood: false,
      outage: null,
      continues: null,
      partner: null,
      begun: false,
      recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
      recurringPaymentId: null,
      anchorDay: dayOfMonth(start),
      runDay: dayOfMonth(start),
      startAt: start,
      nextChargeAt: start,
      providerNextChargeAt: null,
      movedFromDue: null,
      movedTo: null,
      correctedFrom: null,
      resumesAt: null,
      successes: 0,
      failures: 0,
      failedCharge: null,
      ended: null,
    };
    this.agreements.set(orderId, agreement);
    return agreement;
  }

  private isInForce(agreement: Agreement | null, at: Date): agreement is Agreement {
    return (
      agreement !== null &&
      agreement.begun &&
      agreement.ended === null &&
      at < lapseOf(agreement, this.accessUntil)
    );
  }

  /**
   * Returns how the current subscription agreement may continue with another card. `same` keeps the dates of the
   * subscription agreement, `anew` is like a new purchase because no charge was made in time, and null means that the
   * agreement must not continue. A subscription agreement that the card provider ended may continue, because this
   * server may have ended it for the change of card.
   */
  private continuation(at: Date): 'same' | 'anew' | null {
    const { current } = this;
    if (current === null) return null;
    const { ended } = current;
    const isOpen = ended === null || ended.by === 'provider';
    if (isOpen && at < lapseOf(current, this.accessUntil)) return 'same';
    return isOpen || ended.by === 'lapse' ? 'anew' : null;
  }

  /**
   * Returns whether a subscription agreement is active and its paid access has not expired, including the grace
   * period. A charge that was postponed beyond the grace period gives no access in the meantime.
   */
  private givesAccess(agreement: Agreement | null, at: Date): boolean {
    return (
      this.isInForce(agreement, at) &&
      this.accessUntil !== null &&
      at <
        later(
          addDays(later(this.accessUntil, agreement.postponedTo), CHARGE_GRACE_DAYS),
          graceAfterOutage(agreement),
        )
    );
  }

  private end(agreement: Agreement | null, end: NonNullable<Agreement['ended']>): void {
    if (agreement !== null && agreement.ended === null) agreement.ended = end;
  }

  private endIfLapsed(at: Date): void {
    if (this.current?.ended === null && !this.isInForce(this.current, at))
      this.end(this.current, { at, by: 'lapse', state: 'cancelled' });
  }

  /**
   * Ends every subscription agreement permanently. A subscription agreement whose charges permanently failed must not
   * resume after the card was removed.
   */
  private cardRemoved(at: Date): void {
    this.cardMask = null;
    this.cardRemovedAt = at;
    for (const agreement of this.agreements.values()) {
      if (agreement.begun && agreement.ended?.state !== 'cancelled') {
        agreement.ended = { at, by: 'customer', state: 'cancelled' };
      }
    }
  }

  private paymentSucceeded(at: Date, data: LedgerEventDataOf<'paymentSucceeded'>): void {
    const start = new Date(data.recurringPaymentStartAt);
    const agreement = this.agreementOf(data, start);
    const payment: Payment = {
      provider: data.provider,
      transactionId: data.transactionId,
      orderId: data.orderId,
      at,
      role: data.role,
      orderKind: data.orderKind,
      chargeAt: data.chargeAt === undefined ? null : new Date(data.chargeAt),
      amountKopecks: data.amountKopecks,
      trialDays: data.trialDays,
      verdict: 'counted',
      cardMask: data.cardMask,
      partner: data.partner ?? agreement.partner,
      refundDecidedKopecks: 0,
      refundTargetKopecks: null,
      keepsRenewal: false,
      returnedKopecks: 0,
      returns: [],
      chargedBackKopecks: 0,
      receiptTerms: data.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
      isHold: data.isHold === true,
      isCardMissing: data.cardMissing === true,
      voided: false,
    };
    const isSecondCharge = this.isSecondCharge(payment, agreement);
    this.payments.set(paymentKey(payment), payment);
    if (data.role === 'first' && isCardChange(data.orderKind)) {
      // A second payment of the order is refunded, and the first payment has saved its card.
      const isSecond = agreement.begun;
      this.cardChanged(at, { data, agreement, payment });
      if (!isSecond) this.endIfUnsaved(at, data, agreement);
      return;
    }
    if (data.role === 'first') {
      const isBesideAnother = this.current !== agreement && this.givesAccess(this.current, at);
      const secondTrial = this.hadTrial(data.orderKind);
      if (agreement.begun || isBesideAnother || secondTrial || data.trialUsed === true) {
        payment.verdict = 'surplus';
        if (!agreement.begun) this.end(agreement, { at, by: 'surplus', state: 'cancelled' });
        return;
      }
    } else if (agreement.ended?.state === 'cancelled') {
      payment.verdict = 'uncalled';
      return;
    } else if (isSecondCharge) {
      payment.verdict = 'surplus';
      return;
    } else {
      // The card provider had ended the recurring payment after failed charges, but a later charge succeeded.
      agreement.ended = null;
    }
    this.begin(agreement, data, at);
    if (data.role === 'first') {
      const from = later(at, this.accessUntil);
      this.bought(agreement, payment, { from, until: this.buyFirst(agreement, data, from, at) });
    } else {
      this.bought(agreement, payment, this.buyMonth(agreement, at));
    }
    if (data.isUnsaved !== true) this.paidWith(data);
    this.endIfUnsaved(at, data, agreement);
  }

  /**
   * Returns whether a charge is for a month that an earlier charge has paid for. Charges that this server requested are
   * compared by their due date, also if another card or card provider was charged. A card provider that schedules the
   * charges makes one charge a month, so a charge of the same card soon after another charge is for the same month, unless
   * the earlier charge was late and the next charge is due. A payment that the customer makes is never such a charge.
   */
  private isSecondCharge(
    { role, provider, orderId, at, chargeAt, cardMask }: Payment,
    { chargedBy, nextChargeAt }: Agreement,
  ): boolean {
    if (role === 'first') return false;
    const counted = [...this.payments.values()].filter(
      (other) => other.role === 'recurrent' && other.verdict === 'counted',
    );
    if (chargeAt !== null)
      return counted.some((other) => other.chargeAt !== null && isSameCharge(other.chargeAt, chargeAt));
    if (chargedBy === 'merchant' || at >= addDays(nextChargeAt, -EARLY_CHARGE_DAYS)) return false;
    return counted.some(
      (other) =>
        other.provider === provider &&
        other.orderId === orderId &&
        // The customer may have entered a new card at the card provider, which charges it at once.
        (other.cardMask === null || cardMask === null || other.cardMask === cardMask) &&
        Math.abs(other.at.getTime() - at.getTime()) < SAME_MONTH_MS,
    );
  }

  /** Ends a subscription agreement whose payment method was not saved, because no charge can follow. */
  private endIfUnsaved(
    at: Date,
    { isUnsaved }: LedgerEventDataOf<'paymentSucceeded'>,
    agreement: Agreement,
  ): void {
    if (isUnsaved === true) this.end(agreement, { at, by: 'unsaved', state: 'cancelled' });
  }

  /**
   * Postpones the charge of the current subscription agreement. The next charges follow the original date. The agreement
   * continues even if the postponement was decided after the end of the grace period.
   */
  private chargePostponed({ orderId, to }: LedgerEventDataOf<'chargePostponed'>): void {
    const { current } = this;
    if (current?.orderId !== orderId || current.ended !== null) return;
    current.postponedTo = new Date(to);
    current.providerNextChargeAt = current.postponedTo;
  }

  /**
   * Counts the months of the current subscription agreement from the day on which the present run of months began. The
   * next charge moves to this day, and access with it, unless the charge was announced or its date has another cause.
   */
  private monthsAnchored(at: Date, { orderId }: LedgerEventDataOf<'monthsAnchored'>): void {
    const { current: agreement, accessUntil } = this;
    if (agreement?.orderId !== orderId || !isCountedFromClampedDay(agreement)) return;
    agreement.anchorDay = agreement.runDay;
    if (this.anchorDay !== null) this.anchorDay = this.runDay;
    const { nextChargeAt, providerNextChargeAt } = agreement;
    const due = addMonths(nextChargeAt, 0, agreement.anchorDay);
    const isAnnounced =
      at.getTime() >= addDays(nextChargeAt, -CHARGE_NOTICE_DAYS).getTime() - CLOCK_SKEW_MS ||
      presentOutage(agreement) !== null;
    // The card provider's dashboard may have postponed the charge.
    const isPostponed =
      providerNextChargeAt !== null &&
      providerNextChargeAt.getTime() > nextChargeAt.getTime() + SAME_CALENDAR_MS;
    const last = this.segments.at(-1);
    if (isAnnounced || isPostponed || due <= nextChargeAt) return;
    if (last === undefined || accessUntil === null || !isSameMoment(accessUntil, nextChargeAt)) return;
    this.segments = [...this.segments.slice(0, -1), { ...last, until: due }];
    this.move(agreement, due, at);
  }

  /** Extends the grace period of a renewal whose card provider is gone. The charge date stays. */
  private providerGone({ orderId, markId, graceUntil }: LedgerEventDataOf<'providerGone'>): void {
    this.goneMark = markId;
    const agreement = this.agreements.get(orderId);
    if (agreement === undefined || agreement.ended !== null) return;
    agreement.outage = {
      hasEnded: false,
      markId,
      graceUntil: later(new Date(graceUntil), graceAfterOutage(agreement)),
      endedAs: presentOutage(agreement)?.endedAs ?? null,
    };
  }

  /**
   * Ends the effect of a mark. A charge that was missed meanwhile gets a new grace period, and a recurring payment that
   * ended meanwhile ends the renewal now.
   */
  private providerBack(at: Date, { orderId, markId }: LedgerEventDataOf<'providerBack'>): void {
    if (this.goneMark === markId) this.goneMark = null;
    const agreement = this.agreements.get(orderId);
    const outage = agreement === undefined ? null : presentOutage(agreement);
    if (agreement === undefined || outage?.markId !== markId) return;
    agreement.outage = { hasEnded: true, graceUntil: addDays(at, CHARGE_GRACE_DAYS) };
    if (outage.endedAs !== null) this.end(agreement, { at, by: 'provider', state: outage.endedAs });
  }

  /** Records the access period that a payment bought. */
  private bought(
    agreement: Agreement,
    payment: Payment,
    { from, until }: Pick<Segment, 'from' | 'until'>,
  ): void {
    this.segments.push({ source: 'payment', key: paymentKey(payment), from, until });
    this.anchorDay = agreement.anchorDay;
    this.runDay = agreement.runDay;
    this.lastGrant = 'payment';
    // Anyone can pay for a campaign trial with any email address, so it must not use up the free trial of that address.
    if (payment.role === 'first' && payment.orderKind === 'campaign') this.hadCampaign = true;
    else this.firstPaymentActivated = true;
  }

  /**
   * Records the card that paid and is saved for the next charges. A payment whose method this server will charge always
   * names its card, so that no mask means a wallet or a bank application. Otherwise, the mask is merely unknown.
   */
  private paidWith({ cardMask, role, chargedBy }: LedgerEventDataOf<'paymentSucceeded'>): void {
    this.cardRemovedAt = null;
    if (cardMask !== null || (role === 'first' && chargedBy === 'merchant')) this.cardMask = cardMask;
  }

  private hadTrial(kind: OrderKind): boolean {
    if (!isTrialKind(kind)) return false;
    return this.firstPaymentActivated || (kind === 'campaign' && this.hadCampaign);
  }

  /**
   * Continues the current subscription agreement with another card. The new subscription agreement has the same charge
   * date, but not before the date that its order names. If a month is paid although no charge is due, for example
   * because the old card was charged at the same moment, the payment is refunded. The card is changed even if this
   * payment is refunded.
   */
  private cardChanged(
    at: Date,
    change: { data: LedgerEventDataOf<'paymentSucceeded'>; agreement: Agreement; payment: Payment },
  ): void {
    const { data, agreement, payment } = change;
    const isMonth = data.orderKind === 'cardChangeMonth';
    const { current: earlier } = this;
    const way = this.continuation(at);
    if (
      earlier === null ||
      way === null ||
      (way === 'anew' && !isMonth) ||
      agreement.begun ||
      agreement.ended !== null ||
      payment.isCardMissing
    ) {
      payment.verdict = 'surplus';
      if (!agreement.begun) this.end(agreement, { at, by: 'surplus', state: 'cancelled' });
      return;
    }
    this.begin(agreement, data, at);
    payment.partner = agreement.partner;
    if (data.isUnsaved !== true) this.paidWith(data);
    if (way === 'anew') {
      const from = later(at, this.accessUntil);
      this.bought(agreement, payment, { from, until: this.buyFirst(agreement, data, from, at) });
      return;
    }
    const isUncalled = isMonth && earlier.nextChargeAt > addDays(at, EARLY_CHARGE_DAYS);
    if (isUncalled) payment.verdict = 'surplus';
    const isBought = isMonth && !isUncalled;
    if (!isBought && Fold.takeOverPostponed(agreement, earlier)) return;
    agreement.postponedTo = isBought ? null : earlier.postponedTo;
    if (!isBought) {
      this.takeOver(agreement, earlier, at);
      return;
    }
    const { schedule, earlierDate } = this.dueAfter(earlier, at);
    this.takeOver(agreement, schedule, at);
    this.bought(agreement, payment, {
      from: this.beginningOf(agreement, earlierDate),
      until: agreement.nextChargeAt,
    });
  }

  /**
   * Returns the beginning of the month that ends on the charge date of a subscription agreement, but not before the end of
   * access. The month of a late charge began on its charge date, because access continued until the charge. `earlierDate` is
   * that charge date if it is not on the anchor day, otherwise null.
   */
  private beginningOf({ nextChargeAt, anchorDay }: Agreement, earlierDate: Date | null): Date {
    return later(earlierDate ?? addMonths(nextChargeAt, -1, anchorDay), this.accessUntil);
  }

  /**
   * Returns the schedule after a month that is paid at `at`, and the charge date of that month if it is earlier than its
   * anchor day, because it was announced before the anchor day changed.
   */
  private dueAfter(agreement: Agreement, at: Date): { schedule: Schedule; earlierDate: Date | null } {
    const { accessUntil } = this;
    const isCovered = accessUntil !== null && accessUntil > agreement.nextChargeAt;
    const covered: Schedule = isCovered
      ? { nextChargeAt: accessUntil, anchorDay: dayOfMonth(accessUntil), runDay: this.dayOfEnd(accessUntil) }
      : agreement;
    const { from, until } = monthPaidAt(covered, at);
    const { anchorDay, runDay } = covered;
    return {
      schedule: { nextChargeAt: until, anchorDay, runDay },
      earlierDate: from < addMonths(until, -1, anchorDay) ? from : null,
    };
  }

  /** Returns the day of the month from which months after the end of access are counted, which may be a clamped date. */
  private dayOfEnd(accessUntil: Date): number {
    const day = dayOfMonth(accessUntil);
    const isLast = addMonths(accessUntil, 0, DAYS_MAX).getTime() === accessUntil.getTime();
    return isLast ? Math.max(day, this.runDay ?? day) : day;
  }

  /**
   * Sets the charge date of a new subscription agreement to the charge date of the agreement that it continues, unless
   * the new agreement's own charge date is later.
   */
  private takeOver(agreement: Agreement, { nextChargeAt, anchorDay, runDay }: Schedule, at: Date): void {
    const lateBy = agreement.nextChargeAt.getTime() - nextChargeAt.getTime();
    if (lateBy <= SAME_CALENDAR_MS) Object.assign(agreement, { anchorDay, runDay });
    if (lateBy < -SAME_CALENDAR_MS) this.move(agreement, nextChargeAt, at);
  }

  /**
   * Charges the new card on the date to which the charge of the old card is postponed, and keeps the original date for
   * the later charges. Returns false, and changes nothing, if the order does not name the postponed date.
   */
  private static takeOverPostponed(agreement: Agreement, earlier: Agreement): boolean {
    const { nextChargeAt: offered } = agreement;
    if (earlier.postponedTo === null || !isSameCharge(offered, earlier.postponedTo)) return false;
    agreement.nextChargeAt = earlier.nextChargeAt;
    agreement.anchorDay = earlier.anchorDay;
    agreement.runDay = earlier.runDay;
    agreement.postponedTo = offered;
    agreement.providerNextChargeAt = offered;
    return true;
  }

  /** Returns the expiry of a first payment's access period, which must not be before the first charge of its order. */
  private buyFirst(
    agreement: Agreement,
    data: LedgerEventDataOf<'paymentSucceeded'>,
    from: Date,
    at: Date,
  ): Date {
    const start = new Date(data.recurringPaymentStartAt);
    const bought = firstPeriodEnd(from, data.trialDays);
    const until = isSameCharge(bought, start) ? start : later(bought, start);
    agreement.runDay = data.trialDays === null ? runDayOf(until, from) : dayOfMonth(until);
    if (until > agreement.nextChargeAt) {
      // The offer was made before the payer was known or before a gift was activated. The charge is moved so that no
      // day is paid for twice.
      agreement.anchorDay = dayOfMonth(until);
      this.move(agreement, until, at);
    }
    return until;
  }

  /**
   * Returns the access period that a charge buys: one month from the charge date, or one month from the end of a gift that
   * ends later. The card provider counts months in UTC and reports no next date after a charge. The
   * next charge is therefore moved if the card provider's charge date would differ from this server's charge date.
   */
  private buyMonth(agreement: Agreement, at: Date): Pick<Segment, 'from' | 'until'> {
    const { accessUntil } = this;
    const isCovered = accessUntil !== null && accessUntil > agreement.nextChargeAt;
    const { schedule, earlierDate } = this.dueAfter(agreement, at);
    Object.assign(agreement, schedule);
    const month = { from: this.beginningOf(agreement, earlierDate), until: agreement.nextChargeAt };
    agreement.providerNextChargeAt = null;
    agreement.failedCharge = null;
    agreement.movedFromDue = null;
    agreement.movedTo = null;
    agreement.correctedFrom = null;
    agreement.resumesAt = null;
    agreement.postponedTo = null;
    if (agreement.chargedBy === 'merchant') {
      agreement.failures = 0;
      agreement.hasFailedForGood = false;
      return month;
    }
    const theirs = providerChargeAfter(agreement.startAt, at);
    const isCorrected = !isSameMoment(theirs, agreement.nextChargeAt);
    if (isCovered || isCorrected) this.move(agreement, agreement.nextChargeAt, at);
    if (isCorrected) agreement.correctedFrom = theirs;
    return month;
  }

  /**
   * Moves the next charge to another date, of which the card provider must be notified. The card provider's report on
   * the old charge date is discarded.
   */
  private move(agreement: Agreement, to: Date, at: Date): void {
    const wasDueAt = agreement.nextChargeAt;
    if (agreement.chargedBy === 'merchant') {
      agreement.nextChargeAt = to;
      agreement.providerNextChargeAt = null;
      agreement.failedCharge = null;
      agreement.failures = 0;
      agreement.hasFailedForGood = false;
      return;
    }
    if (to > wasDueAt && at.getTime() >= wasDueAt.getTime() - CLOCK_SKEW_MS)
      agreement.movedFromDue = wasDueAt;
    agreement.nextChargeAt = to;
    agreement.movedTo = to;
    agreement.startAt = to;
    agreement.correctedFrom = null;
    agreement.resumesAt =
      to > addUtcMonths(at, PROVIDER_HORIZON_MONTHS)
        ? // The date keeps one day of safety margin to the card provider's limit.
          addDays(addUtcMonths(to, -PROVIDER_HORIZON_MONTHS), 1)
        : null;
    agreement.providerNextChargeAt = null;
    agreement.failedCharge = null;
  }

  private paymentFailed(at: Date, data: LedgerEventDataOf<'paymentFailed'>): void {
    if (data.role === 'first' || data.orderId === null) return;
    const agreement = this.agreements.get(data.orderId);
    // A charge that is no longer due because it was moved is ignored. The card provider had not received the new charge
    // date yet.
    if (agreement === undefined || at < addDays(agreement.nextChargeAt, -EARLY_CHARGE_DAYS)) return;
    const firstTransactionId = agreement.failedCharge?.firstTransactionId ?? data.transactionId;
    agreement.failedCharge = { firstTransactionId, reason: data.decline.reason };
    if (agreement.chargedBy === 'provider') return;
    agreement.failures += 1;
    agreement.hasFailedForGood =
      !isTriedAgain(data.decline.reason) || agreement.failures >= CHARGE_ATTEMPTS_MAX;
    agreement.providerNextChargeAt = agreement.hasFailedForGood
      ? agreement.postponedTo
      : addDays(at, CHARGE_RETRY_DAYS);
  }

  private begin(agreement: Agreement, data: LedgerEventDataOf<'paymentSucceeded'>, at: Date): void {
    if (!agreement.begun) {
      const start = new Date(data.recurringPaymentStartAt);
      agreement.begun = true;
      agreement.chargedBy = data.chargedBy ?? 'provider';
      agreement.partner = data.partner ?? null;
      if (this.current !== null && isCardChange(data.orderKind)) {
        agreement.continues = this.current.orderId;
        agreement.partner = this.current.partner;
      }
      agreement.recurringPaymentAmountKopecks = data.recurringPaymentAmountKopecks;
      agreement.anchorDay = dayOfMonth(start);
      agreement.runDay = dayOfMonth(start);
      agreement.startAt = start;
      agreement.nextChargeAt = start;
    }
    if (this.current !== agreement) {
      // An account has one recurring payment. The previous recurring payment must not charge again, even if its charges
      // permanently failed.
      if (this.current !== null && this.current.ended?.state !== 'cancelled') {
        this.current.ended = { at, by: 'surplus', state: 'cancelled' };
      }
      this.current = agreement;
    }
  }

  private recurringPaymentChanged(at: Date, data: LedgerEventDataOf<'recurringPaymentChanged'>): void {
    const next = data.nextChargeAt === null ? null : new Date(data.nextChargeAt);
    const agreement = this.agreementOf(data, next ?? at);
    const isOver = data.state !== 'active' && data.state !== 'pastDue';
    // A report that the recurring payment ended is newer than other reports with the same number of successful charges.
    // The numbers of failed charges are not compared in this case, because the card provider resets them after the
    // charge date was moved.
    const isNewer =
      agreement.recurringPaymentId === null ||
      data.successes > agreement.successes ||
      (data.successes === agreement.successes && (isOver || data.failures >= agreement.failures));
    agreement.recurringPaymentId = data.recurringPaymentId;
    if (!isNewer) return;
    const succeededAgain = data.successes > agreement.successes;
    agreement.successes = data.successes;
    agreement.failures = data.failures;
    const outage = presentOutage(agreement);
    const isPaused = agreement.resumesAt !== null && at < agreement.resumesAt;
    if (isOver) {
      // The report on the recurring payment is ignored, because the card provider only confirms the pause that this
      // server requested.
      if (isPaused && data.state === 'cancelled') return;
      // The card provider may end all recurring payments when it stops. The customer keeps the renewal meanwhile.
      if (outage !== null) {
        agreement.outage = { ...outage, endedAs: data.state };
        return;
      }
      this.end(agreement, { at, by: 'provider', state: data.state });
      return;
    }
    if (outage !== null) agreement.outage = { ...outage, endedAs: null };
    if (agreement.ended?.by === 'provider' && succeededAgain) {
      // A recurring payment that another card has replaced must not charge again.
      const isReplaced = agreement.begun && this.current !== agreement;
      agreement.ended = isReplaced ? { at, by: 'surplus', state: 'cancelled' } : null;
    }
    if (isPaused) return;
    // The charge date in the card provider's own calendar is ignored, because the charge is being moved to another
    // date.
    if (next !== null && agreement.correctedFrom !== null && isSameMoment(next, agreement.correctedFrom))
      return;
    const isEarly =
      agreement.begun &&
      next !== null &&
      next > at &&
      next.getTime() < agreement.nextChargeAt.getTime() - SAME_CALENDAR_MS;
    // The card provider uses another calendar or has not received a new charge date yet. The charge is moved again, so
    // that the card is not charged early.
    if (isEarly) this.move(agreement, agreement.nextChargeAt, at);
    else agreement.providerNextChargeAt = next;
  }

  private giftGranted(at: Date, key: string, months: number): void {
    this.endIfLapsed(at);
    const agreement = this.current;
    const from = later(at, this.accessUntil);
    if (this.isInForce(agreement, at)) {
      const { nextChargeAt, anchorDay } = agreement;
      const isAfterEnd = from > nextChargeAt;
      const until = isAfterEnd ? addMonths(from, months) : addMonths(nextChargeAt, months, anchorDay);
      if (isAfterEnd) agreement.runDay = dayOfMonth(from);
      // The card provider counts months from the date to which the charge was moved.
      agreement.anchorDay = dayOfMonth(until);
      this.move(agreement, until, at);
      this.segments.push({ source: 'gift', key, from, until });
      return;
    }
    if (from === at || this.anchorDay === null) {
      this.anchorDay = dayOfMonth(from);
      this.runDay = this.anchorDay;
    }
    this.segments.push({ source: 'gift', key, from, until: addMonths(from, months, this.anchorDay) });
    this.lastGrant = 'gift';
  }

  /**
   * Grants days in the same way as a gift. Current access without a recurring payment keeps its subscription status.
   */
  private daysGranted(at: Date, key: string, days: number): void {
    this.endIfLapsed(at);
    const agreement = this.current;
    const from = later(at, this.accessUntil);
    const isInForce = this.isInForce(agreement, at);
    const until = addDays(isInForce ? later(agreement.nextChargeAt, from) : from, days);
    if (isInForce) {
      agreement.anchorDay = dayOfMonth(until);
      agreement.runDay = agreement.anchorDay;
      this.move(agreement, until, at);
    } else if (from === at) this.lastGrant = 'gift';
    this.anchorDay = null;
    this.runDay = null;
    this.segments.push({ source: 'gift', key, from, until });
  }

  private givenBack(at: Date, payment: Payment, data: Outcome): void {
    const wasWhole = payment.returnedKopecks < payment.amountKopecks;
    switch (data.kind) {
      case 'refundDecided': {
        // The requested refund amount is added to the amount that was returned before.
        const target = payment.returnedKopecks + data.amountKopecks;
        payment.refundDecidedKopecks = Math.max(payment.refundDecidedKopecks, data.amountKopecks);
        payment.refundTargetKopecks = Math.min(
          payment.amountKopecks,
          Math.max(payment.refundTargetKopecks ?? 0, target),
        );
        payment.keepsRenewal = data.keepsRenewal === true;
        if (data.keepsAccess !== true) this.takeBack(payment, at, 'staff');
        // A refund ends the current subscription agreement even if the payment belongs to an earlier agreement, so that
        // no further charge is made.
        if (!payment.keepsRenewal) this.end(this.current, { at, by: 'staff', state: 'cancelled' });
        return;
      }
      case 'chargedBack':
        payment.returnedKopecks += data.amountKopecks;
        payment.returns.push({ at, kopecks: data.amountKopecks, by: 'bank' });
        payment.chargedBackKopecks += data.amountKopecks;
        this.takeBack(payment, at, 'bank');
        this.end(this.current, { at, by: 'bank', state: 'cancelled' });
        return;
      case 'voided':
        payment.voided = true;
        payment.returns.push({ at, kopecks: payment.amountKopecks - payment.returnedKopecks, by: 'void' });
        payment.returnedKopecks = payment.amountKopecks;
        break;
      case 'refunded':
        payment.returnedKopecks += data.amountKopecks;
        payment.returns.push({ at, kopecks: data.amountKopecks, by: 'refund' });
    }
    const isGoneNow = wasWhole && payment.returnedKopecks >= payment.amountKopecks;
    const isDecided = payment.refundTargetKopecks !== null && !exceedsDecision(payment);
    // The payment was refunded in the card provider's dashboard without a staff decision, or by more than staff
    // decided.
    if (isGoneNow && !isVerification(payment) && !isDecided) this.takeBack(payment, at, 'staff');
  }

  /**
   * Revokes the unused part of the access that a payment bought. Ends the payment's recurring payment, and all
   * recurring payments that continue it with another card.
   */
  private takeBack(payment: Payment, at: Date, by: EndedBy): void {
    if (payment.verdict !== 'counted') return;
    const agreements = [...this.agreements.values()];
    for (const agreement of agreements) {
      if (ordersContinuedBy(agreements, agreement).has(payment.orderId))
        this.end(agreement, { at, by, state: 'cancelled' });
    }
    const end = endOfSegments(this.segments);
    this.segments = takeRest(this.segments, paymentKey(payment), at);
    if (endOfSegments(this.segments)?.getTime() === end?.getTime()) return;
    this.anchorDay = null;
    this.runDay = null;
    this.cutAt = at;
  }
}

function commandsForPayment(payment: Payment): WantedCommand[] {
  const { provider, transactionId, amountKopecks } = payment;
  // Payments that bought nothing and the 1-ruble card verification are refunded automatically.
  if (payment.verdict !== 'counted' || isVerification(payment)) {
    const left = amountKopecks - payment.returnedKopecks;
    return left > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks: left }] : [];
  }
  // A part of the payment may have been refunded in the card provider's dashboard in the meantime.
  const left = (payment.refundTargetKopecks ?? 0) - payment.returnedKopecks;
  return left > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks: left }] : [];
}

function commandsForAgreement(agreement: Agreement): WantedCommand[] {
  const { provider, chargedBy, orderId, recurringPaymentId, ended, movedTo, resumesAt } = agreement;
  if (ended !== null) {
    return ended.by === 'provider'
      ? []
      : [{ kind: 'cancelRecurringPayment', provider, orderId, recurringPaymentId }];
  }
  if (movedTo === null || chargedBy === 'merchant') return [];
  const nextChargeAt = movedTo.toISOString();
  if (resumesAt === null)
    return [{ kind: 'moveRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt }];
  const notBefore = resumesAt.toISOString();
  return [
    { kind: 'pauseRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt },
    { kind: 'resumeRecurringPayment', provider, orderId, nextChargeAt, notBefore },
  ];
}

/**
 * Computes the subscription state from the ledger events of one account. Repeated ledger events are deduplicated by
 * their key.
 * @example foldSubscription(history).accessUntil // expiry of the access, or null
 */
export function foldSubscription(events: readonly LedgerEvent[]): SubscriptionState {
  const fold = new Fold();
  for (const event of inCausalOrder(events)) fold.apply(event);
  return fold.result();
}

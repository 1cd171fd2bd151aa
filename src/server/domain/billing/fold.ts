/**
 * The life of a subscription as a fold of what is known about it. The state follows from the set of
 * facts alone: in which order and how often they arrived changes nothing.
 *
 * An agreement is what a customer accepted with an order: a first payment now and a recurring payment
 * later. At most one agreement of an account is in force.
 */
import type { DeclineReason } from '../../../shared/declines';
import { toKopecks } from '../../../shared/money';
import { addMonths, dayOfMonth } from '../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { OrderKind } from '../../../shared/orderKinds';
import { addUtcMonths } from '../../../shared/utcMonths';
import { addDays, later } from './billingCalendar';
import { CHARGE_GRACE_DAYS, EARLY_CHARGE_DAYS, PROVIDER_HORIZON_MONTHS } from './chargeDates';
import type { WantedCommand } from './commands';
import { CLOCK_SKEW_MS, inCausalOrder } from './eventOrder';
import {
  type LedgerEvent,
  type LedgerEventData,
  paymentKey,
  type RecurringPaymentState,
} from './ledgerEvents';
import { endOfSegments, type Segment, takeRest } from './segments';

/** Moments that differ by less are the same charge: the minutes between offer and payment, ms. */
const SAME_CHARGE_MS = 12 * 3_600_000;

/** By less than this the provider's calendar does not differ from ours: it tells whole seconds, ms. */
const SAME_CALENDAR_MS = 60_000;

const isSameMoment = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) <= SAME_CALENDAR_MS;

const isSameCharge = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) < SAME_CHARGE_MS;

/**
 * Returns when the card provider charges next after a charge, by its own calendar: the start date of the recurring
 * payment plus whole months in UTC.
 */
function providerChargeAfter(startAt: Date, chargedAt: Date): Date {
  const months = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
  let count = Math.max(0, months(chargedAt) - months(startAt));
  while (addUtcMonths(startAt, count).getTime() <= chargedAt.getTime() + SAME_CHARGE_MS) count += 1;
  return addUtcMonths(startAt, count);
}

/** How far a first payment reaches that begins to count at `from`; `trialDays` null: a month. */
export function firstPeriodEnd(from: Date, trialDays: number | null): Date {
  return trialDays === null ? addMonths(from, 1) : addDays(from, trialDays);
}

export interface Agreement {
  orderId: string;
  /** Name of the card provider that charges it. */
  provider: string;
  /** Whether a payment of it is known; the provider's word about its recurring payment may come first. */
  begun: boolean;
  recurringPaymentAmountKopecks: number;
  recurringPaymentId: string | null;
  /** Day of the month in Moscow on which it is charged. */
  anchorDay: number;
  /** Start date from which the provider counts months in UTC: the one agreed with the order, or the last move. */
  startAt: Date;
  /** By our calendar. */
  nextChargeAt: Date;
  /** By the provider's word. */
  providerNextChargeAt: Date | null;
  /** A date that had come, by the provider's clock perhaps, when the charge was moved from it: it may have been charged. */
  movedFromDue: Date | null;
  /** Where the next charge was moved; the provider has to be told. */
  movedTo: Date | null;
  /** The date in the provider's own calendar that the move corrects, or null if it corrects none. */
  correctedFrom: Date | null;
  /** The move is further ahead than the provider takes one: it is told of it from then on. */
  resumesAt: Date | null;
  successes: number;
  failures: number;
  /** The charge that is due failed: its first try, and what was said of the last one. */
  failedCharge: { firstTransactionId: string; reason: DeclineReason } | null;
  ended: { at: Date; by: EndedBy; state: RecurringPaymentState } | null;
}

/** lapse: nothing was heard of its charge; surplus: another one took its place; bank: a chargeback. */
type EndedBy = 'customer' | 'staff' | 'provider' | 'surplus' | 'lapse' | 'bank';

/** by: we or the provider's office, a release before it was taken, or the payer's bank. */
export interface MoneyReturn {
  at: Date;
  kopecks: number;
  by: 'refund' | 'void' | 'bank';
}

export interface Payment {
  /** Name of the card provider, whose id the transaction's is. */
  provider: string;
  transactionId: string;
  orderId: string;
  at: Date;
  role: 'first' | 'recurrent';
  orderKind: OrderKind;
  amountKopecks: number;
  /** Of the trial that a first payment was for, as its order promised; null: a month. */
  trialDays: number | null;
  /**
   * counted; surplus: while another agreement was in force, for an order that was paid already, or
   * a trial that the account or the card has had;
   * uncalled: after the agreement was cancelled. The last two buy nothing and go back.
   */
  verdict: 'counted' | 'surplus' | 'uncalled';
  /** Of the card that paid. */
  cardMask: string | null;
  /** The prefix of the partner whose link led to its order; null: none did. */
  partner: string | null;
  refundDecidedKopecks: number;
  /** What has gone back in all once the decided refund is carried out; null: none is decided. */
  refundTargetKopecks: number | null;
  /** The decision to give it back has let the recurring payment go on. */
  keepsRenewal: boolean;
  /** All that went back, what the bank took among it. */
  returnedKopecks: number;
  /** Each time that something of it went back. */
  returns: MoneyReturn[];
  chargedBackKopecks: number;
  voided: boolean;
}

interface GrantedGift {
  /** Key of its event. */
  key: string;
  at: Date;
  months: number;
}

interface GrantedDays {
  /** Key of its event. */
  key: string;
  at: Date;
  days: number;
}

export interface SubscriptionState {
  /** A free trial or a month was had; a campaign's week alone leaves the trial. */
  firstPaymentActivated: boolean;
  /** What each payment bought and each gift gave, as far as it was not taken back; in order. */
  segments: readonly Segment[];
  /** End of what is paid or given. */
  accessUntil: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** The agreement in force, or the one that was last. */
  agreement: Agreement | null;
  /** Every agreement of which a payment is known. */
  agreements: readonly Agreement[];
  payments: readonly Payment[];
  gifts: readonly GrantedGift[];
  /** What staff gave to make up for something. */
  grantedDays: readonly GrantedDays[];
  /** When the stored card was withdrawn; null when there was none to withdraw, or a new one since. */
  cardRemovedAt: Date | null;
  cardMask: string | null;
  totalPaidKopecks: number;
  /** What is demanded of the card provider. */
  commands: readonly WantedCommand[];
}

type LedgerEventDataOf<Kind extends LedgerEventData['kind']> = Extract<LedgerEventData, { kind: Kind }>;

/** Of a payment that it names. */
type Outcome = LedgerEventDataOf<'refundDecided' | 'refunded' | 'voided' | 'chargedBack'>;

/** When an agreement is charged next: the later of our word and the provider's. */
export function chargeOf(agreement: Agreement): Date {
  return later(agreement.nextChargeAt, agreement.providerNextChargeAt);
}

/** When an agreement ends by silence: its charge and its grace are over, and so is what is paid. */
export function lapseOf(agreement: Agreement, accessUntil: Date | null): Date {
  return addDays(later(chargeOf(agreement), accessUntil), CHARGE_GRACE_DAYS);
}

/** The ruble of a free trial: it verifies the card and goes back at once. */
export function isVerification(payment: Payment): boolean {
  return payment.role === 'first' && payment.orderKind === 'trial' && payment.verdict === 'counted';
}

/** What the provider sent back itself; the bank's part is not its doing. */
export const refundedOf = (payment: Payment): number => payment.returnedKopecks - payment.chargedBackKopecks;

/** Whether more went back than staff decided: the provider returned the rest by itself. */
export const exceedsDecision = ({ refundTargetKopecks, returnedKopecks }: Payment): boolean =>
  refundTargetKopecks !== null && returnedKopecks > refundTargetKopecks;

class Fold {
  private readonly agreements = new Map<string, Agreement>();
  private readonly payments = new Map<string, Payment>();
  private readonly gifts: GrantedGift[] = [];
  private readonly grantedDays: GrantedDays[] = [];
  private segments: Segment[] = [];
  /** When a piece was last cut short: access that was all taken back has ended then. */
  private cutAt: Date | null = null;
  private cardRemovedAt: Date | null = null;
  private current: Agreement | null = null;
  private firstPaymentActivated = false;
  private hadCampaign = false;
  /** Day of the month in Moscow that months count by; null: what there was has been cut short. */
  private anchorDay: number | null = null;
  private lastGrant: 'payment' | 'gift' | null = null;
  private cardMask: string | null = null;

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
        // Only identifies the refund that belongs to our decision (`eventOrder.ts`).
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
      begun: false,
      recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
      recurringPaymentId: null,
      anchorDay: dayOfMonth(start),
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

  /** In force, and what it has bought lasts, with its grace: a charge that was put off further gives nothing meanwhile. */
  private givesAccess(agreement: Agreement | null, at: Date): boolean {
    return (
      this.isInForce(agreement, at) &&
      this.accessUntil !== null &&
      at < addDays(this.accessUntil, CHARGE_GRACE_DAYS)
    );
  }

  private end(agreement: Agreement | null, end: NonNullable<Agreement['ended']>): void {
    if (agreement !== null && agreement.ended === null) agreement.ended = end;
  }

  private endIfLapsed(at: Date): void {
    if (this.current?.ended === null && !this.isInForce(this.current, at))
      this.end(this.current, { at, by: 'lapse', state: 'cancelled' });
  }

  /** Ends every agreement for good: one that the provider gave up must not come back either. */
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
      amountKopecks: data.amountKopecks,
      trialDays: data.trialDays,
      verdict: 'counted',
      cardMask: data.cardMask,
      partner: data.partner ?? null,
      refundDecidedKopecks: 0,
      refundTargetKopecks: null,
      keepsRenewal: false,
      returnedKopecks: 0,
      returns: [],
      chargedBackKopecks: 0,
      voided: false,
    };
    this.payments.set(paymentKey(payment), payment);
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
    } else {
      // The provider gave up and succeeded after all.
      agreement.ended = null;
    }
    this.begin(agreement, data, at);
    const from = later(at, this.accessUntil);
    const until =
      data.role === 'first' ? this.buyFirst(agreement, data, from, at) : this.buyMonth(agreement, at);
    this.segments.push({ source: 'payment', key: paymentKey(payment), from, until });
    this.anchorDay = agreement.anchorDay;
    this.lastGrant = 'payment';
    // Anybody may pay a campaign week under any address: it takes nobody's free trial.
    if (data.role === 'first' && data.orderKind === 'campaign') this.hadCampaign = true;
    else this.firstPaymentActivated = true;
    this.cardRemovedAt = null;
    if (data.cardMask !== null) this.cardMask = data.cardMask;
  }

  private hadTrial(kind: OrderKind): boolean {
    switch (kind) {
      case 'renewal':
        return false;
      case 'trial':
        return this.firstPaymentActivated;
      case 'campaign':
        return this.firstPaymentActivated || this.hadCampaign;
    }
  }

  /** How far a first payment reaches: its period, and at least to the first charge that its order named. */
  private buyFirst(
    agreement: Agreement,
    data: LedgerEventDataOf<'paymentSucceeded'>,
    from: Date,
    at: Date,
  ): Date {
    const start = new Date(data.recurringPaymentStartAt);
    const bought = firstPeriodEnd(from, data.trialDays);
    const until = isSameCharge(bought, start) ? start : later(bought, start);
    if (until > agreement.nextChargeAt) {
      // Offered before the payer was known, or before a gift: no day is paid for twice.
      agreement.anchorDay = dayOfMonth(until);
      this.move(agreement, until, at);
    }
    return until;
  }

  /**
   * How far a charge reaches: a month on from its date, or from the end of a gift that runs longer. The provider counts
   * months in UTC and reports no date after a charge, so it is moved wherever its own next date is not ours.
   */
  private buyMonth(agreement: Agreement, at: Date): Date {
    const { accessUntil } = this;
    const isCovered = accessUntil !== null && accessUntil > agreement.nextChargeAt;
    if (isCovered) {
      agreement.nextChargeAt = accessUntil;
      agreement.anchorDay = dayOfMonth(accessUntil);
    }
    do {
      agreement.nextChargeAt = addMonths(agreement.nextChargeAt, 1, agreement.anchorDay);
    } while (agreement.nextChargeAt <= at);
    agreement.providerNextChargeAt = null;
    agreement.failedCharge = null;
    agreement.movedFromDue = null;
    agreement.movedTo = null;
    agreement.correctedFrom = null;
    agreement.resumesAt = null;
    const theirs = providerChargeAfter(agreement.startAt, at);
    const isCorrected = !isSameMoment(theirs, agreement.nextChargeAt);
    if (isCovered || isCorrected) this.move(agreement, agreement.nextChargeAt, at);
    if (isCorrected) agreement.correctedFrom = theirs;
    return agreement.nextChargeAt;
  }

  /** The provider has to be told of another date, and what it said of the former one counts no more. */
  private move(agreement: Agreement, to: Date, at: Date): void {
    const wasDueAt = agreement.nextChargeAt;
    if (to > wasDueAt && at.getTime() >= wasDueAt.getTime() - CLOCK_SKEW_MS)
      agreement.movedFromDue = wasDueAt;
    agreement.nextChargeAt = to;
    agreement.movedTo = to;
    agreement.startAt = to;
    agreement.correctedFrom = null;
    agreement.resumesAt =
      to > addUtcMonths(at, PROVIDER_HORIZON_MONTHS)
        ? // A day on the safe side of the provider's limit.
          addDays(addUtcMonths(to, -PROVIDER_HORIZON_MONTHS), 1)
        : null;
    agreement.providerNextChargeAt = null;
    agreement.failedCharge = null;
  }

  private paymentFailed(at: Date, data: LedgerEventDataOf<'paymentFailed'>): void {
    if (data.role === 'first' || data.orderId === null) return;
    const agreement = this.agreements.get(data.orderId);
    // One that is not due any more: the provider had not heard of its move.
    if (agreement === undefined || at < addDays(agreement.nextChargeAt, -EARLY_CHARGE_DAYS)) return;
    const firstTransactionId = agreement.failedCharge?.firstTransactionId ?? data.transactionId;
    agreement.failedCharge = { firstTransactionId, reason: data.decline.reason };
  }

  private begin(agreement: Agreement, data: LedgerEventDataOf<'paymentSucceeded'>, at: Date): void {
    if (!agreement.begun) {
      const start = new Date(data.recurringPaymentStartAt);
      agreement.begun = true;
      agreement.recurringPaymentAmountKopecks = data.recurringPaymentAmountKopecks;
      agreement.anchorDay = dayOfMonth(start);
      agreement.startAt = start;
      agreement.nextChargeAt = start;
    }
    if (this.current !== agreement) {
      // One recurring payment per account: what came before must not charge any more, given up by the provider or not.
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
    // The end is the last word of its count: a move has the provider count failures anew.
    const isNewer =
      agreement.recurringPaymentId === null ||
      data.successes > agreement.successes ||
      (data.successes === agreement.successes && (isOver || data.failures >= agreement.failures));
    agreement.recurringPaymentId = data.recurringPaymentId;
    if (!isNewer) return;
    const succeededAgain = data.successes > agreement.successes;
    agreement.successes = data.successes;
    agreement.failures = data.failures;
    const isPaused = agreement.resumesAt !== null && at < agreement.resumesAt;
    if (isOver) {
      // The provider only repeats that we have paused it.
      if (isPaused && data.state === 'cancelled') return;
      this.end(agreement, { at, by: 'provider', state: data.state });
      return;
    }
    if (agreement.ended?.by === 'provider' && succeededAgain) agreement.ended = null;
    if (isPaused) return;
    // Its own date, which it is being moved from.
    if (next !== null && agreement.correctedFrom !== null && isSameMoment(next, agreement.correctedFrom))
      return;
    const isEarly =
      agreement.begun &&
      next !== null &&
      next > at &&
      next.getTime() < agreement.nextChargeAt.getTime() - SAME_CALENDAR_MS;
    // Another calendar, or a move of which it has not heard: nothing is charged before its day.
    if (isEarly) this.move(agreement, agreement.nextChargeAt, at);
    else agreement.providerNextChargeAt = next;
  }

  private giftGranted(at: Date, key: string, months: number): void {
    this.endIfLapsed(at);
    const agreement = this.current;
    const from = later(at, this.accessUntil);
    if (this.isInForce(agreement, at)) {
      const { nextChargeAt, anchorDay } = agreement;
      const until =
        from > nextChargeAt ? addMonths(from, months) : addMonths(nextChargeAt, months, anchorDay);
      // The provider counts on from the day that it is moved to.
      agreement.anchorDay = dayOfMonth(until);
      this.move(agreement, until, at);
      this.segments.push({ source: 'gift', key, from, until });
      return;
    }
    if (from === at || this.anchorDay === null) this.anchorDay = dayOfMonth(from);
    this.segments.push({ source: 'gift', key, from, until: addMonths(from, months, this.anchorDay) });
    this.lastGrant = 'gift';
  }

  /** As a gift; on time that runs without a recurring payment they leave the status what it is. */
  private daysGranted(at: Date, key: string, days: number): void {
    this.endIfLapsed(at);
    const agreement = this.current;
    const from = later(at, this.accessUntil);
    const isInForce = this.isInForce(agreement, at);
    const until = addDays(isInForce ? later(agreement.nextChargeAt, from) : from, days);
    if (isInForce) {
      agreement.anchorDay = dayOfMonth(until);
      this.move(agreement, until, at);
    } else if (from === at) this.lastGrant = 'gift';
    this.anchorDay = null;
    this.segments.push({ source: 'gift', key, from, until });
  }

  private givenBack(at: Date, payment: Payment, data: Outcome): void {
    const wasWhole = payment.returnedKopecks < payment.amountKopecks;
    switch (data.kind) {
      case 'refundDecided': {
        // On top of what had been returned before.
        const target = payment.returnedKopecks + data.amountKopecks;
        payment.refundDecidedKopecks = Math.max(payment.refundDecidedKopecks, data.amountKopecks);
        payment.refundTargetKopecks = Math.min(
          payment.amountKopecks,
          Math.max(payment.refundTargetKopecks ?? 0, target),
        );
        payment.keepsRenewal = data.keepsRenewal === true;
        if (data.keepsAccess !== true) this.takeBack(payment, at, 'staff');
        // Also when the payment belongs to an earlier agreement: nothing is charged any more.
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
    // Returned in the provider's dashboard, without a decision of ours or beyond it.
    if (isGoneNow && !isVerification(payment) && !isDecided) this.takeBack(payment, at, 'staff');
  }

  /** Takes back what is left of the time that a payment bought, and ends its recurring payment. */
  private takeBack(payment: Payment, at: Date, by: EndedBy): void {
    if (payment.verdict !== 'counted') return;
    this.end(this.agreements.get(payment.orderId) ?? null, { at, by, state: 'cancelled' });
    const end = endOfSegments(this.segments);
    this.segments = takeRest(this.segments, paymentKey(payment), at);
    if (endOfSegments(this.segments)?.getTime() === end?.getTime()) return;
    this.anchorDay = null;
    this.cutAt = at;
  }
}

function commandsForPayment(payment: Payment): WantedCommand[] {
  const { provider, transactionId, amountKopecks } = payment;
  // What bought nothing, and the ruble that verified a card, go back by themselves.
  if (payment.verdict !== 'counted' || isVerification(payment)) {
    const left = amountKopecks - payment.returnedKopecks;
    return left > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks: left }] : [];
  }
  // The office may have given a part of it back meanwhile.
  const left = (payment.refundTargetKopecks ?? 0) - payment.returnedKopecks;
  return left > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks: left }] : [];
}

function commandsForAgreement(agreement: Agreement): WantedCommand[] {
  const { provider, orderId, recurringPaymentId, ended, movedTo, resumesAt } = agreement;
  if (ended !== null) {
    return ended.by === 'provider'
      ? []
      : [{ kind: 'cancelRecurringPayment', provider, orderId, recurringPaymentId }];
  }
  if (movedTo === null) return [];
  const nextChargeAt = movedTo.toISOString();
  if (resumesAt === null)
    return [{ kind: 'moveRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt }];
  const notBefore = resumesAt.toISOString();
  return [
    { kind: 'pauseRecurringPayment', provider, orderId, recurringPaymentId, nextChargeAt },
    { kind: 'resumeRecurringPayment', provider, orderId, nextChargeAt, notBefore },
  ];
}

/** Folds what is known of one account. Repeated events count once, by key. */
export function foldSubscription(events: readonly LedgerEvent[]): SubscriptionState {
  const fold = new Fold();
  for (const event of inCausalOrder(events)) fold.apply(event);
  return fold.result();
}

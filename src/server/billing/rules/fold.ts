/**
 * The life of a subscription as a fold of what is known about it. The state follows from the set of
 * facts alone: in which order and how often they arrived changes nothing.
 *
 * An agreement is what a customer accepted with an order: a first payment now and a recurrence
 * later. At most one agreement of an account is in force.
 */
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { OrderKind } from '../../../shared/orderKinds';
import { addDays, addMonths, later } from './billingCalendar';
import type { WantedCommand } from './commands';
import {
  paymentKey,
  providerOf,
  type RecurrenceState,
  type SubscriptionEvent,
  type SubscriptionFact,
} from './facts';

/** Access outlives a missed charge for this long while nothing is heard, days. */
export const CHARGE_GRACE_DAYS = 3;

/** Moments that differ by less are the same charge: the minutes between offer and payment, ms. */
const SAME_CHARGE_MS = 12 * 3_600_000;

const isSameCharge = (a: Date, b: Date): boolean => Math.abs(a.getTime() - b.getTime()) < SAME_CHARGE_MS;

/** How far a first payment reaches that begins to count at `from`; `trialDays` null: a month. */
export function firstPeriodEnd(from: Date, trialDays: number | null): Date {
  return trialDays === null ? addMonths(from, 1) : addDays(from, trialDays);
}

export interface Agreement {
  orderId: string;
  /** Name of the card provider that charges it. */
  provider: string;
  /** Whether a payment of it is known; the provider's word about its recurrence may come first. */
  begun: boolean;
  recurrenceAmountKopecks: number;
  recurrenceId: string | null;
  /** Day of the month on which it is charged. */
  anchorDay: number;
  /** By our calendar. */
  nextChargeAt: Date;
  /** By the provider's word. */
  providerNextChargeAt: Date | null;
  /** Where a gift moved the next charge; the provider has to be told. */
  movedTo: Date | null;
  successes: number;
  failures: number;
  /** The charge that is due failed: its first try, and what was said of the last one. */
  failedCharge: { firstTransactionId: string; reasonCode: number | null } | null;
  ended: { at: Date; by: 'customer' | 'staff' | 'provider' | 'surplus'; state: RecurrenceState } | null;
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
  /**
   * counted; surplus: while another agreement was in force, for an order that was paid already, or
   * a trial that the account or the card has had;
   * uncalled: after the agreement was cancelled. The last two buy nothing and go back.
   */
  verdict: 'counted' | 'surplus' | 'uncalled';
  /** How much access it bought, ms. */
  boughtMs: number;
  refundDecidedKopecks: number;
  /** What has gone back in all once the decided refund is carried out; null: none is decided. */
  refundTargetKopecks: number | null;
  returnedKopecks: number;
  voided: boolean;
}

interface GrantedGift {
  /** Key of its event. */
  key: string;
  at: Date;
  months: number;
}

export interface SubscriptionState {
  firstPaymentActivated: boolean;
  /** End of what is paid or given. */
  accessUntil: Date | null;
  lastGrant: 'payment' | 'gift' | null;
  /** The agreement in force, or the one that was last. */
  agreement: Agreement | null;
  payments: readonly Payment[];
  gifts: readonly GrantedGift[];
  /** When the stored card was withdrawn; null when there was none to withdraw, or a new one since. */
  cardRemovedAt: Date | null;
  cardMask: string | null;
  totalPaidKopecks: number;
  /** What is demanded of the card provider. */
  commands: readonly WantedCommand[];
}

/** At one moment, causes stand before what they cause. */
const RANK: Record<SubscriptionFact['kind'], number> = {
  paymentSucceeded: 0,
  paymentFailed: 1,
  recurrenceChanged: 2,
  giftGranted: 3,
  cancelled: 4,
  cardRemoved: 5,
  refundDecided: 6,
  voided: 7,
  refunded: 8,
};

function compareEvents(a: SubscriptionEvent, b: SubscriptionEvent): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    RANK[a.fact.kind] - RANK[b.fact.kind] ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

/** Each event once; what becomes of a payment never stands before it, whatever the clocks say. */
function inOrder(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
  const byKey = new Map<string, SubscriptionEvent>();
  const paidAt = new Map<string, Date>();
  for (const event of [...events].sort(compareEvents)) {
    if (byKey.has(event.key)) continue;
    byKey.set(event.key, event);
    const { fact, at } = event;
    if (fact.kind === 'paymentSucceeded' && !paidAt.has(paymentKey(fact))) paidAt.set(paymentKey(fact), at);
  }
  return [...byKey.values()]
    .map((event) => {
      const { fact } = event;
      const hasPayment = fact.kind === 'refundDecided' || fact.kind === 'refunded' || fact.kind === 'voided';
      return hasPayment ? { ...event, at: later(event.at, paidAt.get(paymentKey(fact)) ?? null) } : event;
    })
    .sort(compareEvents);
}

const laterOf = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce<Date | null>((latest, date) => (date === null ? latest : later(date, latest)), null);

/** When an agreement is charged next: the later of our word and the provider's. */
export function chargeOf(agreement: Agreement): Date {
  return later(agreement.nextChargeAt, agreement.providerNextChargeAt);
}

/** The ruble of a free trial: it verifies the card and goes back at once. */
export function isVerification(payment: Payment): boolean {
  return payment.role === 'first' && payment.orderKind === 'trial' && payment.verdict === 'counted';
}

class Fold {
  private readonly agreements = new Map<string, Agreement>();
  private readonly payments = new Map<string, Payment>();
  private readonly gifts: GrantedGift[] = [];
  private cardRemovedAt: Date | null = null;
  private current: Agreement | null = null;
  private firstPaymentActivated = false;
  private accessUntil: Date | null = null;
  private anchorDay: number | null = null;
  private lastGrant: 'payment' | 'gift' | null = null;
  private cardMask: string | null = null;

  apply({ key, at, fact }: SubscriptionEvent): void {
    switch (fact.kind) {
      case 'paymentSucceeded':
        this.paymentSucceeded(at, fact);
        return;
      case 'paymentFailed':
        this.paymentFailed(fact);
        return;
      case 'recurrenceChanged':
        this.recurrenceChanged(at, fact);
        return;
      case 'cancelled':
        this.end(this.current, { at, by: fact.by, state: 'cancelled' });
        return;
      case 'cardRemoved':
        this.cardRemoved(at);
        return;
      case 'giftGranted':
        this.gifts.push({ key, at, months: fact.months });
        this.giftGranted(at, fact.months);
        return;
      case 'refundDecided': {
        const payment = this.payments.get(paymentKey(fact));
        if (payment === undefined) return;
        const target = (fact.returnedBeforeKopecks ?? 0) + fact.amountKopecks;
        payment.refundDecidedKopecks = Math.max(payment.refundDecidedKopecks, fact.amountKopecks);
        payment.refundTargetKopecks = Math.min(
          payment.amountKopecks,
          Math.max(payment.refundTargetKopecks ?? 0, target),
        );
        this.takeBack(payment, at);
        // Also when the payment belongs to an earlier agreement: nothing is charged any more.
        this.end(this.current, { at, by: 'staff', state: 'cancelled' });
        return;
      }
      case 'refunded':
      case 'voided': {
        const payment = this.payments.get(paymentKey(fact));
        if (payment === undefined) return;
        const wasWhole = payment.returnedKopecks < payment.amountKopecks;
        if (fact.kind === 'voided') payment.voided = true;
        payment.returnedKopecks =
          fact.kind === 'voided' ? payment.amountKopecks : payment.returnedKopecks + fact.amountKopecks;
        const isGoneNow = wasWhole && payment.returnedKopecks >= payment.amountKopecks;
        // Given back in the provider's own office, without a decision of ours.
        if (isGoneNow && !isVerification(payment) && payment.refundTargetKopecks === null)
          this.takeBack(payment, at);
      }
    }
  }

  result(): SubscriptionState {
    const payments = [...this.payments.values()];
    return {
      firstPaymentActivated: this.firstPaymentActivated,
      accessUntil: this.accessUntil,
      lastGrant: this.lastGrant,
      agreement: this.current,
      payments,
      gifts: this.gifts,
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

  private agreementOf(fact: { provider?: string; orderId: string }, start: Date): Agreement {
    const { orderId } = fact;
    const known = this.agreements.get(orderId);
    if (known !== undefined) return known;
    const agreement: Agreement = {
      orderId,
      provider: providerOf(fact),
      begun: false,
      recurrenceAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
      recurrenceId: null,
      anchorDay: start.getUTCDate(),
      nextChargeAt: start,
      providerNextChargeAt: null,
      movedTo: null,
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
      at < addDays(later(chargeOf(agreement), this.accessUntil), CHARGE_GRACE_DAYS)
    );
  }

  private end(agreement: Agreement | null, end: NonNullable<Agreement['ended']>): void {
    if (agreement !== null && agreement.ended === null) agreement.ended = end;
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

  private paymentSucceeded(at: Date, fact: Extract<SubscriptionFact, { kind: 'paymentSucceeded' }>): void {
    const start = new Date(fact.recurrenceStartAt);
    const agreement = this.agreementOf(fact, start);
    const payment: Payment = {
      provider: providerOf(fact),
      transactionId: fact.transactionId,
      orderId: fact.orderId,
      at,
      role: fact.role,
      orderKind: fact.orderKind,
      amountKopecks: fact.amountKopecks,
      verdict: 'counted',
      boughtMs: 0,
      refundDecidedKopecks: 0,
      refundTargetKopecks: null,
      returnedKopecks: 0,
      voided: false,
    };
    this.payments.set(paymentKey(payment), payment);
    if (fact.role === 'first') {
      const anotherInForce = this.current !== agreement && this.isInForce(this.current, at);
      const secondTrial = fact.orderKind !== 'renewal' && this.firstPaymentActivated;
      if (agreement.begun || anotherInForce || secondTrial || fact.trialUsed === true) {
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
    this.begin(agreement, fact, at);
    const before = later(at, this.accessUntil);
    if (fact.role === 'first') {
      const until = firstPeriodEnd(before, fact.trialDays);
      this.accessUntil = isSameCharge(until, start) ? start : until;
      if (this.accessUntil > agreement.nextChargeAt) {
        // Offered before the payer was known, or before a gift: no day is paid for twice.
        agreement.nextChargeAt = this.accessUntil;
        agreement.anchorDay = agreement.nextChargeAt.getUTCDate();
        agreement.movedTo = agreement.nextChargeAt;
      }
    } else {
      do {
        agreement.nextChargeAt = addMonths(agreement.nextChargeAt, 1, agreement.anchorDay);
      } while (agreement.nextChargeAt <= at);
      agreement.movedTo = null;
      agreement.failedCharge = null;
      this.accessUntil = later(agreement.nextChargeAt, this.accessUntil);
    }
    payment.boughtMs = this.accessUntil.getTime() - before.getTime();
    this.anchorDay = agreement.anchorDay;
    this.lastGrant = 'payment';
    this.firstPaymentActivated = true;
    this.cardRemovedAt = null;
    if (fact.cardMask !== null) this.cardMask = fact.cardMask;
  }

  private paymentFailed(fact: Extract<SubscriptionFact, { kind: 'paymentFailed' }>): void {
    if (fact.role === 'first' || fact.orderId === null) return;
    const agreement = this.agreements.get(fact.orderId);
    if (agreement === undefined) return;
    const firstTransactionId = agreement.failedCharge?.firstTransactionId ?? fact.transactionId;
    agreement.failedCharge = { firstTransactionId, reasonCode: fact.reasonCode };
  }

  private begin(
    agreement: Agreement,
    fact: Extract<SubscriptionFact, { kind: 'paymentSucceeded' }>,
    at: Date,
  ): void {
    if (!agreement.begun) {
      const start = new Date(fact.recurrenceStartAt);
      agreement.begun = true;
      agreement.recurrenceAmountKopecks = fact.recurrenceAmountKopecks;
      agreement.anchorDay = start.getUTCDate();
      agreement.nextChargeAt = start;
    }
    if (this.current !== agreement) {
      // One recurrence per account: what came before must not charge any more, given up by the provider or not.
      if (this.current !== null && this.current.ended?.state !== 'cancelled') {
        this.current.ended = { at, by: 'surplus', state: 'cancelled' };
      }
      this.current = agreement;
    }
  }

  private recurrenceChanged(at: Date, fact: Extract<SubscriptionFact, { kind: 'recurrenceChanged' }>): void {
    const next = fact.nextChargeAt === null ? null : new Date(fact.nextChargeAt);
    const agreement = this.agreementOf(fact, next ?? at);
    const isOver = fact.state !== 'active' && fact.state !== 'pastDue';
    // The end is the last word of its count: a move has the provider count failures anew.
    const isNewer =
      agreement.recurrenceId === null ||
      fact.successes > agreement.successes ||
      (fact.successes === agreement.successes && (isOver || fact.failures >= agreement.failures));
    agreement.recurrenceId = fact.recurrenceId;
    if (!isNewer) return;
    const succeededAgain = fact.successes > agreement.successes;
    agreement.successes = fact.successes;
    agreement.failures = fact.failures;
    if (isOver) {
      this.end(agreement, { at, by: 'provider', state: fact.state });
    } else if (agreement.ended?.by === 'provider' && succeededAgain) {
      agreement.ended = null;
    }
    if (!isOver) agreement.providerNextChargeAt = next;
  }

  private giftGranted(at: Date, months: number): void {
    const agreement = this.current;
    if (this.isInForce(agreement, at)) {
      const before = laterOf([this.accessUntil, agreement.nextChargeAt, at]) ?? at;
      agreement.nextChargeAt = addMonths(before, months, agreement.anchorDay);
      // The provider counts on from the day that it is moved to.
      agreement.anchorDay = agreement.nextChargeAt.getUTCDate();
      agreement.movedTo = agreement.nextChargeAt;
      this.accessUntil = agreement.nextChargeAt;
      return;
    }
    const before = later(at, this.accessUntil);
    if (before === at || this.anchorDay === null) this.anchorDay = before.getUTCDate();
    this.accessUntil = addMonths(before, months, this.anchorDay);
    this.lastGrant = 'gift';
  }

  /** Ends what a payment bought, and the recurrence. */
  private takeBack(payment: Payment, at: Date): void {
    if (payment.verdict !== 'counted') return;
    this.end(this.agreements.get(payment.orderId) ?? null, { at, by: 'staff', state: 'cancelled' });
    if (this.accessUntil !== null && this.accessUntil > at) {
      this.accessUntil = later(at, new Date(this.accessUntil.getTime() - payment.boughtMs));
    }
    payment.boughtMs = 0;
  }
}

function commandsForPayment(payment: Payment): WantedCommand[] {
  const { provider, transactionId, amountKopecks } = payment;
  if (payment.verdict !== 'counted') {
    const left = amountKopecks - payment.returnedKopecks;
    return left > 0 ? [{ kind: 'refund', provider, transactionId, amountKopecks: left }] : [];
  }
  if (isVerification(payment)) {
    return payment.returnedKopecks < amountKopecks ? [{ kind: 'void', provider, transactionId }] : [];
  }
  return (payment.refundTargetKopecks ?? 0) > payment.returnedKopecks
    ? [{ kind: 'refund', provider, transactionId, amountKopecks: payment.refundDecidedKopecks }]
    : [];
}

function commandsForAgreement(agreement: Agreement): WantedCommand[] {
  const { provider, orderId, recurrenceId, ended, movedTo } = agreement;
  if (ended !== null) {
    return ended.by === 'provider' ? [] : [{ kind: 'cancelRecurrence', provider, orderId, recurrenceId }];
  }
  return movedTo === null
    ? []
    : [{ kind: 'moveRecurrence', provider, orderId, nextChargeAt: movedTo.toISOString() }];
}

/** Folds what is known of one account. Repeated events count once, by key. */
export function foldSubscription(events: readonly SubscriptionEvent[]): SubscriptionState {
  const fold = new Fold();
  for (const event of inOrder(events)) fold.apply(event);
  return fold.result();
}

/**
 * A model of one customer's access and money, written from `docs/billing.md` and its decision records alone. The model
 * shares no code with `src/server/domain/billing`. A simulation passes to the model what happened: payments at the card
 * providers, actions of the customer and of staff. The model says what the customer must have and owe.
 *
 * All times are ms since 1970 in UTC. All amounts are in kopecks.
 */
import type { OrderKind } from '../../src/shared/orderKinds';
import type { SubscriptionStatus } from '../../src/shared/subscriptionStatus';
import type { ProviderName } from './compositions';
import { monthsLater, moscowDayOfMonth } from './modelMonths';

const DAY = 86_400_000;
const GRACE = 3 * DAY;
/** Time after the charge date from which a charge is no longer postponed. */
const POSTPONABLE = 30 * DAY;
/** Time by which a charge without an accepted email is postponed. */
const POSTPONED_BY = 3 * DAY;
const ATTEMPTS = 3;
/** How much the clocks of a card provider and of the server may differ, in ms. */
export const CLOCK_SKEW = 10 * 60_000;

interface AccessPeriod {
  /** Id of the payment that bought the period; null for gifts and days. */
  paymentId: string | null;
  start: number;
  end: number;
}

interface ModelPayment {
  orderId: string;
  amount: number;
  returned: number;
  chargedBack: number;
  at: number;
  /** Whether the payment bought access. A payment that buys nothing must be returned in full. */
  isKept: boolean;
  /** Whether the payment only verified a card, so that it is returned although the order was accepted. */
  isCheck: boolean;
}

/** The agreement that charges continue. */
export interface Renewal {
  provider: ProviderName;
  orderId: string;
  /** Orders of the agreement: the first one, and each that changed its card. */
  orders: readonly string[];
  /** Charge date. The month that the charge pays begins then, also if the charge is late. */
  dueAt: number;
  /** Time of the next attempt; null after the last attempt. */
  nextAttemptAt: number | null;
  /** Last date to which this server postponed an attempt, or null. */
  postponedTo: number | null;
  attempts: number;
  /** Earliest end of the grace period, because the card provider is or was gone; 0 otherwise. */
  graceFloor: number;
  /** Time until which a charge is out that the card provider has not finished; null if no charge is out. */
  outUntil: number | null;
}

/** What pays: a card, or a wallet that has no card digits. */
export type Means = 'card' | 'wallet';

/** An order as the shop showed it to the customer. */
export interface ModelOrder {
  id: string;
  kind: OrderKind;
  provider: ProviderName;
  /** Date of the first charge that the order names. */
  startAt: number;
  /** Time at which the shop showed the order. */
  shownAt: number;
}

export class SubscriptionModel {
  periods: AccessPeriod[] = [];
  renewal: Renewal | null = null;
  readonly payments = new Map<string, ModelPayment>();
  /** What the customer paid with last, unless it was removed. */
  savedMeans: Means | null = null;
  isDeleted = false;
  /**
   * How much the end of access may differ, in ms. A refund in the dashboard of the card provider ends access by the clock
   * of the card provider, but not later than it is reported.
   */
  endTolerance = 0;
  /** End of the grace period of a renewal that the card provider has ended. */
  private graceWithoutRenewal = 0;
  private lastGrant: 'payment' | 'gift' | null = null;
  /**
   * Day of the month, in Moscow, on which the present run of months began. A month that has no such day ends on its last
   * day, and the months after it have the day again.
   */
  private anchorDay = 1;
  /** Whether the account had its free trial, or has paid a month without one. */
  private hasUsedTrial = false;
  private hasUsedCampaign = false;

  /** End of all paid and granted access, without any grace period. */
  get accessEnd(): number | null {
    return this.periods.at(-1)?.end ?? null;
  }

  /** Sum of the payments that were neither returned nor charged back. */
  get kept(): number {
    let sum = 0;
    for (const { amount, returned, chargedBack } of this.payments.values())
      sum += amount - returned - chargedBack;
    return sum;
  }

  /** Time until which a missed or declined charge leaves access; null without a renewal. */
  get graceEnd(): number | null {
    const { renewal } = this;
    if (renewal === null) return null;
    return Math.max(Math.max(this.accessEnd ?? 0, renewal.postponedTo ?? 0) + GRACE, renewal.graceFloor);
  }

  /** Whether access continues until a later attempt, although it would end. */
  private isPostponable({ provider, nextAttemptAt, dueAt }: Renewal, now: number): boolean {
    return provider === 'yooKassa' && nextAttemptAt !== null && now < dueAt + POSTPONABLE;
  }

  /** Ends a renewal whose charge failed for good or is missing. Must be called before anything else at `now`. */
  passTime(now: number): void {
    const { renewal, graceEnd } = this;
    if (renewal === null || graceEnd === null || now < graceEnd) return;
    if (!this.isPostponable(renewal, now)) this.renewal = null;
  }

  /**
   * Postpones a charge of this server that may not be made, after the server's jobs have run at `now`. `isAllowed` is
   * whether the attempt that is due has the email that it needs. Returns whether an allowed attempt is missing.
   */
  jobsRan(now: number, isAllowed: (renewal: Renewal) => boolean): boolean {
    this.passTime(now);
    const { renewal, graceEnd } = this;
    if (renewal?.provider !== 'yooKassa' || renewal.nextAttemptAt === null || graceEnd === null) return false;
    const isLate = now >= graceEnd;
    const isOut = renewal.outUntil !== null && now < renewal.outUntil;
    // The month of a charge that was out too long is announced again.
    const isLost = renewal.outUntil !== null && !isOut;
    if (isLost) renewal.outUntil = null;
    const isDue = renewal.nextAttemptAt <= now && !isOut;
    if (isDue && !isLate && !isLost && isAllowed(renewal)) return true;
    if ((isDue || isLate) && this.isPostponable(renewal, now)) {
      this.attemptPostponed(now);
    }
    return false;
  }

  /** The server postponed the next attempt at `at`. */
  attemptPostponed(at: number): void {
    const { renewal } = this;
    if (renewal === null || renewal.nextAttemptAt === null) return;
    renewal.postponedTo = at + POSTPONED_BY;
    renewal.nextAttemptAt = renewal.postponedTo;
  }

  statusAt(now: number): SubscriptionStatus {
    this.passTime(now);
    if (this.renewal !== null) return 'ACTIVE';
    const { accessEnd } = this;
    if (accessEnd === null) return 'NOT_ACTIVE';
    if (now >= accessEnd) return this.graceWithoutRenewal > now ? 'CANCELED' : 'EXPIRED';
    return this.lastGrant === 'gift' ? 'GIFTED' : 'CANCELED';
  }

  /** The operator marks the card provider as gone. Until `graceUntil` a missed charge ends nothing. */
  providerGone(provider: ProviderName, graceUntil: number): void {
    if (this.renewal?.provider === provider) this.renewal.graceFloor = graceUntil;
  }

  /** The operator takes the mark back at `at`. A missed charge then gets a grace period. */
  providerBack(provider: ProviderName, at: number): void {
    if (this.renewal?.provider === provider) this.renewal.graceFloor = at + GRACE;
  }

  // --- payments

  /**
   * A payment of an order in the payment widget. Returns whether it buys what the order offers; otherwise the payment is
   * returned.
   */
  orderPaid(
    order: ModelOrder,
    payment: { id: string; amount: number; at: number },
    { means, isSaved }: { means: Means; isSaved: boolean },
  ): boolean {
    this.passTime(payment.at);
    const paysMonth = order.kind === 'renewal' || order.kind === 'cardChangeMonth';
    const isKept = (means === 'card' || paysMonth) && this.accepts(order);
    const isCheck = order.kind === 'trial' || order.kind === 'cardChange';
    this.payments.set(payment.id, {
      orderId: order.id,
      amount: payment.amount,
      returned: isKept && !isCheck ? 0 : payment.amount,
      chargedBack: 0,
      at: payment.at,
      isKept,
      isCheck,
    });
    if (!isKept) return false;
    const { kind, startAt, shownAt, id: orderId, provider } = order;
    if (kind === 'trial') this.hasUsedTrial = true;
    if (kind === 'campaign') this.hasUsedCampaign = true;
    this.hasUsedTrial ||= kind === 'renewal';
    // A run of months begins with the month that is sold, or with the first charge after a trial. Another card goes on
    // with the run.
    if (kind === 'renewal') this.anchorDay = moscowDayOfMonth(Math.max(shownAt, this.accessEnd ?? 0));
    else if (kind === 'trial' || kind === 'campaign') this.anchorDay = moscowDayOfMonth(startAt);
    if (kind !== 'cardChange') {
      const start = kind === 'cardChangeMonth' ? (this.renewal?.dueAt ?? payment.at) : payment.at;
      this.periods.push({ paymentId: payment.id, start: Math.max(start, this.accessEnd ?? 0), end: startAt });
      this.lastGrant = 'payment';
    }
    this.savedMeans = means;
    const before = this.renewal;
    const continued = kind === 'cardChange' || kind === 'cardChangeMonth' ? (before?.orders ?? []) : [];
    this.renewal = isSaved
      ? {
          orders: [...continued, orderId],
          ...{ provider, orderId, dueAt: startAt, nextAttemptAt: startAt },
          ...{ postponedTo: null, attempts: 0, outUntil: null, graceFloor: 0 },
        }
      : null;
    // A change of card keeps a postponed charge and its original charge date.
    if (kind === 'cardChange' && before !== null && before.postponedTo !== null && this.renewal !== null)
      Object.assign(this.renewal, { dueAt: before.dueAt, postponedTo: startAt });
    return true;
  }

  private accepts({ kind }: ModelOrder): boolean {
    if (this.isDeleted) return false;
    switch (kind) {
      case 'trial':
        return this.renewal === null && !this.hasUsedTrial;
      case 'campaign':
        return this.renewal === null && !this.hasUsedTrial && !this.hasUsedCampaign;
      case 'renewal':
        return this.renewal === null;
      case 'cardChange':
      case 'cardChangeMonth':
        return this.renewal !== null;
    }
  }

  /** A charge of a saved card. Returns whether it pays the month; otherwise the charge is returned. */
  charged(orderId: string, payment: { id: string; amount: number; at: number }): boolean {
    const { renewal } = this;
    const isKept = renewal !== null && renewal.orderId === orderId;
    this.payments.set(payment.id, {
      orderId,
      amount: payment.amount,
      returned: isKept ? 0 : payment.amount,
      chargedBack: 0,
      at: payment.at,
      isKept,
      isCheck: false,
    });
    if (!isKept) return false;
    let months = 1;
    while (monthsLater(renewal.dueAt, months, this.anchorDay) <= payment.at) months += 1;
    const end = monthsLater(renewal.dueAt, months, this.anchorDay);
    const isOverAMonthLate = months > 1;
    const beginning = isOverAMonthLate
      ? monthsLater(renewal.dueAt, months - 1, this.anchorDay)
      : renewal.dueAt;
    this.periods.push({
      paymentId: payment.id,
      start: Math.max(beginning, this.accessEnd ?? 0),
      end,
    });
    this.lastGrant = 'payment';
    this.plan(end);
    return true;
  }

  /** The card provider has taken a charge of a saved card, but finishes it later, or never before `until`. */
  chargeOut(orderId: string, until: number): void {
    if (this.renewal?.orderId === orderId) this.renewal.outUntil = until;
  }

  /**
   * A charge of a saved card, requested at `requestedAt`, was declined at `at`. `isFinal` means that no later attempt can
   * succeed. The decline of a charge whose month was paid meanwhile changes nothing.
   */
  declined(orderId: string, requestedAt: number, at: number, isFinal: boolean): void {
    const { renewal } = this;
    if (renewal?.orderId !== orderId || requestedAt < renewal.dueAt - CLOCK_SKEW) return;
    renewal.attempts += 1;
    renewal.outUntil = null;
    const isLast = isFinal || renewal.attempts >= ATTEMPTS;
    // An attempt that was postponed while the charge was out keeps its date.
    renewal.nextAttemptAt = isLast ? null : Math.max(at + DAY, renewal.postponedTo ?? 0);
    // CloudPayments ends a recurring payment after the last attempt. The grace period continues.
    if (!isLast || renewal.provider !== 'cloudPayments') return;
    this.graceWithoutRenewal = this.graceEnd ?? 0;
    this.renewal = null;
  }

  /** Moves the next charge to `dueAt`, with all attempts. */
  private plan(dueAt: number): void {
    if (this.renewal === null) return;
    Object.assign(this.renewal, {
      ...{ dueAt, nextAttemptAt: dueAt, postponedTo: null, attempts: 0, outUntil: null },
    });
  }

  // --- the customer

  cancelled(at: number): void {
    this.passTime(at);
    this.graceWithoutRenewal = 0;
    this.renewal = null;
  }

  cardRemoved(at: number): void {
    this.cancelled(at);
    this.savedMeans = null;
  }

  deleted(at: number): void {
    this.cardRemoved(at);
    this.isDeleted = true;
  }

  giftActivated(at: number, months: number): void {
    this.passTime(at);
    const start = this.beginOfNext(at);
    this.grant(start, monthsLater(start, months, this.anchorDay));
    if (this.renewal === null) this.lastGrant = 'gift';
  }

  daysGranted(at: number, days: number): void {
    this.passTime(at);
    const start = this.beginOfNext(at);
    // Days extend paid access. After the end of access they are a gift.
    if (this.renewal === null && start === at) this.lastGrant = 'gift';
    this.grant(start, start + days * DAY);
    this.anchorDay = moscowDayOfMonth(start + days * DAY);
  }

  /**
   * Returns the start of a gift or of days: the end of access, or now if access is over. A change of card may have moved
   * the charge date some seconds after the end of access.
   */
  private beginOfNext(at: number): number {
    const start = Math.max(this.accessEnd ?? 0, this.renewal?.dueAt ?? 0);
    if (start > at) return start;
    this.anchorDay = moscowDayOfMonth(at);
    return at;
  }

  private grant(start: number, end: number): void {
    this.periods.push({ paymentId: null, start, end });
    this.plan(end);
  }

  // --- refunds

  /** Staff return money. The renewal ends, and the unused rest of the period too, unless they keep it. */
  refundedByStaff(
    at: number,
    paymentId: string,
    amount: number,
    keeps: { access: boolean; renewal: boolean },
  ): void {
    this.passTime(at);
    this.giveBack(paymentId, amount);
    if (!keeps.access) this.takeBack(paymentId, at);
    if (!keeps.renewal) this.renewal = null;
  }

  /** The payer ends the recurring payment on the page of the card provider. */
  cancelledAtProvider(at: number, orderId: string): void {
    if (this.renewal?.orderId === orderId) this.cancelled(at);
  }

  /**
   * Returns the first payment with unused access, its share for the unused time, rounded up to a kopeck, and its price per
   * ms. Returns null if there is no such payment. A payment of which money was returned before is skipped.
   */
  firstUnused(at: number): { paymentId: string; amount: number; perMs: number } | null {
    for (const { paymentId, start, end } of this.periods) {
      const payment = paymentId === null ? undefined : this.payments.get(paymentId);
      const rest = end - Math.max(start, at);
      if (paymentId === null || payment === undefined || payment.isCheck || rest <= 0) continue;
      const perMs = payment.amount / (end - start);
      if (payment.returned === 0 && payment.chargedBack === 0)
        return { paymentId, amount: Math.ceil((payment.amount * rest) / (end - start)), perMs };
    }
    return null;
  }

  /** Staff return the unused days of a payment. They end, but other access stays. */
  unusedDaysRefunded(at: number, paymentId: string, amount: number): void {
    this.giveBack(paymentId, amount);
    this.takeBack(paymentId, at);
  }

  /**
   * The operator returns a payment in the dashboard of the card provider. A part of it changes nothing, and the payment of an
   * earlier agreement leaves the present renewal.
   */
  refundedAtProvider(at: number, paymentId: string, amount: number): void {
    this.passTime(at);
    const payment = this.giveBack(paymentId, amount);
    if (payment.returned < payment.amount) return;
    this.endTolerance = CLOCK_SKEW;
    this.takeBack(paymentId, at);
    if (this.renewal?.orders.includes(payment.orderId)) this.renewal = null;
  }

  chargedBack(at: number, paymentId: string, amount: number): void {
    this.passTime(at);
    const payment = this.requirePayment(paymentId);
    payment.chargedBack += amount;
    this.takeBack(paymentId, at);
    this.renewal = null;
  }

  private requirePayment(paymentId: string): ModelPayment {
    const payment = this.payments.get(paymentId);
    if (payment === undefined) throw new Error(`the model knows no payment ${paymentId}`);
    return payment;
  }

  private giveBack(paymentId: string, amount: number): ModelPayment {
    const payment = this.requirePayment(paymentId);
    payment.returned += amount;
    return payment;
  }

  /** Removes the unused rest of a payment's period. Later periods move forward and keep their length. */
  private takeBack(paymentId: string, at: number): void {
    const before = this.accessEnd;
    let shift = 0;
    this.periods = this.periods.map((period) => {
      const { start, end } = period;
      if (period.paymentId !== paymentId) return { ...period, start: start - shift, end: end - shift };
      const rest = Math.max(0, end - Math.max(start, at));
      shift += rest;
      return { ...period, end: end - rest };
    });
    const { accessEnd } = this;
    // The months count from the new end of access.
    if (accessEnd !== null && accessEnd !== before) this.anchorDay = moscowDayOfMonth(accessEnd);
  }
}

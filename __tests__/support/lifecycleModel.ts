/**
 * A second implementation of the subscription rules, which is written differently from the product's code and checks the
 * product's results. The model receives events in the order in which they really happen. Access consists of successive
 * periods without gaps.
 */
import type { OrderKind } from '../../src/shared/orderKinds';
import type { SubscriptionStatus } from '../../src/shared/subscriptionStatus';

const DAY = 86_400_000;

/**
 * Two moments that are less than half a day apart count as equal, because minutes pass between an offer and its payment.
 */
const SAME = DAY / 2;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function lengthOfMonth(year: number, month: number): number {
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return lengths[month] ?? 31;
}

/** Access continues for this long after the date of a charge that was not paid. */
const GRACE = 3 * DAY;

/** Number of declined attempts after which the server makes no further attempt. */
const TRIES_MAX = 3;

/** A change of card that pays a month longer than this before the next charge is refunded, because no charge is due. */
const DUE_WITHIN = 3 * DAY;

/** Formats a moment in Moscow time with the platform's time zone database, for example «2027-03-01 02:18:00». */
const MOSCOW = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns the day of the month that a moment has in Moscow. */
export const dayOfMonth = (at: number): number => Number(MOSCOW.format(at).slice(8, 10));

const twoDigits = (figure: number): string => String(figure).padStart(2, '0');

function laterMonth(year: number, month: number, months: number, day: number): [number, number, number] {
  const count = year * 12 + month + months;
  const thatYear = Math.floor(count / 12);
  const thatMonth = count % 12;
  return [thatYear, thatMonth, Math.min(day, lengthOfMonth(thatYear, thatMonth))];
}

/**
 * Returns the same time of day in Moscow, in a later month, on the given day of the month or on the last day of a shorter
 * month.
 */
export function monthsOn(at: number, months: number, day: number): number {
  const [date = '', time = ''] = MOSCOW.format(at).split(' ');
  const [year = 0, month = 0] = date.split('-').map(Number);
  const [thatYear, thatMonth, thatDay] = laterMonth(year, month - 1, months, day);
  const then = `${String(thatYear)}-${twoDigits(thatMonth + 1)}-${twoDigits(thatDay)}T${time}+03:00`;
  return Date.parse(then) + (at % 1000);
}

/**
 * Returns the same moment of a later month in UTC. The card provider counts months this way from the start date of a
 * recurring payment.
 */
export function utcMonthsOn(at: number, months: number): number {
  const date = new Date(at);
  const then = laterMonth(date.getUTCFullYear(), date.getUTCMonth(), months, date.getUTCDate());
  return Date.UTC(...then) + (at % DAY);
}

/**
 * Returns the day of the month on which the charges after a purchase are due. If the first month ends on the last day of a
 * shorter month, this is the day of the purchase, not the day on which the first month ends.
 */
function dayOfPurchase(from: number, until: number): number {
  const isLastDay = dayOfMonth(until + DAY) === 1;
  return isLastDay ? Math.max(dayOfMonth(from), dayOfMonth(until)) : dayOfMonth(until);
}

interface Piece {
  /** Id of the payment or gift that granted the access period. */
  of: string;
  from: number;
  length: number;
}

/** Expected state of one subscription. Moments are in ms since the epoch. */
export class LifecycleModel {
  recurring = false;
  /** Moment of the next scheduled charge. */
  next = 0;
  trialUsed = false;
  private campaignUsed = false;
  /** Amount that the customer has paid for access and that was not refunded, in kopecks. */
  kept = 0;
  /** Whether a card is stored that may be charged again. */
  hasCard = false;
  /** Number of the server's declined attempts to make the due charge, and whether no attempt follows. */
  private tries = 0;
  private isHopeless = false;
  /** Date to which the server postponed the due charge, or null. */
  private postponedTo: number | null = null;
  /** End of the grace period after the charge permanently failed at the provider, or null. */
  private graceUntil: number | null = null;
  private chargeDay = 1;
  private giftDay: number | null = null;
  private end: number | null = null;
  private pieces: Piece[] = [];
  private last: 'payment' | 'gift' = 'payment';
  private readonly prices = new Map<string, number>();

  /**
   * `isAnchored` states whether the server corrects months that are counted from a clamped date, as it does unless an earlier
   * version uses the database, too (decision 0015).
   */
  constructor(private readonly isAnchored: boolean) {}

  /** End of the paid or gifted access, or null if the account never had access. */
  get accessEnd(): number | null {
    return this.end;
  }

  /** Records a first payment. Returns false if the payment grants no access and must be refunded. */
  pay(
    at: number,
    payment: { id: string; kind: OrderKind; trialDays: number | null; price: number; start: number },
  ): boolean {
    const { kind } = payment;
    if (this.isCovering(at) || (kind !== 'renewal' && this.trialUsed)) return false;
    if (kind === 'campaign' && this.campaignUsed) return false;
    const from = Math.max(at, this.end ?? at);
    let until =
      payment.trialDays === null ? monthsOn(from, 1, dayOfMonth(from)) : from + payment.trialDays * DAY;
    // The customer gets access up to the date that was stated in the order.
    if (until - payment.start < SAME) until = payment.start;
    this.recurring = true;
    this.startAnew();
    if (kind === 'campaign') this.campaignUsed = true;
    else this.trialUsed = true;
    // Charges are never scheduled before the end of access that is already paid.
    this.next = Math.max(payment.start, until);
    const isMonth = payment.trialDays === null && this.next === until;
    this.chargeDay = this.isAnchored && isMonth ? dayOfPurchase(from, until) : dayOfMonth(this.next);
    this.giftDay = this.chargeDay;
    this.extend(payment.id, from, until);
    this.take(payment.id, payment.price);
    return true;
  }

  /** Records a charge of the recurring payment. Returns false if the charge is not allowed and must be refunded. */
  charge(at: number, id: string, price: number): boolean {
    if (!this.recurring) return false;
    this.startAnew();
    this.trialUsed = true;
    if (this.end !== null && this.end > this.next) {
      this.next = this.end;
      this.chargeDay = dayOfMonth(this.end);
    }
    do this.next = monthsOn(this.next, 1, this.chargeDay);
    while (this.next <= at);
    this.giftDay = this.chargeDay;
    this.extend(id, Math.max(at, this.end ?? at), this.next);
    this.take(id, price);
    return true;
  }

  /**
   * Records the payment with which a customer changed the card. A check of the new card grants no access and keeps the
   * date of the next charge. A paid month is the month of the failed charge. Returns whether the new card renews the
   * subscription, and whether the payment was for a month.
   */
  changeCard(
    at: number,
    payment: { id: string; kind: OrderKind; price: number; start: number },
  ): { isRenewed: boolean; isBought: boolean } {
    this.endIfUnpaid(at);
    if (!this.recurring) return { isRenewed: false, isBought: false };
    this.hasCard = true;
    this.tries = 0;
    this.isHopeless = false;
    const isBought = payment.kind === 'cardChangeMonth' && this.next <= at + DUE_WITHIN;
    if (isBought) this.charge(at, payment.id, payment.price);
    const stated = payment.start;
    // The new card is charged on the postponed date, and the later dates stay.
    if (!isBought && this.postponedTo !== null && Math.abs(stated - this.postponedTo) < SAME) {
      this.postponedTo = stated;
      return { isRenewed: true, isBought };
    }
    // The new card is charged at the date that was stated in the order, which is some seconds later.
    if (this.next - stated < SAME) {
      if (stated - this.next >= SAME) this.chargeDay = dayOfMonth(stated);
      if (isBought) this.lengthenLast(stated - this.next);
      this.next = stated;
    }
    return { isRenewed: true, isBought };
  }

  removeCard(): void {
    this.recurring = false;
    this.hasCard = false;
    this.graceUntil = null;
  }

  stop(): void {
    this.recurring = false;
  }

  /** Records that the provider ended the recurring payment, because the due charge was declined. */
  stopUnpaid(at: number): void {
    if (this.recurring && this.end !== null && at >= this.next - DUE_WITHIN)
      this.graceUntil = Math.min(this.next, this.end) + GRACE;
    this.recurring = false;
  }

  /** Records a first payment that did not save the card. No charge can follow. */
  stopUnsaved(hadCard: boolean): void {
    this.recurring = false;
    this.hasCard = hadCard;
  }

  /** Records a declined attempt of the server to make the due charge. Returns whether no attempt follows. */
  decline(isFinal: boolean): boolean {
    this.tries += 1;
    this.isHopeless = isFinal || this.tries >= TRIES_MAX;
    return this.isHopeless;
  }

  /** Records that the server postponed the due charge. */
  postpone(to: number): void {
    this.postponedTo = to;
  }

  /** Ends the recurring payment if its charge was declined for good and the grace period is over. */
  endIfUnpaid(at: number): void {
    if (this.recurring && this.isHopeless && at >= this.graceEnd) this.recurring = false;
  }

  give(at: number, id: string, months: number): void {
    this.endIfUnpaid(at);
    const from = Math.max(at, this.end ?? at);
    if (this.recurring) {
      const isLate = from > this.next;
      this.next = isLate
        ? monthsOn(from, months, dayOfMonth(from))
        : monthsOn(this.next, months, this.chargeDay);
      this.tries = 0;
      this.isHopeless = false;
      if (isLate && this.isAnchored) this.chargeDay = dayOfMonth(from);
      else if (!this.isAnchored) this.chargeDay = dayOfMonth(this.next);
      this.pieces.push({ of: id, from, length: this.next - from });
      this.end = this.next;
      return;
    }
    if (from === at || this.giftDay === null) this.giftDay = dayOfMonth(from);
    this.extend(id, from, monthsOn(from, months, this.giftDay));
    this.last = 'gift';
  }

  /**
   * Records a refund of a payment. The rest of the access period that the payment granted is removed, and the recurring
   * payment ends.
   */
  takeBack(at: number, id: string, amount: number): void {
    this.recurring = false;
    this.kept -= Math.min(amount, this.prices.get(id) ?? 0);
    const piece = this.pieces.find(({ of }) => of === id);
    if (piece === undefined || this.end === null) return;
    const used = Math.min(piece.length, Math.max(0, at - piece.from));
    const gone = piece.length - used;
    if (gone === 0) return;
    piece.length = used;
    for (const other of this.pieces.slice(this.pieces.indexOf(piece) + 1)) other.from -= gone;
    this.end = Math.max(at, this.end - gone);
    this.giftDay = null;
  }

  covers(at: number): boolean {
    return this.isCovering(at) || (this.end !== null && at < Math.max(this.end, this.graceUntil ?? 0));
  }

  /** End of the grace period of the due charge, if the charge is not made. */
  private get graceEnd(): number {
    return Math.max(this.next, this.end ?? 0, this.postponedTo ?? 0) + GRACE;
  }

  /** Whether the due charge was declined. */
  get isFailing(): boolean {
    return this.tries > 0;
  }

  /** Whether the recurring payment gives access. A charge that the customer's card declines gives access until the grace ends. */
  private isCovering(at: number): boolean {
    return this.recurring && (this.tries === 0 || at < this.graceEnd);
  }

  private startAnew(): void {
    this.tries = 0;
    this.isHopeless = false;
    this.postponedTo = null;
    this.graceUntil = null;
  }

  statusAt(at: number): SubscriptionStatus {
    if (this.isCovering(at)) return 'ACTIVE';
    if (this.end === null) return 'NOT_ACTIVE';
    if (at >= this.end) return at < (this.graceUntil ?? 0) ? 'CANCELED' : 'EXPIRED';
    return this.last === 'gift' ? 'GIFTED' : 'CANCELED';
  }

  private lengthenLast(by: number): void {
    const last = this.pieces.at(-1);
    if (last === undefined || this.end === null) return;
    last.length += by;
    this.end += by;
  }

  private take(id: string, price: number): void {
    this.hasCard = true;
    this.prices.set(id, price);
    this.kept += price;
  }

  private extend(id: string, from: number, until: number): void {
    const reached = Math.max(until, this.end ?? until);
    this.pieces.push({ of: id, from, length: reached - from });
    this.end = reached;
    this.last = 'payment';
  }
}

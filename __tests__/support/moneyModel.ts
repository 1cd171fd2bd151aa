/**
 * A second implementation of the subscription and refund rules that shares no code with the product. The model computes
 * the expected result of an account's history. Moments are in ms since the epoch. A deal is an agreement about recurring
 * charges.
 *
 * 1. Order of events. Events are sorted by time. Simultaneous declined attempts, payments, expiries without notice,
 *    reports of the provider, gifts and days from staff come in this order. Cancellations, removed cards, refund
 *    decisions, voids, refunds and chargebacks follow in this order. A returned payment is never dated before the
 *    payment. Clocks differ by up to ten minutes. Therefore a decision of the server precedes all events that are at most
 *    ten minutes older. Exceptions are the events that the decision lists as known, the payment that the decision is
 *    about, and a charge that is counted by a preceding report. Decisions without a list are sorted by time. A return of
 *    the decided payment follows the decision if the return is at most ten minutes older, or if the provider attributes
 *    it to the server. A report about a recurring payment follows the charges that the report counts. A report that the
 *    recurring payment ended also follows all charges up to ten minutes later.
 * 2. Access. Access is a sequence of periods. A payment or a gift appends its period to the end of access, or to the
 *    current moment if access has ended. The month of a late charge began on its charge date.
 * 3. Refunds. A refund removes the rest of the payment's own access period. Later access periods move forward and keep
 *    their length.
 * 4. Only one deal is active at a time. A payment grants nothing if its order was already paid, or if it is for a trial
 *    that was already used. A payment also grants nothing until three days after the end of access if another deal is
 *    active. The campaign trial can be used once, and the free trial can still be used afterwards. A charge of a deal
 *    that has ended permanently grants nothing.
 * 5. End of a deal. The customer ends a deal by cancelling, by removing the card or by a new deal. Staff end a deal by a
 *    refund decision, which may also keep the access, or the deal as well. A full refund, a chargeback or a report of the
 *    provider also ends a deal. A deal expires without notice if its charge is not paid within three days after the due
 *    date and access has ended.
 * 6. Gifts. A gift during an active deal is appended to the paid access, and the next charge follows the gift. Days from
 *    staff work like gifts. Days from staff do not count as a gift if access is active without a deal.
 * 7. Months are counted in Moscow time. The card provider counts months in UTC from the last date that the product sent.
 *    After a charge, the recurring payment is rescheduled if the provider's next charge date differs from the product's
 *    date. A report of the provider's differing charge date is then ignored. A run of months has a day: that of the sale
 *    of its first month or, after a trial, of the first charge. A gift keeps the day, unless access was over. Days from
 *    staff start a run on their last day. Where that day does not exist, a month ends on its last day. Earlier versions
 *    went on from such a last day. An event ends that for a deal: its due date, and access, move to the day of the run,
 *    unless the charge is less than three days away (and the clocks' ten minutes), or postponed by the provider, or access
 *    ends at another time. The months after it are counted from the day of the run.
 * 8. A charge more than a year ahead cannot be scheduled, so the recurring payment is paused. The pause ends one day
 *    after the charge is only one year away. During the pause, a report of the provider that the recurring payment is
 *    cancelled is ignored.
 * 9. Change of card. A change of card replaces the current deal by a new deal with the same due date and the same day of
 *    the month, but the new due date is not before the date that the order named. One form of the change charges 1 ruble
 *    to check the card. The other form pays the month of a failed charge. Both forms require a deal that has not expired
 *    without notice, and that either has not ended or was ended by the provider. A paid month may also follow an expired
 *    deal, and then counts like a new purchase. In all other cases the payment is refunded and the new deal ends. A month
 *    that is paid more than three days before the charge is due is refunded, but the card is changed. The new deal
 *    continues the old deal, so a full refund of a payment of the old deal also ends the new deal.
 * 10. At some card providers the server makes the charges itself. A declined charge is tried again one day after the
 *    attempt, at most three times in all, and not at all after a reason that no later attempt can overcome. A moved charge
 *    starts again with the first attempt, and needs no command to the provider. A server that was late postpones its
 *    charge, and access continues until the new date and its grace. The months after a postponed charge are counted from
 *    the original date. A change of card without a paid month keeps the postponement. A first payment that did not save
 *    the card ends its deal at once, unless the payment is returned because of an earlier payment.
 * 11. A month is charged once. Two charges that the server requested for the same due date, give or take half a day, are
 *    the same month, whichever deal they belong to. Where the provider makes the charges, two charges of a deal with the
 *    same card less than 15 days apart are the same month, unless the deal's next charge is due within three days. The
 *    later charge is refunded. A payment that the customer makes is never returned by this rule.
 */
import type { LedgerEvent, LedgerEventData } from '../../src/server/domain/billing/ledgerEvents';
import type { DeclineReason } from '../../src/shared/declines';
import type { SubscriptionStatus } from '../../src/shared/subscriptionStatus';
import { dayOfMonth, monthsOn, utcMonthsOn } from './lifecycleModel';

const DAY = 86_400_000;
const GRACE = 3 * DAY;
const EARLIEST = 3 * DAY;

interface Deal {
  order: string;
  /** Order of the deal that continues this deal with another card, or null. */
  heir: string | null;
  runs: boolean;
  due: number;
  day: number;
  /** Day of the month on which the run of months began. */
  runDay: number;
  theirDay: number | null;
  /**
   * Date from which the card provider counts months, and the provider's own next charge date if the product reschedules
   * the charge.
   */
  theirStart: number;
  movedFrom: number | null;
  /** Date to which the card provider must move the charge, and the date until which the recurring payment is paused. */
  wanted: number | null;
  restsUntil: number | null;
  heard: { id: string | null; good: number; bad: number };
  missed: DeclineReason | undefined;
  /** Whether the server makes the charges, its declined attempts, and whether it has stopped trying. */
  ours: boolean;
  tries: number;
  isHopeless: boolean;
  /** Date to which the server postponed the charge, or null. */
  delayedTo: number | null;
  over: { at: number; who: string; forGood: boolean } | null;
  /** Moment at which the charge permanently failed at the card provider, or null. */
  givenUpAt: number | null;
}

interface Money {
  id: string;
  order: string;
  at: number;
  paid: number;
  back: number;
  byBank: number;
  goal: number | null;
  isCheck: boolean;
  buys: 'counted' | 'surplus' | 'uncalled';
}

type Told<Kind extends LedgerEventData['kind']> = Extract<LedgerEventData, { kind: Kind }>;

const TURN = [
  'paymentFailed',
  'paymentSucceeded',
  'lapsed',
  'chargePostponed',
  'monthsAnchored',
  'recurringPaymentChanged',
  'giftGranted',
  'daysGranted',
  'cancelled',
  'cardRemoved',
  'refundDecided',
  'refundMade',
  'voided',
  'refunded',
  'chargedBack',
];

interface Telling {
  at: number;
  key: string;
  data: LedgerEventData;
}

const inTurn = (a: Telling, b: Telling): number => {
  if (a.at !== b.at) return a.at - b.at;
  const turn = TURN.indexOf(a.data.kind) - TURN.indexOf(b.data.kind);
  return turn === 0 ? (a.key < b.key ? -1 : 1) : turn;
};

const TEN_MINUTES = 10 * 60_000;

/** Returns the begin and the end of the month that is paid at `at`. An older month is over, and is not paid any more. */
function paidMonth(due: number, at: number, day: number): [begin: number, end: number] {
  const end = monthsOn(due, 1, day);
  return end > at ? [due, end] : paidMonth(end, at, day);
}

/** Returns the day of the month on which a month was sold that ends at `until`, or its last day if the sale is unknown. */
function dayOfSale(until: number, latest: number): number {
  for (let days = 28; days <= 31; days += 1) {
    const sold = until - days * DAY;
    if (sold <= latest + 600_000 && monthsOn(sold, 1, dayOfMonth(sold)) === until) return dayOfMonth(sold);
  }
  return dayOfMonth(until);
}

const isNewCard = (kind: string): boolean => kind === 'cardChange' || kind === 'cardChangeMonth';

const OUR_DECISIONS = [
  'lapsed',
  'chargePostponed',
  'monthsAnchored',
  'giftGranted',
  'daysGranted',
  'cancelled',
  'cardRemoved',
  'refundDecided',
  'chargedBack',
];
const isOurs = ({ data }: Telling): boolean => OUR_DECISIONS.includes(data.kind);
const knownTo = ({ data }: Telling): readonly string[] | undefined =>
  'known' in data ? data.known : undefined;
const isBack = ({ data }: Telling): boolean => data.kind === 'refunded' || data.kind === 'voided';
/** Two card providers may use the same transaction id. */
export const buildId = ({ provider, transactionId }: { provider: string; transactionId: string }): string =>
  `${provider}:${transactionId}`;
const findPaymentId = ({ data }: Telling): string | null => ('transactionId' in data ? buildId(data) : null);

/** Reasons that no later attempt can overcome. */
const HOPELESS: readonly DeclineReason[] = [
  'rejected',
  'rejectedForGood',
  'invalidForCard',
  'fraud',
  'forbiddenForCard',
];
const TRIES_MAX = 3;

/** Sorts the events by repeatedly taking the first event that does not have to follow any remaining event. */
class Teller {
  private readonly all: Telling[];

  constructor(events: readonly LedgerEvent[]) {
    const tellings = events.map(({ at, key, data }) => ({ at: at.getTime(), key, data })).sort(inTurn);
    const once = tellings.filter(
      ({ key }, place) => tellings.findIndex((other) => other.key === key) === place,
    );
    const paidAt = (id: string | null): number =>
      once.find((each) => each.data.kind === 'paymentSucceeded' && findPaymentId(each) === id)?.at ?? 0;
    this.all = once
      .map((each) => (isBack(each) ? { ...each, at: Math.max(each.at, paidAt(findPaymentId(each))) } : each))
      .sort(inTurn);
  }

  told(): Telling[] {
    const ours = this.all.filter(isOurs);
    ours.sort(
      (a, b) =>
        a.at - b.at ||
        (knownTo(b)?.includes(a.key) === true ? -1 : knownTo(a)?.includes(b.key) === true ? 1 : 0),
    );
    const others = this.all.filter((each) => !isOurs(each));
    const rest = new Set(others);
    const said: Telling[] = [];
    const take = (chosen: Telling[]): void => {
      for (const each of this.withReportsLast(chosen)) {
        said.push(each);
        rest.delete(each);
      }
    };
    ours.forEach((decision, place) => {
      take(
        others.filter(
          (each) =>
            rest.has(each) &&
            ours.slice(0, place + 1).some((past) => this.precedes(each, past)) &&
            // Events that a decision of the server caused follow the decision, and a refund follows its payment.
            (!isBack(each) ||
              (!ours.slice(place).some((cause) => this.wasMadeFor(each, cause)) &&
                others.every(
                  (payment) =>
                    payment.data.kind !== 'paymentSucceeded' ||
                    findPaymentId(payment) !== findPaymentId(each) ||
                    !rest.has(payment) ||
                    this.precedes(payment, decision),
                ))),
        ),
      );
      said.push(decision);
    });
    take([...rest]);
    return said;
  }

  private wasMadeFor(back: Telling, decision: Telling): boolean {
    const { data } = back;
    return (
      decision.data.kind === 'refundDecided' &&
      findPaymentId(decision) === findPaymentId(back) &&
      data.kind === 'refunded' &&
      this.all.some(
        ({ data: made }) =>
          made.kind === 'refundMade' && made.refundId === data.refundId && buildId(made) === buildId(data),
      )
    );
  }

  private precedes(each: Telling, decision: Telling): boolean {
    const known = knownTo(decision);
    const isOfIt = findPaymentId(each) !== null && findPaymentId(each) === findPaymentId(decision);
    if (isOfIt && each.data.kind === 'paymentSucceeded') return true;
    if (this.wasMadeFor(each, decision)) return false;
    if (known?.includes(each.key) === true) return true;
    const mayBeIt = isOfIt && isBack(each) && decision.data.kind === 'refundDecided';
    if (known === undefined && !mayBeIt) return inTurn(each, decision) < 0;
    if (decision.at - each.at > TEN_MINUTES) return true;
    return this.all.some((report) => this.counts(report, each) && this.precedes(report, decision));
  }

  /** Returns whether a report of the provider counts a charge among its successes. */
  private counts({ data: report }: Telling, charge: Telling): boolean {
    const { data } = charge;
    if (report.kind !== 'recurringPaymentChanged' || data.kind !== 'paymentSucceeded') return false;
    if (data.role !== 'recurrent' || report.orderId !== data.orderId) return false;
    const charges = this.all.filter(
      (each) =>
        each.data.kind === 'paymentSucceeded' &&
        each.data.role === 'recurrent' &&
        each.data.orderId === data.orderId,
    );
    return charges.indexOf(charge) < report.successes;
  }

  private withReportsLast(chosen: readonly Telling[]): Telling[] {
    const place = (each: Telling): number => {
      const { data, at } = each;
      if (data.kind !== 'recurringPaymentChanged') return at;
      const isEnd = ['cancelled', 'rejected', 'expired'].includes(data.state);
      const before = chosen.filter(
        (other) =>
          other.data.kind === 'paymentSucceeded' &&
          other.data.orderId === data.orderId &&
          other.at <= at + TEN_MINUTES &&
          (isEnd || this.counts(each, other)),
      );
      return Math.max(at, ...before.map((other) => other.at));
    };
    return chosen
      .map((each) => ({ each, turn: { ...each, at: place(each) } }))
      .sort((a, b) => inTurn(a.turn, b.turn))
      .map(({ each }) => each);
  }
}

export class MoneyModel {
  readonly ribbon: { of: string; start: number; length: number }[] = [];
  readonly money: Money[] = [];
  deal: Deal | null = null;
  hadTrial = false;
  private hadCampaign = false;
  card: string | null = null;
  private readonly deals: Deal[] = [];
  /** Charges that were not made by the customer and that bought a month. */
  private readonly charges: { at: number; data: Told<'paymentSucceeded'> }[] = [];
  private countsFrom: number | null = null;
  private runFrom: number | null = null;
  private tornAt: number | null = null;
  private lastWasGift: boolean | null = null;

  constructor(events: readonly LedgerEvent[]) {
    for (const { at, key, data } of new Teller(events).told()) this.receive(at, key, data);
  }

  get end(): number | null {
    const last = this.ribbon.at(-1);
    if (last === undefined) return this.tornAt;
    return Math.max(last.start + last.length, this.tornAt ?? 0);
  }

  /** Moment at which the active deal expires without notice, or null if no deal is active. */
  get silentAt(): number | null {
    if (this.deal === null || this.deal.over !== null) return null;
    return this.nextCharge(this.deal, true) + GRACE;
  }

  /** Moment at which the account loses access without another payment, or null if the account never had access. */
  get lastAccess(): number | null {
    return this.end === null ? null : Math.max(this.end, this.deal?.delayedTo ?? 0) + GRACE;
  }

  private nextCharge(deal: Deal, isWithAccess = false): number {
    return Math.max(deal.due, deal.theirDay ?? 0, isWithAccess ? (this.end ?? 0) : 0);
  }

  /** Returns the orders whose deals continued, with another card, the deal of the given order. */
  listHeirs(order: string): string[] {
    const heir = this.deals.find((deal) => deal.order === order)?.heir ?? null;
    return heir === null ? [] : [heir, ...this.listHeirs(heir)];
  }

  /** Moment of the next charge, or null if no charge is scheduled. */
  get charge(): number | null {
    return this.deal === null || this.deal.over !== null ? null : this.nextCharge(this.deal);
  }

  statusAt(now: number): SubscriptionStatus {
    const { end, silentAt } = this;
    if (silentAt !== null && now < silentAt) return now < (this.lastAccess ?? 0) ? 'ACTIVE' : 'EXPIRED';
    if (end === null) return 'NOT_ACTIVE';
    if (now >= end) return now < this.graceAfterGivingUp(end) ? 'CANCELED' : 'EXPIRED';
    return this.lastWasGift === true ? 'GIFTED' : 'CANCELED';
  }

  private graceAfterGivingUp(end: number): number {
    const { over, givenUpAt, due } = this.deal ?? { over: null, givenUpAt: null, due: 0 };
    if (over?.who !== 'provider' || over.at !== givenUpAt || givenUpAt < due - EARLIEST) return 0;
    return Math.min(end, due) + GRACE;
  }

  get kept(): number {
    return this.money
      .filter(({ isCheck, buys }) => !(isCheck && buys === 'counted'))
      .reduce((sum, { paid, back }) => sum + Math.max(0, paid - back), 0);
  }

  /** Commands that the server must send to the card provider, as texts. */
  get errands(): string[] {
    const errands: string[] = [];
    for (const { id, paid, back, goal, isCheck, buys } of this.money) {
      if (buys !== 'counted' && paid > back) errands.push(`give back ${String(paid - back)} of ${id}`);
      else if (buys === 'counted' && isCheck && paid > back)
        errands.push(`give back ${String(paid - back)} of ${id}`);
      else if (buys === 'counted' && !isCheck && goal !== null && goal > back)
        errands.push(`give back ${String(goal - back)} of ${id}`);
    }
    for (const { order, over, wanted, restsUntil } of this.deals) {
      if (over !== null) {
        if (over.who !== 'provider') errands.push(`end ${order}`);
      } else if (wanted !== null && restsUntil === null) errands.push(`move ${order} to ${String(wanted)}`);
      else if (wanted !== null)
        errands.push(`rest ${order}`, `take up ${order} at ${String(restsUntil)} for ${String(wanted)}`);
    }
    return errands.sort();
  }

  private receive(at: number, key: string, data: LedgerEventData): void {
    switch (data.kind) {
      case 'paymentSucceeded':
        if (data.role === 'first') this.firstPayment(at, data);
        else this.laterPayment(at, data);
        return;
      case 'paymentFailed': {
        const deal = this.deals.find(({ order }) => order === data.orderId);
        if (data.role === 'recurrent' && deal !== undefined && at >= deal.due - EARLIEST)
          this.declined(deal, at, data.decline.reason);
        return;
      }
      case 'recurringPaymentChanged': {
        this.word(at, data);
        return;
      }
      case 'giftGranted': {
        this.gift(at, key, data.months);
        return;
      }
      case 'daysGranted': {
        this.days(at, key, data.days);
        return;
      }
      case 'cancelled': {
        this.over(this.deal, at, data.by);
        return;
      }
      case 'cardRemoved':
        this.card = null;
        for (const deal of this.deals)
          if (deal.runs && deal.over?.forGood !== true) deal.over = { at, who: 'customer', forGood: true };
        return;
      case 'lapsed':
        if (this.deal?.order === data.orderId) this.silence(at);
        return;
      case 'chargePostponed':
        if (this.deal?.order === data.orderId && this.deal.over === null) {
          this.deal.delayedTo = Date.parse(data.to);
          this.deal.theirDay = this.deal.delayedTo;
        }
        return;
      case 'refundMade':
      // The card provider is never gone in this model.
      case 'providerGone':
      case 'providerBack':
        return;
      case 'monthsAnchored':
        this.countFromRun(at, data.orderId);
        return;
      default: {
        this.goesBack(at, data);
        return;
      }
    }
  }

  private declined(deal: Deal, at: number, reason: DeclineReason): void {
    deal.missed = reason;
    if (!deal.ours) return;
    deal.tries += 1;
    deal.isHopeless = HOPELESS.includes(reason) || deal.tries >= TRIES_MAX;
    deal.theirDay = deal.isHopeless ? deal.delayedTo : at + DAY;
  }

  private over(deal: Deal | null | undefined, at: number, who: string, forGood = true): void {
    if (deal && deal.over === null) deal.over = { at, who, forGood };
  }

  private silence(at: number): void {
    if (this.silentAt !== null && at >= this.silentAt) this.over(this.deal, at, 'lapse');
  }

  private openDeal(order: string, due: number): Deal {
    let deal = this.deals.find((known) => known.order === order);
    if (deal === undefined) {
      deal = {
        order,
        heir: null,
        runs: false,
        givenUpAt: null,
        due,
        day: dayOfMonth(due),
        runDay: dayOfMonth(due),
        theirDay: null,
        theirStart: due,
        movedFrom: null,
        wanted: null,
        restsUntil: null,
        heard: { id: null, good: 0, bad: 0 },
        missed: undefined,
        ours: false,
        tries: 0,
        isHopeless: false,
        delayedTo: null,
        over: null,
      };
      this.deals.push(deal);
    }
    return deal;
  }

  private isRunning(at: number): boolean {
    return this.silentAt !== null && at < this.silentAt;
  }

  private recordPaymentIssue(at: number, data: Told<'paymentSucceeded'>, buys: Money['buys']): void {
    const { orderId: order, amountKopecks: paid, role, orderKind } = data;
    const id = buildId(data);
    const isCheck = role === 'first' && (orderKind === 'trial' || orderKind === 'cardChange');
    this.money.push({ id, order, at, paid, back: 0, byBank: 0, goal: null, isCheck, buys });
  }

  private begins(deal: Deal, at: number, data: Told<'paymentSucceeded'>, takesOver = false): void {
    if (!deal.runs) {
      const start = Date.parse(data.recurringPaymentStartAt);
      if (takesOver && this.deal !== null) this.deal.heir = deal.order;
      deal.runs = true;
      deal.ours = data.chargedBy === 'merchant';
      deal.due = start;
      deal.theirStart = start;
      deal.day = dayOfMonth(start);
      deal.runDay = deal.day;
    }
    if (this.deal === deal) return;
    if (this.deal !== null && this.deal.over?.forGood !== true)
      this.deal.over = { at, who: 'surplus', forGood: true };
    this.deal = deal;
  }

  private tie(of: string, start: number, until: number): void {
    this.ribbon.push({ of, start, length: until - start });
  }

  private bought(data: Told<'paymentSucceeded'>, deal: Deal): void {
    this.countsFrom = deal.day;
    this.runFrom = deal.runDay;
    this.lastWasGift = false;
    if (data.role === 'first' && data.orderKind === 'campaign') this.hadCampaign = true;
    else this.hadTrial = true;
    this.keepCard(data);
  }

  private keepCard({ cardMask, isUnsaved, role, chargedBy }: Told<'paymentSucceeded'>): void {
    // A method that the server charges always names its card, unless it is a wallet or a bank application.
    const isNamed = cardMask !== null || (role === 'first' && chargedBy === 'merchant');
    if (isNamed && isUnsaved === undefined) this.card = cardMask;
  }

  private newCard(at: number, data: Told<'paymentSucceeded'>): void {
    const start = Date.parse(data.recurringPaymentStartAt);
    const deal = this.openDeal(data.orderId, start);
    const old = this.deal;
    const isMonth = data.orderKind === 'cardChangeMonth';
    const isOpen = old !== null && (old.over === null || old.over.who === 'provider');
    const isAlive = isOpen && at < this.nextCharge(old, true) + GRACE;
    const isAnew = isMonth && !isAlive && (isOpen || old?.over?.who === 'lapse');
    if (old === null || deal.runs || deal.over !== null || !(isAlive || isAnew)) {
      this.recordPaymentIssue(at, data, 'surplus');
      if (!deal.runs) this.over(deal, at, 'surplus');
      return;
    }
    const isTooSoon = isAlive && isMonth && old.due > at + EARLIEST;
    this.recordPaymentIssue(at, data, isTooSoon ? 'surplus' : 'counted');
    this.begins(deal, at, data, true);
    this.keepCard(data);
    if (isAnew) this.firstPeriod(at, data, deal);
    else this.continues(deal, old, { at, data, isPaid: isMonth && !isTooSoon });
    this.endUnsaved(deal, at, data);
  }

  /** Gives the new deal the dates of the old deal, and the month that the new card has paid. */
  private continues(
    deal: Deal,
    old: Deal,
    { at, data, isPaid }: { at: number; data: Told<'paymentSucceeded'>; isPaid: boolean },
  ): void {
    const start = Date.parse(data.recurringPaymentStartAt);
    const end = this.end ?? 0;
    if (!isPaid && old.delayedTo !== null && Math.abs(start - old.delayedTo) < DAY / 2) {
      const { due, day, runDay } = old;
      Object.assign(deal, { due, day, runDay, delayedTo: start, theirDay: start });
      return;
    }
    deal.delayedTo = isPaid ? null : old.delayedTo;
    let { due, day, runDay } = old;
    let begins = old.due;
    if (isPaid && end > due) {
      due = end;
      day = dayOfMonth(end);
      runDay = this.dayAfter(end);
    }
    if (isPaid) [begins, due] = paidMonth(due, at, day);
    if (start - due <= 60_000) Object.assign(deal, { day, runDay });
    const isOnDay = begins >= monthsOn(due, -1, day);
    if (due - start > 60_000) this.putOff(deal, at, due);
    if (!isPaid) return;
    const begin = isOnDay ? monthsOn(deal.due, -1, deal.day) : begins;
    this.tie(buildId(data), Math.max(begin, end), deal.due);
    this.bought(data, deal);
  }

  private endUnsaved(deal: Deal, at: number, { isUnsaved }: Told<'paymentSucceeded'>): void {
    if (isUnsaved === true) this.over(deal, at, 'unsaved');
  }

  private firstPayment(at: number, data: Told<'paymentSucceeded'>): void {
    if (isNewCard(data.orderKind)) {
      this.newCard(at, data);
      return;
    }
    const start = Date.parse(data.recurringPaymentStartAt);
    const deal = this.openDeal(data.orderId, start);
    const isTwice = deal.runs;
    const isBeside = this.deal !== deal && this.isRunning(at) && at < (this.lastAccess ?? 0);
    const isHad =
      data.trialUsed === true ||
      (data.orderKind !== 'renewal' && this.hadTrial) ||
      (data.orderKind === 'campaign' && this.hadCampaign);
    if (isTwice || isBeside || isHad) {
      this.recordPaymentIssue(at, data, 'surplus');
      if (!isTwice) this.over(deal, at, 'surplus');
      return;
    }
    this.recordPaymentIssue(at, data, 'counted');
    this.begins(deal, at, data);
    this.firstPeriod(at, data, deal);
    this.endUnsaved(deal, at, data);
  }

  private firstPeriod(at: number, data: Told<'paymentSucceeded'>, deal: Deal): void {
    const start = Date.parse(data.recurringPaymentStartAt);
    const from = Math.max(at, this.end ?? 0);
    const period =
      data.trialDays === null ? monthsOn(from, 1, dayOfMonth(from)) : from + data.trialDays * DAY;
    // Access extends to the date that was stated in the order. A difference of up to half a day covers the minutes of
    // paying.
    const until = period - start < DAY / 2 ? start : period;
    deal.runDay = data.trialDays === null ? dayOfSale(until, from) : dayOfMonth(until);
    if (until > deal.due) {
      deal.day = dayOfMonth(until);
      this.putOff(deal, at, until);
    }
    this.tie(buildId(data), from, until);
    this.bought(data, deal);
  }

  private isSameMonth(at: number, data: Told<'paymentSucceeded'>, deal: Deal): boolean {
    const { chargeAt, cardMask, orderId, provider } = data;
    if (chargeAt !== undefined)
      return this.charges.some(
        (earlier) =>
          earlier.data.chargeAt !== undefined &&
          Math.abs(Date.parse(earlier.data.chargeAt) - Date.parse(chargeAt)) < DAY / 2,
      );
    if (deal.ours || at >= deal.due - EARLIEST) return false;
    return this.charges.some(
      (earlier) =>
        earlier.data.orderId === orderId &&
        earlier.data.provider === provider &&
        !(cardMask !== null && earlier.data.cardMask !== null && cardMask !== earlier.data.cardMask) &&
        Math.abs(at - earlier.at) < 15 * DAY,
    );
  }

  private laterPayment(at: number, data: Told<'paymentSucceeded'>): void {
    const deal = this.openDeal(data.orderId, Date.parse(data.recurringPaymentStartAt));
    if (deal.over?.forGood === true) {
      this.recordPaymentIssue(at, data, 'uncalled');
      return;
    }
    if (this.isSameMonth(at, data, deal)) {
      this.recordPaymentIssue(at, data, 'surplus');
      return;
    }
    this.charges.push({ at, data });
    deal.over = null;
    this.recordPaymentIssue(at, data, 'counted');
    this.begins(deal, at, data, isNewCard(data.orderKind));
    const end = this.end ?? 0;
    const isBehindGift = end > deal.due;
    if (isBehindGift) {
      deal.day = dayOfMonth(end);
      deal.runDay = this.dayAfter(end);
    }
    const [begins, due] = paidMonth(isBehindGift ? end : deal.due, at, deal.day);
    const start = Math.max(Math.min(begins, monthsOn(due, -1, deal.day)), end);
    deal.due = due;
    deal.theirDay = null;
    deal.missed = undefined;
    deal.wanted = null;
    deal.restsUntil = null;
    deal.movedFrom = null;
    deal.tries = 0;
    deal.isHopeless = false;
    deal.delayedTo = null;
    if (!deal.ours) this.countTheirMonths(deal, at, { due, isBehindGift });
    this.tie(buildId(data), start, due);
    this.bought(data, deal);
  }

  /** Moves the provider's next charge if the provider would charge at another date. */
  private countTheirMonths(
    deal: Deal,
    at: number,
    { due, isBehindGift }: { due: number; isBehindGift: boolean },
  ): void {
    let months = 0;
    while (utcMonthsOn(deal.theirStart, months) <= at + DAY / 2) months += 1;
    const theirs = utcMonthsOn(deal.theirStart, months);
    const isElsewhere = Math.abs(theirs - due) > 60_000;
    if (isBehindGift || isElsewhere) this.putOff(deal, at, due);
    if (isElsewhere) deal.movedFrom = theirs;
  }

  private putOff(deal: Deal, at: number, to: number): void {
    deal.due = to;
    if (deal.ours) {
      deal.theirDay = null;
      deal.missed = undefined;
      deal.tries = 0;
      deal.isHopeless = false;
      return;
    }
    deal.wanted = to;
    deal.theirStart = to;
    deal.movedFrom = null;
    deal.theirDay = null;
    deal.missed = undefined;
    const isFar = to > utcMonthsOn(at, 12);
    deal.restsUntil = isFar ? utcMonthsOn(to, -12) + DAY : null;
  }

  private word(at: number, data: Told<'recurringPaymentChanged'>): void {
    const their = data.nextChargeAt === null ? null : Date.parse(data.nextChargeAt);
    const deal = this.openDeal(data.orderId, their ?? at);
    const isEnd = ['cancelled', 'rejected', 'expired'].includes(data.state);
    const { id, good, bad } = deal.heard;
    deal.heard.id = data.recurringPaymentId;
    const isOld =
      id !== null && (data.successes < good || (data.successes === good && !isEnd && data.failures < bad));
    if (isOld) return;
    deal.heard = { id: data.recurringPaymentId, good: data.successes, bad: data.failures };
    const rests = deal.restsUntil !== null && at < deal.restsUntil;
    if (isEnd) {
      const isOurs = rests && data.state === 'cancelled';
      if (!isOurs) this.over(deal, at, 'provider', data.state === 'cancelled');
      if (!isOurs && data.state === 'rejected') deal.givenUpAt = at;
      return;
    }
    if (deal.over?.who === 'provider' && data.successes > good)
      deal.over = deal.runs && this.deal !== deal ? { at, who: 'surplus', forGood: true } : null;
    if (rests) return;
    if (their !== null && deal.movedFrom !== null && Math.abs(their - deal.movedFrom) <= 60_000) return;
    if (deal.runs && their !== null && their > at && deal.due - their > 60_000)
      this.putOff(deal, at, deal.due);
    else deal.theirDay = their;
  }

  /** Returns the day of the run of months that ends at `end`, which may be the last day of a shorter month. */
  private dayAfter(end: number): number {
    const isLastOfMonth = dayOfMonth(end + DAY) === 1;
    return isLastOfMonth ? Math.max(dayOfMonth(end), this.runFrom ?? 0) : dayOfMonth(end);
  }

  /** Whether the months of the deal go on from the last day of a shorter month, as earlier versions counted them. */
  get isOffItsDay(): boolean {
    return (
      this.deal !== null && this.deal.runs && this.deal.over === null && this.deal.runDay > this.deal.day
    );
  }

  /** Counts the months of the deal from the day of their run. */
  private countFromRun(at: number, order: string): void {
    const { deal, end } = this;
    if (deal?.order !== order || !this.isOffItsDay) return;
    deal.day = deal.runDay;
    if (this.countsFrom !== null) this.countsFrom = this.runFrom;
    const to = monthsOn(deal.due, 0, deal.day);
    const isSoon = at >= deal.due - 3 * DAY - 600_000;
    const isDelayed = deal.theirDay !== null && deal.theirDay > deal.due + 60_000;
    const last = this.ribbon.at(-1);
    if (isSoon || isDelayed || to <= deal.due || last === undefined) return;
    if (end === null || Math.abs(end - deal.due) > 60_000) return;
    last.length = to - last.start;
    this.putOff(deal, at, to);
  }

  private gift(at: number, key: string, months: number): void {
    this.silence(at);
    const start = Math.max(at, this.end ?? 0);
    if (this.deal !== null && this.isRunning(at)) {
      const { due, day } = this.deal;
      const until = start > due ? monthsOn(start, months, dayOfMonth(start)) : monthsOn(due, months, day);
      if (start > due) this.deal.runDay = dayOfMonth(start);
      this.deal.day = dayOfMonth(until);
      this.putOff(this.deal, at, until);
      this.tie(key, start, until);
      return;
    }
    if (start === at || this.countsFrom === null) {
      this.countsFrom = dayOfMonth(start);
      this.runFrom = this.countsFrom;
    }
    this.tie(key, start, monthsOn(start, months, this.countsFrom));
    this.lastWasGift = true;
  }

  private days(at: number, key: string, days: number): void {
    this.silence(at);
    const end = this.end ?? 0;
    const start = Math.max(at, end);
    const running = this.isRunning(at) ? this.deal : null;
    const until = Math.max(start, running?.due ?? 0) + days * DAY;
    if (running !== null) {
      running.day = dayOfMonth(until);
      running.runDay = running.day;
      this.putOff(running, at, until);
    } else if (end <= at) this.lastWasGift = true;
    this.countsFrom = null;
    this.runFrom = null;
    this.tie(key, start, until);
  }

  private goesBack(at: number, data: Told<'refundDecided' | 'refunded' | 'voided' | 'chargedBack'>): void {
    const money = this.money.find(({ id }) => id === buildId(data));
    if (money === undefined) return;
    const wasThere = money.back < money.paid;
    switch (data.kind) {
      case 'refundDecided': {
        const goal = money.back + data.amountKopecks;
        money.goal = Math.min(money.paid, Math.max(goal, money.goal ?? 0));
        if (data.keepsAccess === undefined) this.tear(at, money, 'staff');
        if (data.keepsRenewal === undefined) this.over(this.deal, at, 'staff');
        return;
      }
      case 'chargedBack':
        money.back += data.amountKopecks;
        money.byBank += data.amountKopecks;
        this.tear(at, money, 'bank');
        this.over(this.deal, at, 'bank');
        return;
      case 'voided':
        money.back = money.paid;
        break;
      case 'refunded':
        money.back += data.amountKopecks;
    }
    const isAllGone = wasThere && money.back >= money.paid;
    const isOnlyCheck = money.isCheck && money.buys === 'counted';
    // The card provider refunded the payment on its own if staff made no refund decision, or if the refunded amount
    // exceeds the amount of the decision.
    if (isAllGone && !isOnlyCheck && (money.goal === null || money.back > money.goal))
      this.tear(at, money, 'staff');
  }

  /** Removes the rest of a payment's access period and ends its deal. */
  private tear(at: number, money: Money, who: string): void {
    if (money.buys !== 'counted') return;
    const orders = [money.order, ...this.listHeirs(money.order)];
    for (const deal of this.deals.filter(({ order }) => orders.includes(order))) this.over(deal, at, who);
    const place = this.ribbon.findIndex(({ of }) => of === money.id);
    const piece = this.ribbon[place];
    if (piece === undefined) return;
    const left = Math.min(piece.length, piece.start + piece.length - at);
    if (left <= 0) return;
    piece.length -= left;
    for (const after of this.ribbon.slice(place + 1)) after.start -= left;
    if (piece.length === 0) this.ribbon.splice(place, 1);
    this.countsFrom = null;
    this.runFrom = null;
    this.tornAt = at;
  }
}

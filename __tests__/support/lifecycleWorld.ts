/**
 * Simulates one account: a customer, the product's rules, and a card provider that delays, duplicates and loses its
 * notifications. All events happen in simulated time. The product receives only notifications, whereas the model is given
 * the real events. The account pays at a provider that schedules the charges, at a provider for which the server makes
 * the charges (`lifecycleCharges.ts`), or at both.
 */
import { wholeSeconds } from '../../src/server/domain/billing/billingCalendar';
import { cardChangeAt, rejectCardChange } from '../../src/server/domain/billing/cardChange';
import type { WantedCommand } from '../../src/server/domain/billing/commands';
import { foldSubscription } from '../../src/server/domain/billing/fold';
import {
  type LedgerEvent,
  type LedgerEventData,
  paymentKey,
  type RecurringPaymentState,
} from '../../src/server/domain/billing/ledgerEvents';
import {
  campaignOffer,
  derivePaidAt,
  findTrialDays,
  type Offer,
  offerFor,
  rejectCharge,
  rejectFirstPayment,
} from '../../src/server/domain/billing/orders';
import { pollChargeAt } from '../../src/server/domain/billing/overdueCharges';
import { buildOverduePostponement, findOwnCharge } from '../../src/server/domain/billing/ownCharges';
import { NO_SUBSCRIPTION, statusAt, summarize } from '../../src/server/domain/billing/status';
import type { SubscriptionState } from '../../src/server/domain/billing/subscriptionState';
import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import { isCardChange, verifiesCard } from '../../src/shared/orderKinds';
import {
  buildDecline,
  type Composition,
  isOwnCharge,
  type ProviderName,
  providerOfOrder,
} from './compositions';
import { type MadePayment, OwnCharges } from './lifecycleCharges';
import { dayOfMonth, LifecycleModel, utcMonthsOn } from './lifecycleModel';
import { MONTH_KOPECKS, trialLengthOf } from './offer';
import type { SeededRandom } from './seededRandom';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PRICE = MONTH_KOPECKS;
const CARD = '•••• 4242';

export const NO_FIGURES = {
  firstPayments: 0,
  campaignPayments: 0,
  surplusPayments: 0,
  charges: 0,
  declined: 0,
  permanentlyFailed: 0,
  cancelled: 0,
  cancelledThere: 0,
  cardsRemoved: 0,
  /** Changes of card without a failed charge. */
  cardChecks: 0,
  /** Changes of card in which the new card paid the month of a failed charge. */
  cardMonths: 0,
  /** Charges of the old card after a change of card, before the old recurring payment ended. */
  oldCardCharges: 0,
  resumedAtOnce: 0,
  gifts: 0,
  refunds: 0,
  rejectedCharges: 0,
  /**
   * Charges that the product accepted before its due date, because the card provider's due date was earlier at the end of
   * a month.
   */
  earlyCharges: 0,
  movedCharges: 0,
  delayed: 0,
  doubled: 0,
  lost: 0,
  /** Holds that verified a card and were released. */
  releasedHolds: 0,
  /** First payments that did not save the card. */
  unsaved: 0,
  /** Charges of the server that were late or not announced. */
  postponed: 0,
  /** Requests of the server whose response was lost, that were repeated, and whose key was forgotten. */
  unknownOutcomes: 0,
  repeatedRequests: 0,
  forgottenRequests: 0,
  pendingRefunds: 0,
  /** Times at which the server was down for hours or days. */
  downtimes: 0,
  /** Changes of card that moved the account to the other card provider. */
  moves: 0,
  folds: 0,
  comparisons: 0,
};

type FigureName = keyof typeof NO_FIGURES;

/** Figures of events that occur only at a provider that schedules the charges. */
export const SCHEDULED_ONLY: readonly FigureName[] = ['oldCardCharges', 'rejectedCharges', 'movedCharges'];
/** Figures of events that occur only if the server makes the charges. */
export const OWN_ONLY: readonly FigureName[] = [
  'releasedHolds',
  'unsaved',
  'postponed',
  'unknownOutcomes',
  'repeatedRequests',
  'forgottenRequests',
  'pendingRefunds',
  'downtimes',
];

/** Number of occurrences of each kind of event in a simulation. */
export type Figures = typeof NO_FIGURES;

interface RecurringPayment {
  orderId: string;
  startAt: number;
  nextAt: number | null;
  periods: number;
  state: RecurringPaymentState;
  successes: number;
  failures: number;
}

interface Taken {
  orderId: string;
  amount: number;
  returned: number;
  /** Whether the payment is a hold, which is released and not refunded. */
  isHold: boolean;
}

interface Task {
  at: number;
  place: number;
  /** What happens to the task while the server is down: a task of the provider runs, and a task of the day is skipped. */
  of: 'server' | 'provider' | 'day';
  run: () => void;
}

type Report = (heardAt: number) => { key: string; at: number; data: LedgerEventData };

export class LifecycleWorld {
  readonly model = new LifecycleModel(false);
  private now: number;
  /** Planned tasks, the next task last. */
  private readonly tasks: Task[] = [];
  private places = 0;
  private numbers = 0;
  private readonly known = new Map<string, LedgerEvent>();
  private state: SubscriptionState = foldSubscription([]);
  private readonly orders = new Map<string, Offer & { createdAt: Date; provider: ProviderName }>();
  private readonly paidOrders = new Set<string>();
  private readonly recurringPayments = new Map<string, RecurringPayment>();
  private readonly taken = new Map<string, Taken>();
  private readonly begunCommands = new Set<string>();
  private pendingCommands = 0;
  private inFlight = 0;
  /** Reports that the product would get if it queried the card provider. */
  private readonly unheard = new Set<Report>();
  private asksAt: number | null = null;
  private wasCovered = false;
  /** Order of the last payment that granted access. */
  private currentOrder: string | null = null;
  /** Orders whose saved card the server may charge, and orders whose payer withdrew the permission at the bank. */
  private readonly savedCards = new Set<string>();
  private readonly revokedCards = new Set<string>();
  /** Ledger key of the latest payment in the payment widget. */
  private lastPaid: string | null = null;
  private downUntil = 0;
  private readonly ownCharges: OwnCharges;

  constructor(
    private readonly random: SeededRandom,
    private readonly figures: Figures,
    start: number,
    /** Range of minutes of a day in which the customer acts, counted from the time of day of `start`. */
    private readonly awakeMinutes = 23 * 60,
    private readonly composition: Composition = ['cloudPayments'],
  ) {
    this.now = start;
    this.ownCharges = new OwnCharges({
      random,
      figures,
      now: () => this.now,
      state: () => this.state,
      knows: (key) => this.known.has(key),
      plan: (at, run) => this.plan(at, run),
      isPaying: () => this.lastPaid !== null && !this.known.has(this.lastPaid),
      decide: (key, data) => this.decide(key, data),
      charge: (orderId) => this.chargeSavedCard(orderId),
      postponed: (to) => this.model.postpone(to),
    });
  }

  /**
   * Simulates the account for the given number of days. Throws at the first difference between the product and the model.
   */
  live(days: number): void {
    const start = this.now;
    for (let day = 0; day < days; day += 1) this.plan(start + day * DAY, () => this.planDay(), 'day');
    const end = start + days * DAY;
    for (;;) {
      const task = this.takeTask(end);
      if (task === null) return;
      if (task.at < this.downUntil && task.of !== 'provider') {
        if (task.of === 'server') this.plan(this.downUntil, task.run);
        continue;
      }
      this.now = task.at;
      task.run();
    }
  }

  // --- time

  private plan(at: number, run: () => void, of: Task['of'] = 'server'): void {
    this.places += 1;
    const task = { at: Math.max(at, this.now), place: this.places, of, run };
    let from = 0;
    let to = this.tasks.length;
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.tasks[middle]?.at ?? 0) > task.at) from = middle + 1;
      else to = middle;
    }
    this.tasks.splice(from, 0, task);
  }

  private takeTask(before: number): Task | null {
    const next = this.tasks.at(-1);
    if (next === undefined || next.at >= before) return null;
    this.tasks.pop();
    return next;
  }

  private planDay(): void {
    this.compare();
    const { random } = this;
    this.goDown();
    const sometime = (): number =>
      this.now + random.between(1, this.awakeMinutes) * MINUTE + random.between(0, 59_999);
    // The due dates of the product and of the card provider differ at the ends of months, because months have different
    // lengths.
    const isMonthEnd = [1, 29, 30, 31].includes(dayOfMonth(this.now));
    const isActive = this.status() === 'ACTIVE';
    if (!isActive && random.chance(isMonthEnd ? 0.3 : 0.06)) this.plan(sometime(), () => this.openShop());
    // The campaign page cannot identify its visitors before they pay, so subscribers can open the campaign page too.
    if (random.chance(isActive ? 0.0005 : 0.005)) this.plan(sometime(), () => this.openCampaign());
    if (isActive && random.chance(0.006)) this.plan(sometime(), () => this.cancel());
    if (isActive && random.chance(0.003)) this.plan(sometime(), () => this.cancelThere());
    if (isActive && random.chance(0.002)) this.plan(sometime(), () => this.removeCard());
    if (!isActive && random.chance(0.001)) this.plan(sometime(), () => this.removeCard());
    if (isActive && random.chance(0.002)) this.plan(sometime(), () => this.refund());
    if (isActive && random.chance(0.001)) this.plan(sometime(), () => this.refundThere(), 'day');
    if (random.chance(0.004)) this.plan(sometime(), () => this.give());
    if (isActive && random.chance(this.isFailing() ? 0.25 : 0.006))
      this.plan(sometime(), () => this.changeCard());
  }

  /** Stops the server for some time. While it is down, a provider that schedules the charges could make none. */
  private goDown(): void {
    const isUsed = this.composition.some(isOwnCharge);
    if (!isUsed || [...this.recurringPayments.values()].some(isLive) || !this.random.chance(0.006)) return;
    this.figures.downtimes += 1;
    this.downUntil = this.now + this.random.between(1, 6 * 24 * 60) * MINUTE;
  }

  // --- the product

  private providerOf(orderId: string): ProviderName {
    return this.orders.get(orderId)?.provider ?? 'cloudPayments';
  }

  private status(): string {
    return statusAt(summarize(this.state), new Date(this.now)).status;
  }

  private record(key: string, at: number, data: LedgerEventData): void {
    if (this.known.has(key)) return;
    this.known.set(key, { key, at: new Date(at), data });
    this.state = foldSubscription([...this.known.values()]);
    this.figures.folds += 1;
    for (const command of this.state.commands) this.takeUp(command);
    this.planQuestion();
    if (this.composition.some(isOwnCharge)) this.ownCharges.follow();
  }

  /** Records a decision of the server. The date of the decision is after all known events. */
  private decide(key: string, data: LedgerEventData): number {
    const overdue = buildOverduePostponement(this.state, new Date(this.now));
    if (overdue !== null && data.kind !== 'chargePostponed') this.ownCharges.postpone();
    const at = [...this.known.values()].reduce(
      (latest, event) => Math.max(latest, event.at.getTime()),
      this.now,
    );
    this.record(key, at, data);
    return at;
  }

  private planQuestion(): void {
    const at = pollChargeAt(this.state, new Date(this.now))?.getTime() ?? null;
    if (at === null || at === this.asksAt) return;
    this.asksAt = at;
    const ask = (): void => {
      if (this.asksAt !== at) return;
      this.ask();
      if (this.asksAt === at && pollChargeAt(this.state, new Date(this.now)) !== null)
        this.plan(this.now + HOUR, ask);
    };
    this.plan(at, ask);
  }

  private ask(): void {
    for (const report of [...this.unheard]) this.receive(report);
  }

  private receive(report: Report): void {
    this.unheard.delete(report);
    const { key, at, data } = report(this.now);
    if (data.kind === 'recurringPaymentChanged' && !this.known.has(key)) {
      const isOver = data.state !== 'active' && data.state !== 'pastDue';
      // The server cannot know earlier that the provider has ended the recurring payment.
      if (isOver && this.currentOrder === data.orderId) {
        if (data.state === 'rejected') this.model.stopUnpaid(at);
        else this.model.stop();
      }
    }
    this.record(key, at, data);
  }

  private static buildKey(command: WantedCommand): string {
    switch (command.kind) {
      case 'refund':
        return `${command.kind}:${command.transactionId}`;
      case 'cancelRecurringPayment':
        return `cancel:${command.orderId}:${command.recurringPaymentId ?? ''}`;
      case 'moveRecurringPayment':
      case 'pauseRecurringPayment':
      case 'resumeRecurringPayment':
        return `${command.kind}:${command.orderId}:${command.nextChargeAt}`;
    }
  }

  private takeUp(command: WantedCommand): void {
    const key = LifecycleWorld.buildKey(command);
    if (this.begunCommands.has(key)) return;
    this.begunCommands.add(key);
    this.pendingCommands += 1;
    const isOutage = this.random.chance(0.08);
    const delay = isOutage ? this.random.between(1, 40) * HOUR : this.random.between(1, 90) * 1000;
    this.plan(this.now + delay, () => {
      this.pendingCommands -= 1;
      if (this.state.commands.some((wanted) => LifecycleWorld.buildKey(wanted) === key))
        this.perform(command);
    });
  }

  private perform(command: WantedCommand): void {
    switch (command.kind) {
      case 'refund': {
        const taken = this.taken.get(command.transactionId);
        if (taken === undefined) throw new Error('a refund of an unknown payment');
        const amount = command.amountKopecks;
        if (taken.returned + amount > taken.amount) throw new Error('a refund exceeds its payment');
        taken.returned += amount;
        if (!isOwnCharge(this.providerOf(taken.orderId)) || !this.random.chance(0.25)) {
          this.returned(command.transactionId, amount);
          return;
        }
        // No notification reports the end of a pending refund in time, so the server polls it.
        this.figures.pendingRefunds += 1;
        this.pendingCommands += 1;
        this.plan(this.now + this.random.between(1, 72) * HOUR, () => {
          this.pendingCommands -= 1;
          this.returned(command.transactionId, amount);
        });
        return;
      }
      case 'cancelRecurringPayment': {
        const recurringPayment = this.recurringPayments.get(command.orderId);
        if (recurringPayment !== undefined) this.endThere(recurringPayment, 'cancelled');
        this.savedCards.delete(command.orderId);
        return;
      }
      case 'moveRecurringPayment': {
        const recurringPayment = this.recurringPayments.get(command.orderId);
        if (recurringPayment === undefined || !isLive(recurringPayment)) return;
        this.figures.movedCharges += 1;
        recurringPayment.startAt = Date.parse(command.nextChargeAt);
        recurringPayment.nextAt = recurringPayment.startAt;
        recurringPayment.periods = 0;
        recurringPayment.failures = 0;
        recurringPayment.state = 'active';
        this.planCharge(recurringPayment);
      }
    }
  }

  /** Records a refund twice: from the immediate response of the API call and from the later notification. */
  private returned(transactionId: string, amountKopecks: number): void {
    const taken = this.taken.get(transactionId);
    const provider = this.providerOf(taken?.orderId ?? '');
    const isHold = taken?.isHold === true;
    if (isHold) this.figures.releasedHolds += 1;
    const key = `${isHold ? 'voided' : 'refunded'}:${transactionId}:${amountKopecks}`;
    const data: LedgerEventData = isHold
      ? { kind: 'voided', provider, transactionId }
      : { kind: 'refunded', provider, transactionId, refundId: key, amountKopecks };
    this.decide(key, data);
    const at = this.now;
    this.say(() => ({ key, at, data }), { mayBeLost: false });
  }

  // --- the customer and staff

  private openShop(): void {
    const offer = offerFor(summarize(this.state), 'web', new Date(this.now));
    if (offer === null) return;
    const orders = [this.newOrder(offer)];
    // The customer has opened the shop in a second tab.
    if (this.random.chance(0.05))
      orders.push(
        this.newOrder({
          ...offer,
          recurringPaymentStartAt: new Date(offer.recurringPaymentStartAt.getTime() + 1000),
        }),
      );
    this.payInAWhile(offer, orders, this.random.between(1, 15) * MINUTE);
  }

  private openCampaign(): void {
    const offer = campaignOffer(new Date(this.now));
    this.payInAWhile(offer, [this.newOrder(offer)], this.random.between(1, 15) * MINUTE);
  }

  private payInAWhile(offer: Offer, orders: readonly string[], pause: number): void {
    // In this case a gift is activated between the offer and the payment.
    if (this.random.chance(0.05)) this.plan(this.now + MINUTE / 2, () => this.give());
    for (const [index, orderId] of orders.entries()) {
      this.plan(this.now + pause + index * 1000, () => this.payInWidget(orderId, offer, 0));
    }
  }

  private newOrder(offer: Offer): string {
    this.numbers += 1;
    const orderId = `o-${this.numbers}`;
    const provider = providerOfOrder(this.composition, this.random);
    this.orders.set(orderId, { ...offer, createdAt: new Date(this.now), provider });
    return orderId;
  }

  private isFailing(): boolean {
    return this.state.agreement !== null && this.state.agreement.failedCharge !== null;
  }

  private changeCard(): void {
    const change = cardChangeAt(this.state, new Date(this.now));
    if (change.kind !== 'offered') return;
    const orderId = this.newOrder(change.offer);
    // Meanwhile the old card may be charged, or the customer may cancel or activate a gift.
    if (this.random.chance(0.05)) this.plan(this.now + MINUTE / 2, () => this.give());
    if (this.random.chance(0.03)) this.plan(this.now + MINUTE / 2, () => this.cancel());
    const retryAt =
      this.recurringPayments.get(this.state.agreement?.orderId ?? '')?.nextAt ??
      findOwnCharge(this.state)?.dueAt.getTime() ??
      null;
    const isAtRetry = change.offer.kind === 'cardChangeMonth' && retryAt !== null && this.random.chance(0.5);
    // The provider tries a failed charge of the old card again. Some customers pay seconds before or after that.
    const payAt = isAtRetry
      ? retryAt + this.random.between(2, 20) * (this.random.chance(0.5) ? 1000 : -1000)
      : this.now + this.random.between(1, 15) * MINUTE;
    this.plan(payAt, () => this.payInWidget(orderId, change.offer, 0));
  }

  private payInWidget(orderId: string, offeredAs: Offer, tries: number): void {
    const offer = this.orders.get(orderId) ?? offeredAs;
    const provider = this.providerOf(orderId);
    const isNewCard = isCardChange(offer.kind);
    // While it is not known whether the saved card was charged, no other card may pay.
    if (this.ownCharges.isOpen && offer.kind !== 'campaign') return;
    const order = {
      ...offer,
      currency: 'RUB',
      offeredAt: new Date(this.now),
      isPaid: this.paidOrders.has(orderId),
    };
    const asked = { amountKopecks: offer.amountKopecks, currency: 'RUB', isTest: false };
    const rejection = isNewCard
      ? rejectCardChange(order, asked, this.state, false, new Date(this.now))
      : rejectFirstPayment(
          order,
          asked,
          offer.kind === 'campaign' ? NO_SUBSCRIPTION : summarize(this.state),
          false,
          new Date(this.now),
        );
    if (rejection !== null) return;
    const transactionId = this.nextTransaction();
    if (this.random.chance(0.15)) {
      this.figures.declined += 1;
      const at = this.second();
      this.say(() => ({
        key: `failed:${transactionId}`,
        at,
        data: {
          kind: 'paymentFailed',
          provider,
          transactionId,
          orderId,
          role: 'first',
          decline: buildDecline(provider, false),
        },
      }));
      if (isOwnCharge(provider)) this.plan(this.now + 10_000, () => this.ask());
      if (tries < 2) this.plan(this.now + 2 * MINUTE, () => this.payInWidget(orderId, offer, tries + 1));
      return;
    }
    this.figures.firstPayments += 1;
    if (offer.kind === 'campaign') this.figures.campaignPayments += 1;
    this.paidOrders.add(orderId);
    const start = offer.recurringPaymentStartAt.getTime();
    const { amountKopecks: amount, kind } = offer;
    this.lastPaid = `paid:${transactionId}`;
    const isOwn = isOwnCharge(provider);
    const isHold = isOwn && verifiesCard(kind);
    const isUnsaved = isOwn && !isHold && this.random.chance(kind === 'campaign' ? 0.3 : 0.05);
    this.taken.set(transactionId, { orderId, amount, returned: 0, isHold });
    // The 1 ruble payment of a free trial or of a change of card only verifies the card. The 1 ruble payment of a campaign
    // pays for the campaign's trial days.
    const price = kind === 'trial' || kind === 'cardChange' ? 0 : amount;
    const paid = { id: transactionId, kind, price, start };
    if (isNewCard) this.figures[kind === 'cardChange' ? 'cardChecks' : 'cardMonths'] += 1;
    const hadCard = this.model.hasCard;
    const before = this.currentOrder;
    const isCounted = isNewCard
      ? this.model.changeCard(this.second(), paid).isRenewed
      : this.model.pay(this.second(), { ...paid, trialDays: trialLengthOf(kind) });
    if (isCounted) this.currentOrder = orderId;
    else this.figures.surplusPayments += 1;
    if (isCounted && isUnsaved) this.model.stopUnsaved(hadCard);
    if (isUnsaved) this.figures.unsaved += 1;
    else if (isOwn) this.savedCards.add(orderId);
    if (isCounted && isNewCard && before !== null && this.providerOf(before) !== provider)
      this.figures.moves += 1;
    this.sayPaid(transactionId, orderId, 'first', {
      amountKopecks: amount,
      ...(isHold ? { isHold } : {}),
      ...(isUnsaved ? { isUnsaved } : {}),
    });
    // The server queries the order's payment while the customer waits. So the server finds the payment even if the
    // notification is late or lost.
    this.plan(this.now + 10_000, () => this.ask());
    if (isOwn) return;
    const recurringPayment: RecurringPayment = {
      orderId,
      startAt: start,
      nextAt: start,
      periods: 0,
      state: 'active',
      successes: 0,
      failures: 0,
    };
    this.recurringPayments.set(orderId, recurringPayment);
    this.reportRecurringPayment(recurringPayment);
    this.planCharge(recurringPayment);
  }

  private cancel(): void {
    const { agreement } = this.state;
    if (!summarize(this.state).recurring || agreement === null) return;
    this.figures.cancelled += 1;
    this.decide(`cancelled:${agreement.orderId}:${this.now}`, { kind: 'cancelled', by: 'customer' });
    this.model.stop();
    this.resumeAtOnce();
  }

  private removeCard(): void {
    if (this.state.cardMask === null && !summarize(this.state).recurring) return;
    this.figures.cardsRemoved += 1;
    this.decide(`card-removed:${this.now}`, { kind: 'cardRemoved' });
    this.model.removeCard();
    this.resumeAtOnce();
  }

  /**
   * Pays a second time within the same second, as a script could. The card provider dates payments in whole seconds.
   */
  private resumeAtOnce(): void {
    if (this.now % 1000 > 900 || !this.random.chance(0.1)) return;
    const offer = offerFor(summarize(this.state), 'web', new Date(this.now + 1));
    if (offer === null) return;
    this.plan(this.now + 1, () => {
      const orderId = this.newOrder(offer);
      this.figures.resumedAtOnce += 1;
      this.plan(this.now + 50, () => this.payInWidget(orderId, offer, 0));
    });
  }

  private cancelThere(): void {
    const current = this.state.agreement?.orderId ?? '';
    if (this.savedCards.has(current)) {
      // The payer withdraws the permission at the bank, which declines the next charge.
      this.figures.cancelledThere += 1;
      this.revokedCards.add(current);
      return;
    }
    const recurringPayment = this.recurringPayments.get(this.state.agreement?.orderId ?? '');
    if (recurringPayment === undefined || !isLive(recurringPayment)) return;
    // A recurring payment whose charge is more than a year ahead is paused, so the customer cannot cancel it at the
    // provider.
    const isPaused = this.state.commands.some(
      (command) => command.kind === 'pauseRecurringPayment' && command.orderId === recurringPayment.orderId,
    );
    if (isPaused) return;
    this.figures.cancelledThere += 1;
    this.endThere(recurringPayment, 'cancelled');
  }

  private give(): void {
    this.numbers += 1;
    this.figures.gifts += 1;
    const months = this.random.between(1, 3);
    const key = `gift:${this.numbers}`;
    const at = this.decide(key, { kind: 'giftGranted', months });
    this.model.give(at, key, months);
  }

  private lastCounted() {
    return this.state.payments
      .filter((payment) => this.state.segments.some(({ key }) => key === paymentKey(payment)))
      .at(-1);
  }

  private refund(): void {
    const payment = this.lastCounted();
    // A pending notification about another payment would make that payment the last one.
    if (this.status() !== 'ACTIVE' || payment === undefined || !this.isQuiet()) return;
    this.figures.refunds += 1;
    const isTrial = payment.role === 'first' && payment.orderKind === 'trial';
    const part = Math.ceil(payment.amountKopecks / 4);
    const amountKopecks = isTrial ? 0 : this.random.chance(0.5) ? payment.amountKopecks : part;
    const { transactionId } = payment;
    const at = this.decide(`decided:${transactionId}`, {
      kind: 'refundDecided',
      provider: payment.provider,
      transactionId,
      amountKopecks,
    });
    this.model.takeBack(at, transactionId, amountKopecks);
  }

  /** Refunds the whole payment in the provider's dashboard. */
  private refundThere(): void {
    const payment = this.lastCounted();
    const isTrial = payment?.role === 'first' && payment.orderKind === 'trial';
    if (payment === undefined || isTrial || !this.isQuiet() || payment.returnedKopecks > 0) return;
    const { provider, transactionId, amountKopecks } = payment;
    const taken = this.taken.get(transactionId);
    if (taken === undefined) throw new Error('the product knows a payment that does not exist');
    this.figures.refunds += 1;
    taken.returned = taken.amount;
    const at = this.second();
    this.model.takeBack(at, transactionId, amountKopecks);
    const key = `refunded:office:${transactionId}`;
    this.say(
      () => ({
        key,
        at,
        data: { kind: 'refunded', provider, transactionId, refundId: key, amountKopecks },
      }),
      {
        mayBeLost: false,
      },
    );
  }

  // --- the card provider

  private nextTransaction(): string {
    this.numbers += 1;
    return `t-${this.numbers}`;
  }

  private planCharge(recurringPayment: RecurringPayment): void {
    const at = recurringPayment.nextAt;
    if (at === null) return;
    const run = (): void => {
      if (recurringPayment.nextAt === at && isLive(recurringPayment)) this.charge(recurringPayment);
    };
    this.plan(at, run, 'provider');
  }

  private charge(recurringPayment: RecurringPayment): void {
    const { orderId } = recurringPayment;
    const rejection = rejectCharge({ id: orderId }, this.state, new Date(this.now));
    const isAgreed = this.model.recurring && this.currentOrder === orderId;
    const isMoved = this.model.next > this.now + 4 * DAY;
    if (this.inFlight === 0 && this.unheard.size === 0 && (rejection === null) !== (isAgreed && !isMoved)) {
      throw new Error(`a charge at ${this.at()} was ${rejection ?? 'accepted'}`);
    }
    if (rejection !== null) this.figures.rejectedCharges += 1;
    else if (this.currentOrder === orderId && this.now < this.model.next - DAY / 2)
      this.figures.earlyCharges += 1;
    const stateBefore = recurringPayment.state;
    const isDeclined = rejection !== null || this.random.chance(recurringPayment.failures > 0 ? 0.45 : 0.1);
    const transactionId = this.nextTransaction();
    if (isDeclined) {
      this.figures.declined += 1;
      recurringPayment.failures += 1;
      const at = this.second();
      this.say(() => ({
        key: `failed:${transactionId}`,
        at,
        data: {
          kind: 'paymentFailed',
          provider: 'cloudPayments',
          transactionId,
          orderId,
          role: 'recurrent',
          decline: cloudPaymentsDecline(5051),
        },
      }));
      if (recurringPayment.failures >= 3) {
        this.figures.permanentlyFailed += 1;
        this.endThere(recurringPayment, 'rejected');
        return;
      }
      recurringPayment.state = 'pastDue';
      recurringPayment.nextAt = this.now + DAY;
    } else {
      this.figures.charges += 1;
      this.taken.set(transactionId, { orderId, amount: PRICE, returned: 0, isHold: false });
      // A charge of the old card after a change of card buys nothing and is refunded.
      if (this.currentOrder === orderId) this.model.charge(this.second(), transactionId, PRICE);
      else this.figures.oldCardCharges += 1;
      this.sayPaid(transactionId, orderId, 'recurrent', { amountKopecks: PRICE });
      recurringPayment.successes += 1;
      recurringPayment.failures = 0;
      recurringPayment.state = 'active';
      // The provider counts whole months in UTC.
      const { startAt } = recurringPayment;
      while (utcMonthsOn(startAt, recurringPayment.periods) <= this.now) recurringPayment.periods += 1;
      recurringPayment.nextAt = utcMonthsOn(startAt, recurringPayment.periods);
    }
    // The provider reports a recurring payment when its status changes, not after each charge.
    if (recurringPayment.state !== stateBefore) this.reportRecurringPayment(recurringPayment);
    this.planCharge(recurringPayment);
  }

  /** Charges a saved card at the request of the server. */
  private chargeSavedCard(orderId: string): MadePayment {
    const { model, figures } = this;
    const provider = this.providerOf(orderId);
    if (!this.savedCards.has(orderId))
      throw new Error(`a card that is not saved was charged at ${this.at()}`);
    const transactionId = this.nextTransaction();
    const at = this.second();
    const isRevoked = this.revokedCards.has(orderId);
    const isAgreed = model.recurring && this.currentOrder === orderId;
    if (!isRevoked && !this.random.chance(model.isFailing ? 0.45 : 0.1)) {
      figures.charges += 1;
      // The server does not know yet that the last payment was refunded in the provider's dashboard.
      const isEndUnknown = !isAgreed && (this.inFlight > 0 || this.unheard.size > 0);
      if (!isAgreed && !isEndUnknown)
        throw new Error(`a card was charged without an agreement at ${this.at()}`);
      if (isAgreed && model.next > this.now)
        throw new Error(`a month was charged early or twice at ${this.at()}`);
      this.taken.set(transactionId, { orderId, amount: PRICE, returned: 0, isHold: false });
      if (isAgreed) model.charge(at, transactionId, PRICE);
      else figures.surplusPayments += 1;
      const report = this.sayPaid(transactionId, orderId, 'recurrent', { amountKopecks: PRICE });
      return { key: report(at).key, isPaid: true, report: () => this.receive(report) };
    }
    const isFinal = isRevoked || this.random.chance(0.1);
    figures.declined += 1;
    if (isAgreed && model.decline(isFinal)) figures.permanentlyFailed += 1;
    const report: Report = () => ({
      key: `failed:${transactionId}`,
      at,
      data: {
        kind: 'paymentFailed',
        role: 'recurrent',
        decline: buildDecline(provider, isFinal),
        ...{ provider, transactionId, orderId },
      },
    });
    this.say(report);
    return { key: report(at).key, isPaid: false, report: () => this.receive(report) };
  }

  private endThere(recurringPayment: RecurringPayment, state: 'cancelled' | 'rejected'): void {
    if (!isLive(recurringPayment)) return;
    recurringPayment.state = state;
    recurringPayment.nextAt = null;
    this.reportRecurringPayment(recurringPayment);
  }

  private sayPaid(
    transactionId: string,
    orderId: string,
    role: 'first' | 'recurrent',
    fields: { amountKopecks: number; isHold?: true; isUnsaved?: true },
  ): Report {
    const offer = this.orders.get(orderId);
    if (offer === undefined) throw new Error('the order was not created');
    const at = role === 'first' ? derivePaidAt(offer, new Date(this.second())).getTime() : this.second();
    const { provider } = offer;
    const report: Report = () => ({
      key: `paid:${transactionId}`,
      at,
      data: {
        kind: 'paymentSucceeded',
        provider,
        transactionId,
        orderId,
        role,
        orderKind: offer.kind,
        ...fields,
        recurringPaymentAmountKopecks: offer.recurringPaymentAmountKopecks,
        recurringPaymentStartAt: offer.recurringPaymentStartAt.toISOString(),
        trialDays: findTrialDays(offer.kind),
        cardMask: CARD,
        ...(isOwnCharge(provider) ? { chargedBy: 'merchant' as const } : {}),
      },
    });
    this.say(report);
    return report;
  }

  private reportRecurringPayment(recurringPayment: RecurringPayment): void {
    const { orderId, state, successes, failures, nextAt } = recurringPayment;
    const key = `recurrence:${orderId}:${state}:${successes}:${failures}:${nextAt ?? ''}`;
    this.say((heardAt) => ({
      key,
      at: heardAt,
      data: {
        kind: 'recurringPaymentChanged',
        provider: 'cloudPayments',
        orderId,
        recurringPaymentId: `sc-${orderId}`,
        state,
        successes,
        failures,
        nextChargeAt: nextAt === null ? null : new Date(nextAt).toISOString(),
      },
    }));
  }

  private say(report: Report, { mayBeLost = true } = {}): void {
    const { random, figures } = this;
    const fate = random.next();
    if (mayBeLost) this.unheard.add(report);
    if (mayBeLost && fate < 0.1) {
      figures.lost += 1;
      return;
    }
    const isDelayed = fate < 0.2;
    if (isDelayed) figures.delayed += 1;
    const delays = [isDelayed ? random.between(2, 24 * 60) * MINUTE : random.between(1, 90) * 1000];
    if (fate > 0.9) {
      figures.doubled += 1;
      delays.push(random.between(1, 48 * 60) * MINUTE);
    }
    for (const delay of delays) {
      this.inFlight += 1;
      this.plan(this.now + delay, () => {
        this.inFlight -= 1;
        this.receive(report);
      });
    }
  }

  // --- the comparison

  private isQuiet(): boolean {
    return (
      this.inFlight === 0 && this.pendingCommands === 0 && this.unheard.size === 0 && !this.ownCharges.isOpen
    );
  }

  /** Returns the current moment as the card provider reports it, in whole seconds. */
  private second(): number {
    return wholeSeconds(new Date(this.now)).getTime();
  }

  private at(): string {
    return new Date(this.now).toISOString();
  }

  private expectSame(what: string, product: unknown, model: unknown): void {
    if (product !== model) {
      throw new Error(`${what} at ${this.at()}: ${String(product)}, and should be ${String(model)}`);
    }
  }

  private compare(): void {
    const { model, figures } = this;
    model.endIfUnpaid(this.now);
    const summary = summarize(this.state);
    const { status, isActive } = statusAt(summary, new Date(this.now));
    const covered = model.covers(this.now);
    // If the customer cancels while the outcome of a charge is not known, the server cannot know that the month is paid.
    const isKnown = !this.ownCharges.isOpen;
    if (this.wasCovered && covered && !isActive && isKnown)
      throw new Error(`a gap in paid access at ${this.at()}`);
    this.wasCovered = covered && isActive;
    if (!this.isQuiet()) return;
    figures.comparisons += 1;
    this.expectSame('the status', status, model.statusAt(this.now));
    this.expectSame('access', isActive, covered);
    this.expectSame('the end of access', this.state.accessUntil?.getTime() ?? null, model.accessEnd);
    if (model.recurring) {
      this.expectSame('the next charge', this.state.agreement?.nextChargeAt.getTime(), model.next);
    }
    this.expectSame('a stored card', this.state.cardMask !== null, model.hasCard);
    this.expectSame('what is paid', this.state.totalPaidKopecks, model.kept);
    const atProvider = [...this.taken.values()].reduce(
      (sum, { amount, returned }) => sum + amount - returned,
      0,
    );
    this.expectSame('the money at the provider', atProvider, model.kept);
    const live = [...this.recurringPayments.values()].filter(isLive).length + this.savedCards.size;
    if (live > 1) throw new Error(`two recurring payments may charge at ${this.at()}`);
    if (live === 1 && !model.recurring)
      throw new Error(`a cancelled recurring payment may charge at ${this.at()}`);
  }
}

const isLive = ({ state }: RecurringPayment): boolean => state === 'active' || state === 'pastDue';

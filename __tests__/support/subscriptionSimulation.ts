/**
 * Simulates subscriptions on the real server for months, with random histories, and compares each customer once a day
 * with `subscriptionModel.ts`. The model receives what happened at the card providers, and what customers and staff did.
 */
import { gt, inArray, isNull, or } from 'drizzle-orm';
import { sandboxPayments } from '../../src/server/sandbox/schema/cards';
import { yooKassaPayments } from '../../src/server/sandbox/schema/yooKassa';
import type { Database } from '../../src/server/store/database';
import { paymentIssues } from '../../src/server/store/schema/paymentIssues';
import { subscriptions } from '../../src/server/store/schema/subscriptions';
import { findStaffAccount, insertStaffAccount } from '../../src/server/store/staff';
import { markProviderBack, markProviderGone } from '../../src/server/usecases/billing/markProvider';
import { readSubscriptions } from '../../src/server/usecases/billing/readSubscription';
import { nextJobDueAt } from '../../src/server/workers/jobs/startJobs';
import { moscowDay } from '../../src/shared/moscowDays';
import { type Composition, type ProviderName, providerOfOrder } from './compositions';
import { MONTH_KOPECKS } from './offer';
import { type SeededRandom, seededRandom } from './seededRandom';
import { type CardKind, type SimulatedStaff, SubscriptionCustomer } from './subscriptionCustomer';
import { type ModelOrder, type Renewal, SubscriptionModel } from './subscriptionModel';
import { type AcceptedEmail, startSubscriptionWorld, type SubscriptionWorld } from './subscriptionWorld';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Interval at which notifications are delivered and jobs run, in ms. Real servers run jobs every few seconds. */
const TICK = 6 * HOUR;
const TICKS_A_DAY = DAY / TICK;
/** Minimum time between an email that announces a charge and the charge, in ms. */
const ANNOUNCED_BEFORE = 48 * HOUR;
/** Time in ms after the last disturbance from which the product must know everything. */
const QUIET = 2 * TICK;
/** How far back the payments of the card providers are read in every step, in ms. */
const LOOK_BACK = 2 * DAY;

/**
 * Disturbances of the whole world, each for some hours or days: the server or the mail server is off, requests to card
 * providers or their responses get lost, YooKassa answers with errors, or leaves charges pending or held. A card provider
 * is gone only if the customers can change to another one.
 */
export const INCIDENTS = [
  'serverOff',
  'mailOff',
  'network',
  'apiErrors',
  'pendingCharges',
  'heldCharges',
  'providerGone',
] as const;
export type Incident = (typeof INCIDENTS)[number];

/** Longest duration of each kind of incident, in ticks. */
const LONGEST: Record<Incident, number> = {
  serverOff: 20,
  mailOff: 20,
  network: 6,
  apiErrors: 6,
  pendingCharges: 16,
  heldCharges: 16,
  providerGone: 60,
};

/** Incidents during which the server cannot know everything. */
const HIDES_EVENTS: ReadonlySet<Incident> = new Set([...(['serverOff', 'network', 'apiErrors'] as const)]);

/** Time in days for which a missed charge at a gone card provider ends nothing. */
const GONE_GRACE_DAYS = 30;

/** Time in ms for which a charge is out that YooKassa reports as pending. */
const PENDING_OUT = 70 * MINUTE;
/** Time in ms for which YooKassa holds a charge. */
const HELD_OUT = 7 * DAY;

/** Time in ms after a disturbance of the requests to card providers until the server must have caught up. */
const CAUGHT_UP: Record<Incident, number> = {
  serverOff: QUIET,
  mailOff: 0,
  network: DAY,
  apiErrors: DAY,
  pendingCharges: 0,
  heldCharges: 0,
  providerGone: DAY,
};

/** Messages that the server logs as errors because staff should know of them. The model decides whether they are right. */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set(['a payment buys nothing and goes back']);

const MONTHS = [
  ...['января', 'февраля', 'марта', 'апреля', 'мая', 'июня'],
  ...['июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
];

/** Returns the Moscow day that an email announces for a charge, or null for any other email. */
function announcedDay({ subject }: AcceptedEmail): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\s(\S+)\s(\d{4})\sспишем/.exec(subject) ?? [];
  const index = MONTHS.indexOf(month);
  if (index === -1) return null;
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether the server made a payment by itself with a saved method. */
const isOwnCharge = (metadata: Record<string, string>): boolean => metadata['charge_key'] !== undefined;

/** A payment at one of the card providers, as its database contains it. */
interface PaymentFact {
  provider: ProviderName;
  id: string;
  orderId: string;
  isCharge: boolean;
  /** `taken` includes holds. */
  state: 'open' | 'taken' | 'declined' | 'released';
  isFinalDecline: boolean;
  amount: number;
  returned: number;
  isCardSaved: boolean;
  /** Time until which a charge that the card provider has not finished is out. */
  outUntil: number;
  /** Time of the payment on the card provider's clock. */
  at: number;
}

interface Subject {
  /** Random numbers of this customer alone, so that one customer can be simulated again without the others. */
  random: SeededRandom;
  customer: SubscriptionCustomer;
  model: SubscriptionModel;
  /** Accepted emails that announced a charge, with the Moscow day of the charge. */
  announcements: { day: string; at: number }[];
  /** Times of the accepted emails about a declined charge. */
  declineEmails: number[];
  /** Lines of the customer's history, for the report of a difference. */
  history: string[];
  /** Whether a difference was found, so that later differences would only follow from it. */
  isDifferent: boolean;
}

export interface SimulationOptions {
  composition: Composition;
  start: Date;
  seed: number;
  customers: number;
  days: number;
  /** Kinds of incidents that occur. */
  incidents: readonly Incident[];
  /** Mean number of incidents of the whole world that begin in a day without incident. */
  incidentsPerDay: number;
  /** Whether the clocks of the card providers differ from the server's clock by up to ten minutes. */
  hasSkewedClocks: boolean;
  /** Whether some mailboxes reject all emails. */
  hasDeadMailboxes: boolean;
  /** Whether saved cards are declined at CloudPayments too, and not only at YooKassa. */
  hasDeclinesEverywhere: boolean;
  /** Number of the only simulated customer, to repeat the history of a difference; null simulates all. */
  only: number | null;
}

/** Number of occurrences of each kind of event. */
export type SimulationCounts = Record<string, number>;

export class SubscriptionSimulation {
  readonly counts: SimulationCounts = {};
  /** Differences between the product and the model: each a title and the history of one customer. */
  readonly differences: (readonly string[])[] = [];
  private world!: SubscriptionWorld;
  private staff!: SimulatedStaff;
  private readonly subjects: Subject[] = [];
  private readonly orders = new Map<string, { subject: Subject; order: ModelOrder }>();
  /** Last known state of each payment, by provider and id. */
  private readonly known = new Map<string, PaymentFact['state']>();
  /** Charges that YooKassa has not finished, with their ends. */
  private readonly openCharges: { id: string; finishAt: number; reason: string | null }[] = [];
  private readonly byEmail = new Map<string, Subject>();
  private isDisturbed = false;
  private incident: { kind: Incident; until: number } | null = null;
  /** Time from which the server must know everything, and have charged everything that is due. */
  private settledFrom = 0;
  private readonly skew: Record<ProviderName, number> = { yooKassa: 0, cloudPayments: 0 };

  /** Random numbers of the world, which do not depend on the customers. */
  private readonly random: SeededRandom;
  private readonly start: Date;

  constructor(
    private readonly db: Database,
    private readonly options: SimulationOptions,
  ) {
    this.random = seededRandom(options.seed);
    this.start = options.start;
  }

  /** Simulates the customers, and collects the differences. */
  async run(): Promise<void> {
    const { customers, days, only, seed } = this.options;
    await this.open();
    const arrivals = Array.from({ length: customers }, (_, index) => {
      const random = seededRandom(seed * 1_000_003 + index);
      // Customers come during the first month, so that each day of the month occurs.
      return { index, random, tick: random.between(0, Math.min(31, Math.ceil(days / 3)) * TICKS_A_DAY) };
    }).filter(({ index }) => only === null || index === only);
    for (let tick = 0; tick < days * TICKS_A_DAY; tick += 1) {
      this.world.clock.set(new Date(this.start.getTime() + tick * TICK));
      await this.changeIncident();
      await this.disturb(tick);
      await this.finishCharges();
      await this.settle(tick % TICKS_A_DAY === 0);
      this.world.clock.advance(this.random.between(30, 120) * MINUTE);
      const plans = this.world.server.isOn
        ? [
            ...arrivals
              .splice(0)
              .filter((arrival) => {
                if (arrival.tick > tick) arrivals.push(arrival);
                return arrival.tick <= tick;
              })
              .map((arrival) => () => this.arrive(arrival.index, arrival.random)),
            ...this.subjects.flatMap((subject) => this.planOf(subject) ?? []),
          ]
        : [];
      for (const plan of plans) {
        this.world.clock.advance(1000);
        await plan();
      }
      if (plans.length > 0) await this.settle(true);
      if (tick % TICKS_A_DAY === TICKS_A_DAY - 1) await this.compare();
    }
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  private get now(): number {
    return this.world.clock.now().getTime();
  }

  private note(subject: Subject, line: string): void {
    subject.history.push(`${new Date(this.now).toISOString()} ${line}`);
  }

  /** Records a difference. The customer is not simulated further. */
  private fail(subject: Subject, what: string): void {
    if (subject.isDifferent) return;
    subject.isDifferent = true;
    const title = `${subject.customer.email} at ${new Date(this.now).toISOString()}: ${what}`;
    this.differences.push([title, ...subject.history]);
  }

  private expectSame(subject: Subject, what: string, product: unknown, model: unknown): void {
    this.count('comparisons');
    if (product !== model)
      this.fail(subject, `${what} is ${String(product)}, and should be ${String(model)}`);
  }

  private async open(): Promise<void> {
    this.world = await startSubscriptionWorld(this.db, this.start);
    await insertStaffAccount(this.db, {
      ...{ username: 'senior', passwordHash: 'none', role: 'senior' as const },
      createdAt: this.start,
    });
    if (this.options.hasSkewedClocks) await this.skewClocks();
    const staffId = (await findStaffAccount(this.db, 'senior'))?.id ?? 0;
    this.staff = { staffId, username: 'senior', ip: '127.0.0.1', requestId: 'simulation' };
  }

  private async skewClocks(): Promise<void> {
    const skews = [-10, -4, 0, 4, 10].map((minutes) => minutes * MINUTE);
    this.skew.yooKassa = skews[this.random.between(0, 4)] ?? 0;
    this.skew.cloudPayments = skews[this.random.between(0, 4)] ?? 0;
    await this.world.yooKassa.change({ skewMs: this.skew.yooKassa });
    await this.world.cloudPayments.changeTerminal({ skewMs: this.skew.cloudPayments });
  }

  // --- time

  /** Delivers notifications and runs the jobs, unless nothing is due. */
  private async settle(always: boolean): Promise<void> {
    const { world, db } = this;
    const due = always
      ? []
      : [await nextJobDueAt(db), await world.yooKassa.nextDueAt(), await world.cloudPayments.nextDueAt()];
    // The clocks of the card providers differ by at most ten minutes.
    if (!always && due.every((at) => at === null || at.getTime() > this.now + 10 * MINUTE)) return;
    await world.settle();
    this.readEmails();
    await this.readPayments();
    this.followJobs();
    const errors = world.takeErrors();
    const error = errors.find(({ message, details }) => !this.isExpected(message, details));
    if (error !== undefined)
      throw new Error(`the server logged: ${error.message} ${JSON.stringify(error.details)}`);
  }

  /** Whether the simulation causes an error that the server logs. */
  private isExpected(message: string, details: object): boolean {
    if (EXPECTED_ERRORS.has(message) || this.incident !== null || this.now < this.settledFrom) return true;
    return JSON.stringify(details).includes('AddressRejected') && this.world.mail.dead.size > 0;
  }

  /** Changes what happens to notifications. The evening of each day is quiet, so that the comparison finds no delay. */
  private async disturb(tick: number): Promise<void> {
    const { random, world } = this;
    const isEvening = tick % TICKS_A_DAY >= TICKS_A_DAY - QUIET / TICK;
    if (!isEvening && random.chance(0.3)) {
      const fate = random.next();
      const knobs = {
        drop: fate < 0.3,
        copies: fate > 0.5 ? random.between(2, 3) : 1,
        delayMs: fate > 0.3 && fate < 0.7 ? random.between(1, 5 * 60) * MINUTE : 0,
      };
      await world.yooKassa.change({ ...knobs, reversed: random.chance(0.5) });
      await world.cloudPayments.setKnobs(knobs);
      this.isDisturbed = true;
      return;
    }
    if (!this.isDisturbed) return;
    const calm = { drop: false, copies: 1, delayMs: 0 };
    await world.yooKassa.change({ ...calm, reversed: false });
    await world.cloudPayments.setKnobs(calm);
    this.isDisturbed = false;
    this.settledFrom = Math.max(this.settledFrom, this.now + QUIET - TICK);
  }

  /** Begins or ends an incident. */
  private async changeIncident(): Promise<void> {
    const { random, world } = this;
    if (this.incident !== null) {
      if (this.incident.until > this.now) return;
      const { kind } = this.incident;
      this.incident = null;
      this.settledFrom = Math.max(this.settledFrom, this.now + CAUGHT_UP[kind]);
      world.server.isOn = true;
      world.mail.isOff = false;
      world.setFate(null);
      await this.regainProvider();
      await world.yooKassa.change({ outage: null, chargesPend: false, chargesHeld: false });
      return;
    }
    if (!random.chance(this.options.incidentsPerDay / TICKS_A_DAY)) return;
    const { incidents } = this.options;
    const kind = incidents[random.between(0, incidents.length - 1)];
    if (kind === undefined) return;
    if (kind === 'providerGone' && this.options.composition.length === 1) return;
    const ticks = random.between(1, LONGEST[kind]);
    this.incident = { kind, until: this.now + ticks * TICK };
    this.count(kind);
    for (const subject of this.subjects)
      this.note(subject, `incident ${kind} until ${new Date(this.incident.until).toISOString()}`);
    switch (kind) {
      case 'serverOff':
        world.server.isOn = false;
        break;
      case 'mailOff':
        world.mail.isOff = true;
        break;
      case 'network':
        world.setFate(() => {
          const fate = random.next();
          return fate < 0.15 ? 'requestLost' : fate < 0.3 ? 'responseLost' : null;
        });
        break;
      case 'apiErrors': {
        const statuses = [401, 403, 429, 500] as const;
        const requests = ['all', 'reads', 'writes'] as const;
        const outage = {
          status: statuses[random.between(0, 3)] ?? 500,
          requests: requests[random.between(0, 2)] ?? 'all',
        };
        await world.yooKassa.change({ outage });
        break;
      }
      case 'providerGone':
        await this.loseProvider(random.chance(0.5) ? 'yooKassa' : 'cloudPayments');
        break;
      case 'pendingCharges':
        await world.yooKassa.change({ chargesPend: true });
        break;
      case 'heldCharges':
        await world.yooKassa.change({ chargesHeld: true });
        break;
    }
  }

  /** The operator marks a card provider as gone, and sells at the other one. */
  private async loseProvider(provider: ProviderName): Promise<void> {
    this.world.gone.add(provider);
    await markProviderGone(this.world.deps, this.staff, { provider, days: GONE_GRACE_DAYS });
    for (const { model } of this.subjects) model.providerGone(provider, this.now + GONE_GRACE_DAYS * DAY);
  }

  private async regainProvider(): Promise<void> {
    for (const provider of this.world.gone) {
      await markProviderBack(this.world.deps, this.staff, provider);
      for (const { model } of this.subjects) model.providerBack(provider, this.now);
    }
    this.world.gone.clear();
  }

  /** Lets YooKassa finish the charges whose time has come. */
  private async finishCharges(): Promise<void> {
    const due = this.openCharges.filter(({ finishAt }) => finishAt <= this.now);
    for (const charge of due) {
      this.openCharges.splice(this.openCharges.indexOf(charge), 1);
      await this.world.yooKassa.settleCharge(charge.id, charge.reason);
    }
  }

  /** Whether an incident explains that the server has not charged or not learned something yet. */
  private get isUnsettled(): boolean {
    const isCausedByIncident = this.incident !== null && HIDES_EVENTS.has(this.incident.kind);
    return this.now < this.settledFrom || isCausedByIncident;
  }

  // --- customers and staff

  /** Chooses what a customer, or staff for the customer, do now. Returns null if they do nothing. */
  private planOf(subject: Subject): (() => Promise<void>) | null {
    const { model, random } = subject;
    if (model.isDeleted || subject.isDifferent) return null;
    model.passTime(this.now);
    const rates: [number, () => Promise<void>][] =
      model.renewal === null
        ? [
            [0.05, () => this.buy(subject)],
            [0.003, () => this.buyCampaign(subject)],
            [0.006, () => this.gift(subject)],
            [0.002, () => this.days(subject)],
            [0.004, () => this.removeCard(subject)],
            [0.003, () => this.deleteAccount(subject)],
          ]
        : [
            [0.008, () => this.cancel(subject)],
            [0.004, () => this.removeCard(subject)],
            [0.006, () => this.gift(subject)],
            [0.006, () => this.days(subject)],
            [0.006, () => this.refund(subject)],
            [0.003, () => this.refundAtProvider(subject)],
            [0.003, () => this.chargeBack(subject)],
            [0.002, () => this.deleteAccount(subject)],
            [0.012, () => this.changeCard(subject)],
          ];
    // The order of two actions that the product learns at the same time would be ambiguous.
    return rates.find(([perDay]) => random.chance(perDay / TICKS_A_DAY))?.[1] ?? null;
  }

  private async arrive(index: number, random: SeededRandom): Promise<void> {
    const email = `s${String(index)}@example.org`;
    const customer = await SubscriptionCustomer.signIn(this.world, this.staff, email);
    const subject: Subject = {
      ...{ random, customer, model: new SubscriptionModel() },
      ...{ announcements: [], declineEmails: [], history: [], isDifferent: false },
    };
    this.subjects.push(subject);
    this.byEmail.set(email, subject);
    if (this.options.hasDeadMailboxes && random.chance(0.05)) this.world.mail.dead.add(email);
    if (random.chance(0.1)) await this.buyCampaign(subject);
    else await this.buy(subject);
  }

  private cardKind({ random }: Subject): CardKind {
    const fate = random.next();
    if (fate < 0.06) return 'declined';
    const mayDecline =
      this.options.hasDeclinesEverywhere || !this.options.composition.includes('cloudPayments');
    return fate < 0.25 && mayDecline ? 'onlyFirst' : 'plain';
  }

  private async buy(subject: Subject): Promise<void> {
    const provider = this.choose(subject);
    const order = await subject.customer.order(subject.random.chance(0.3));
    if (order !== null) await this.pay(subject, order, provider);
  }

  private async buyCampaign(subject: Subject): Promise<void> {
    const provider = this.choose(subject);
    await this.pay(subject, await subject.customer.campaignOrder(), provider);
  }

  private async changeCard(subject: Subject): Promise<void> {
    const provider = this.choose(subject);
    const order = await subject.customer.cardChangeOrder();
    if (order !== null) await this.pay(subject, order, provider);
  }

  private choose({ random }: Subject): ProviderName {
    const chosen = providerOfOrder(this.options.composition, random);
    const provider = this.world.gone.has(chosen)
      ? chosen === 'yooKassa'
        ? 'cloudPayments'
        : 'yooKassa'
      : chosen;
    this.world.sellAt(provider);
    return provider;
  }

  private async pay(
    subject: Subject,
    order: Parameters<SubscriptionCustomer['pay']>[0],
    provider: ProviderName,
  ): Promise<void> {
    const { id, kind } = order;
    const startAt = Date.parse(order.recurringPayment.startDate);
    this.orders.set(id, { subject, order: { id, kind, provider, startAt } });
    const card = this.cardKind(subject);
    const isPaid = await subject.customer.pay(order, card, provider);
    this.count(`${kind} ${isPaid ? 'paid' : 'not paid'}`);
    this.note(
      subject,
      `orders ${kind} at ${provider} with the card ${card}, ${isPaid ? 'paid' : 'not paid'}, charges from ${order.recurringPayment.startDate}`,
    );
  }

  private async cancel(subject: Subject): Promise<void> {
    await subject.customer.cancel();
    subject.model.cancelled(this.now);
    this.count('cancelled');
    this.note(subject, 'cancels');
  }

  private async removeCard(subject: Subject): Promise<void> {
    if (!subject.model.hasCard) return;
    await subject.customer.removeCard();
    subject.model.cardRemoved(this.now);
    this.count('cards removed');
    this.note(subject, 'removes the card');
  }

  private async deleteAccount(subject: Subject): Promise<void> {
    await subject.customer.delete();
    subject.model.deleted(this.now);
    this.count('accounts deleted');
    this.note(subject, 'deletes the account');
  }

  private async gift(subject: Subject): Promise<void> {
    const months = subject.random.between(1, 2);
    await subject.customer.activateGift(months);
    subject.model.giftActivated(this.now, months);
    this.count('gifts');
    this.note(subject, `activates a gift of ${String(months)} months`);
  }

  private async days(subject: Subject): Promise<void> {
    if (subject.model.accessEnd === null) return;
    const days = subject.random.between(1, 10);
    await subject.customer.getDays(days);
    subject.model.daysGranted(this.now, days);
    this.count('days granted');
    this.note(subject, `gets ${String(days)} days from staff`);
  }

  private lastPayment(subject: Subject): { id: string; amount: number } | null {
    let last: { id: string; amount: number } | null = null;
    for (const [id, { isKept, isCheck, amount, returned, chargedBack }] of subject.model.payments)
      if (isKept && !isCheck && returned === 0 && chargedBack === 0) last = { id, amount };
    return last;
  }

  private async refund(subject: Subject): Promise<void> {
    const last = this.lastPayment(subject);
    if (last === null) return;
    const fate = subject.random.next();
    const keeps = { access: fate < 0.4, renewal: fate < 0.2 };
    const amountKopecks = subject.random.chance(0.3) ? Math.min(last.amount, 10_000) : ('all' as const);
    const [refunded] = await subject.customer.refund({
      ...{ transactionIds: [last.id], amountKopecks, keepsAccess: keeps.access, keepsRenewal: keeps.renewal },
    });
    const amount = refunded?.amountKopecks ?? 0;
    subject.model.refundedByStaff(this.now, last.id, amount, keeps);
    this.count('refunds by staff');
    this.note(subject, `staff refund ${String(amount)} of ${last.id}, keeping ${JSON.stringify(keeps)}`);
  }

  private async refundAtProvider(subject: Subject): Promise<void> {
    const last = this.lastPayment(subject);
    if (last === null || subject.model.renewal?.provider !== 'yooKassa' || this.world.gone.size > 0) return;
    if (!this.known.has(`yooKassa:${last.id}`)) return;
    if (!(await this.world.yooKassa.refundAtDashboard(last.id, last.amount))) return;
    subject.model.refundedAtProvider(this.now + this.skew.yooKassa, last.id, last.amount);
    this.count('refunds at the provider');
    this.note(subject, `the dashboard refunds ${last.id}`);
  }

  private async chargeBack(subject: Subject): Promise<void> {
    const last = this.lastPayment(subject);
    if (last === null) return;
    await subject.customer.chargeBack(last.id, last.amount);
    subject.model.chargedBack(this.now, last.id, last.amount);
    this.count('chargebacks');
    this.note(subject, `chargeback of ${last.id}`);
  }

  // --- what the card providers and the mail server saw

  private readEmails(): void {
    for (const email of this.world.takeEmails()) {
      const subject = this.byEmail.get(email.to);
      if (subject === undefined) continue;
      this.count('emails');
      this.note(subject, `email «${email.subject}»`);
      const day = announcedDay(email);
      if (day !== null) subject.announcements.push({ day, at: email.at });
      if (email.subject.startsWith('Не получилось списать')) subject.declineEmails.push(email.at);
    }
  }

  private async readPayments(): Promise<void> {
    const since = new Date(this.now - LOOK_BACK);
    const out = [...this.known].flatMap(([key, state]) =>
      state === 'open' ? [key.replace('yooKassa:', '')] : [],
    );
    const own = await this.db
      .select()
      .from(yooKassaPayments)
      .where(or(gt(yooKassaPayments.createdAt, since), inArray(yooKassaPayments.id, out)));
    const scheduled = await this.db
      .select()
      .from(sandboxPayments)
      .where(gt(sandboxPayments.createdAt, since));
    const facts: PaymentFact[] = [
      ...own.map((row): PaymentFact => ({
        provider: 'yooKassa',
        id: row.id,
        orderId: row.metadata['order_id'] ?? '',
        isCharge: isOwnCharge(row.metadata),
        state:
          row.status === 'pending' || (row.status === 'waiting_for_capture' && isOwnCharge(row.metadata))
            ? 'open'
            : row.status === 'canceled'
              ? row.reason === 'canceled_by_merchant'
                ? 'released'
                : 'declined'
              : 'taken',
        isFinalDecline: row.reason === 'permission_revoked',
        amount: row.amountKopecks,
        returned: row.refundedKopecks,
        isCardSaved: row.saved,
        outUntil: row.createdAt.getTime() + (row.status === 'pending' ? PENDING_OUT : HELD_OUT),
        at: (row.capturedAt ?? row.createdAt).getTime(),
      })),
      ...scheduled
        .filter(({ operation }) => operation === 'Payment')
        .map((row): PaymentFact => ({
          provider: 'cloudPayments',
          id: String(row.id),
          orderId: row.invoiceId ?? '',
          isCharge: row.role === 'recurrent',
          state:
            row.status === 'declined'
              ? 'declined'
              : row.status === 'completed' || row.status === 'refunded'
                ? 'taken'
                : 'open',
          isFinalDecline: false,
          amount: row.amountKopecks,
          returned: row.refundedKopecks,
          isCardSaved: true,
          outUntil: 0,
          at: row.createdAt.getTime(),
        })),
    ].sort((a, b) => a.at - b.at);
    for (const fact of facts) this.learn(fact);
  }

  private learn(fact: PaymentFact): void {
    const key = `${fact.provider}:${fact.id}`;
    const before = this.known.get(key);
    if (before === fact.state || (fact.state === 'open' && !fact.isCharge)) return;
    const known = this.orders.get(fact.orderId);
    if (known === undefined) throw new Error(`the order of the payment ${key} is unknown`);
    this.known.set(key, fact.state);
    const { subject, order } = known;
    const { at, orderId } = fact;
    if (fact.isCharge && before === undefined) this.checkAttempt(subject, fact);
    switch (fact.state) {
      case 'open':
        subject.model.chargeOut(orderId, fact.outUntil - this.skew.yooKassa);
        this.planEnd(subject, fact);
        break;
      case 'taken':
        this.learnPayment(subject, order, fact);
        break;
      case 'declined':
        if (fact.isCharge) subject.model.declined(orderId, at, fact.isFinalDecline);
        this.count('declines');
        this.note(subject, `${key} is declined`);
        break;
      case 'released':
        // The hold was made and released between two readings.
        if (before === undefined && !fact.isCharge) this.learnPayment(subject, order, fact);
        break;
    }
  }

  private learnPayment(subject: Subject, order: ModelOrder, fact: PaymentFact): void {
    const { id, amount, at, orderId, provider } = fact;
    const isKept = fact.isCharge
      ? subject.model.charged(orderId, { id, amount, at })
      : subject.model.orderPaid(order, { id, amount, at }, fact.isCardSaved);
    this.count(fact.isCharge ? 'charges' : 'payments of orders');
    if (!isKept) this.count('returned payments');
    const outcome = isKept ? '' : ', which must be returned';
    this.note(subject, `${provider}:${id} takes ${String(amount)}${outcome}`);
  }

  /** Plans how and when YooKassa finishes a charge. */
  private planEnd(subject: Subject, { id, outUntil }: PaymentFact): void {
    const { random } = subject;
    this.count('charges that are out');
    this.note(subject, `yooKassa:${id} is out until ${new Date(outUntil).toISOString()}`);
    const fate = random.next();
    // The rest stays pending for good, or is canceled when its hold expires.
    if (fate > 0.8) return;
    const finishAt = this.now + random.between(1, fate < 0.5 ? 3 : 20) * TICK;
    this.openCharges.push({ id, finishAt, reason: fate < 0.6 ? null : 'insufficient_funds' });
  }

  /** Checks that a charge was allowed at its time. */
  private checkAttempt(subject: Subject, { provider, orderId, at, amount }: PaymentFact): void {
    const { model } = subject;
    const { renewal } = model;
    const realAt = at - this.skew[provider];
    if (amount !== MONTH_KOPECKS) this.fail(subject, `a charge of ${String(amount)} kopecks`);
    if (renewal === null || renewal.orderId !== orderId) {
      this.fail(subject, 'a charge without a renewal');
      return;
    }
    if (provider !== 'yooKassa') return;
    if (renewal.nextAttemptAt === null) this.fail(subject, 'an attempt after the last attempt');
    else if (realAt < renewal.nextAttemptAt) this.fail(subject, 'a charge before its date');
    if (!this.isAllowed(subject, renewal, realAt))
      this.fail(subject, 'a charge without the email that it needs');
  }

  /** Returns whether the mail server had accepted the email that the next attempt needs. */
  private isAllowed({ announcements, declineEmails }: Subject, renewal: Renewal, at: number): boolean {
    const { attempts, dueAt, postponedTo, nextAttemptAt } = renewal;
    if (attempts > 0 && nextAttemptAt !== postponedTo) return declineEmails.some((sentAt) => sentAt >= dueAt);
    const day = moscowDay(postponedTo ?? dueAt);
    return announcements.some((announced) => announced.day === day && announced.at <= at - ANNOUNCED_BEFORE);
  }

  /** Lets the models postpone charges as the server does when its jobs run. */
  private followJobs(): void {
    if (!this.world.server.isOn) return;
    for (const subject of this.subjects) {
      if (subject.isDifferent) continue;
      // The charge date of a card provider that is gone stays.
      if (this.world.gone.has(subject.model.renewal?.provider ?? 'yooKassa')) continue;
      const isMissing = subject.model.jobsRan(this.now, (renewal) =>
        this.isAllowed(subject, renewal, this.now),
      );
      if (isMissing && !this.isUnsettled)
        this.fail(subject, 'a charge that is due and announced was not attempted');
    }
  }

  // --- the comparison

  private async compare(): Promise<void> {
    if (this.isUnsettled) return;
    const now = new Date(this.now);
    const ids = this.subjects.map(({ customer }) => customer.id);
    const views = await readSubscriptions(this.db, ids, now);
    const rows = new Map(
      (
        await this.db
          .select()
          .from(subscriptions)
          .where(inArray(subscriptions.accountId, [...ids, 0]))
      ).map((row) => [row.accountId, row]),
    );
    const money = await this.moneyAtProviders();
    for (const subject of this.subjects) {
      if (subject.isDifferent) continue;
      const { model, customer } = subject;
      const view = views.get(customer.id);
      const row = rows.get(customer.id);
      const status = model.statusAt(this.now);
      // The next run of the jobs postpones the charge. Real servers run the jobs every few seconds.
      if (model.renewal !== null && (model.graceEnd ?? 0) <= this.now) continue;
      this.expectSame(subject, 'the status', view?.status, status);
      const hasAccess = status === 'ACTIVE' || status === 'CANCELED' || status === 'GIFTED';
      this.expectSame(subject, 'access', view?.isActive, hasAccess);
      const iso = (at: number | null | undefined): string =>
        at === null || at === undefined ? 'never' : new Date(Math.floor(at / 1000) * 1000).toISOString();
      this.expectSame(subject, 'the end of access', iso(row?.accessUntil?.getTime()), iso(model.accessEnd));
      this.expectSame(subject, 'the saved card', (view?.cardMask ?? null) !== null, model.hasCard);
      const { renewal } = model;
      const next = renewal?.nextAttemptAt ?? null;
      if (next !== null && (renewal?.provider === 'yooKassa' || renewal?.attempts === 0))
        this.expectSame(subject, 'the next charge', iso(row?.nextChargeAt?.getTime()), iso(next));
      this.expectSame(subject, 'the money kept', view?.totalPaidKopecks ?? 0, model.kept);
      for (const [id, payment] of this.world.gone.size > 0 ? [] : model.payments) {
        const atProvider = money.get(id);
        this.expectSame(subject, `the returned money of ${id}`, atProvider, payment.returned);
      }
    }
    await this.compareIssues();
  }

  /** Checks that staff see exactly the payments that need attention. */
  private async compareIssues(): Promise<void> {
    const issues = await this.db.select().from(paymentIssues).where(isNull(paymentIssues.outcome));
    const open = new Set(
      [...this.known].flatMap(([key, state]) => (state === 'open' ? [key.replace('yooKassa:', '')] : [])),
    );
    for (const id of open)
      if (issues.every(({ transactionId }) => transactionId !== id))
        throw new Error(`staff do not see the charge ${id}, which is out`);
    for (const { transactionId, accountId, question, reason } of issues) {
      const subject = this.subjects.find(({ customer }) => customer.id === accountId);
      const payment = subject?.model.payments.get(transactionId ?? '');
      if (transactionId !== null && (open.has(transactionId) || payment?.isKept === false)) continue;
      const what = `a payment issue ${question}: ${reason}`;
      if (subject === undefined) throw new Error(what);
      this.fail(subject, what);
    }
  }

  /** Returns the returned amount of each payment at the card providers. A released hold is returned in full. */
  private async moneyAtProviders(): Promise<Map<string, number>> {
    const own = await this.db.select().from(yooKassaPayments);
    const scheduled = await this.db.select().from(sandboxPayments);
    return new Map([
      ...own.map((row): [string, number] => [
        row.id,
        row.status === 'canceled' ? row.amountKopecks : row.refundedKopecks,
      ]),
      ...scheduled.map((row): [string, number] => [String(row.id), row.refundedKopecks]),
    ]);
  }
}

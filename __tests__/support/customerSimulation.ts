/**
 * Simulates customers on the real server. Customers and staff act at random. Notifications of the card provider are late,
 * duplicated or lost, and the network loses requests and responses. The server is restarted several times. Each customer
 * has a model (`lifecycleModel.ts`) that is given the real events at the provider. The product must reach the same state
 * as the customer's model.
 */
import { asc, eq, gt, inArray, min, sql } from 'drizzle-orm';
import {
  EMAIL_KEYS,
  emailMessageKey,
  reportKey,
  type ReportName,
} from '../../src/server/domain/billing/ledgerEvents';
import { Rejection } from '../../src/server/domain/rejection';
import { type Mailer, MailServerFailed } from '../../src/server/ports/mailer';
import {
  sandboxNotifications,
  sandboxPayments,
  sandboxRecurringPayments,
} from '../../src/server/sandbox/schema/cards';
import { findAccountByEmail } from '../../src/server/store/accounts';
import type { Database } from '../../src/server/store/database';
import { outbox } from '../../src/server/store/schema/outbox';
import { ledgerEvents, paymentEvents, subscriptions } from '../../src/server/store/schema/subscriptions';
import { findStaffAccount, insertStaffAccount } from '../../src/server/store/staff';
import { type Analytics, readAnalytics } from '../../src/server/usecases/billing/analytics/readAnalytics';
import { readState } from '../../src/server/usecases/billing/ledger/change';
import { refundPayment } from '../../src/server/usecases/billing/refunds/refundPayment';
import {
  readSubscription,
  readSubscriptions,
} from '../../src/server/usecases/billing/subscriptions/readSubscription';
import { createGift } from '../../src/server/usecases/gifts/gifts';
import { nextJobDueAt } from '../../src/server/workers/jobs/startJobs';
import type { Order } from '../../src/shared/contract/shop';
import { addToDay } from '../../src/shared/moscowDays';
import { CARDS, payOrder } from './cardPayer';
import { LifecycleModel } from './lifecycleModel';
import { MONTH_KOPECKS, trialLengthOf } from './offer';
import { PROVIDER } from './paymentEvents';
import { dateInMoscow } from './rawFigures';
import { type Loss, type SandboxServer, startSandboxServer } from './sandboxServer';
import type { SeededRandom } from './seededRandom';
import { settableClock } from './settableClock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * Times of day in UTC at which customers act: noon in Moscow, and midnight in Moscow, which is still the previous day in
 * UTC.
 */
const AWAKE_AT = [9 * HOUR, 21 * HOUR] as const;
const PRICE = MONTH_KOPECKS;

/**
 * Maximum time by which the card provider's due date can precede the product's due date at the end of a month, in ms.
 */
const EARLY = 4 * DAY;

const NO_FIGURES = {
  firstPayments: 0,
  surplus: 0,
  campaigns: 0,
  charges: 0,
  /**
   * Charges that the card provider made up to three days before the product's due date. The product accepts such charges.
   */
  earlyCharges: 0,
  declined: 0,
  permanentlyFailed: 0,
  cancelled: 0,
  cancelledThere: 0,
  cardsRemoved: 0,
  gifts: 0,
  refunds: 0,
  refundsThere: 0,
  notifications: 0,
  neverArrived: 0,
  sentAgain: 0,
  lostOnTheWay: 0,
  restarts: 0,
  emails: 0,
  comparisons: 0,
};

/** Number of occurrences of each kind of event in a simulation. */
export type SimulationFigures = typeof NO_FIGURES;

/** Number of emails that must be sent, by the prefix of the email's key. */
interface EmailsDue {
  gifts: number;
  cancels: number;
  cardsRemoved: number;
}

interface Citizen {
  email: string;
  id: number;
  model: LifecycleModel;
  /** Order of the last payment that granted access. */
  currentOrder: string | null;
  wasCovered: boolean;
  /** Payments that granted access, and the returned amount of each payment that was refunded or charged back. */
  bought: Set<string>;
  takenBack: Map<string, number>;
  due: EmailsDue;
}

interface KnownOrder {
  citizen: Citizen;
  kind: Order['kind'];
  startAt: number;
  openedAt: number;
  /** Moment after which nothing may be charged for the order. */
  closedAt: number | null;
}

type PaymentRow = typeof sandboxPayments.$inferSelect;

const hasCome = ({ status }: PaymentRow): boolean => ['completed', 'refunded'].includes(status);

export class CustomerSimulation {
  readonly figures: SimulationFigures = { ...NO_FIGURES };
  private readonly machineClock = settableClock('2027-01-01T00:00:00.000Z');
  private readonly citizens: Citizen[] = [];
  private readonly orders = new Map<string, KnownOrder>();
  private readonly handedOver = new Map<string, number>();
  private readonly mayRepeat = new Set<string>();
  private readonly knownKeys = new Set<string>();
  private lastKey = 0;
  private lastPayment = 0;
  private lastWord = 0;
  private isCalm = false;
  private staff = { staffId: 0, username: 'senior', ip: '127.0.0.1', requestId: 'test' };
  private running: SandboxServer | null = null;

  constructor(
    private readonly db: Database,
    private readonly random: SeededRandom,
  ) {}

  /**
   * Simulates `citizens` customers for `days` days. Throws at the first difference between the product and the customers'
   * models.
   */
  async live(citizens: number, days: number): Promise<void> {
    await this.restart();
    await this.settle(citizens);
    for (let day = 0; day < days; day += 1) {
      await this.liveDay();
      await this.compare(day);
    }
    await this.comeToRest();
  }

  /** Returns all events that the product recorded about a customer, for analyzing a failure. */
  async readHistory(email: string): Promise<string[]> {
    const citizen = this.citizens.find((known) => known.email === email);
    const events = await this.db
      .select()
      .from(ledgerEvents)
      .where(eq(ledgerEvents.accountId, citizen?.id ?? 0))
      .orderBy(asc(ledgerEvents.at), asc(ledgerEvents.id));
    return events.map(({ at, recordedAt, data }) =>
      [at.toISOString(), recordedAt.toISOString(), JSON.stringify(data)].join(' '),
    );
  }

  // --- the server

  private get server(): SandboxServer {
    if (this.running === null) throw new Error('the server was not started');
    return this.running;
  }

  /** Restarts the server on the same database. Half of the restarts leave requests of the old server pending. */
  private async restart(): Promise<void> {
    this.failOnErrors();
    if (this.running !== null && this.random.chance(0.5)) await this.running.settled();
    this.running = await startSandboxServer(this.db, this.machineClock, { lose: (path) => this.lose(path) });
    this.running.deps.mailer = this.unreliable(this.running.deps.mailer);
    this.figures.restarts += 1;
  }

  /** Throws if the server logged an error that the simulation did not cause on purpose. */
  private failOnErrors(): void {
    const meant = ['a payment buys nothing and goes back'];
    const other = this.running?.errors.find(({ message }) => !meant.includes(message));
    if (other !== undefined) throw new Error(`${other.message} ${JSON.stringify(other.details)}`);
  }

  private lose(path: string): Loss {
    if (this.isCalm || !(path.startsWith('/api/webhooks/') || path.startsWith('/sandbox/card/api/')))
      return null;
    const fate = this.random.next();
    if (fate >= 0.06) return null;
    this.figures.lostOnTheWay += 1;
    return fate < 0.03 ? 'request' : 'answer';
  }

  private unreliable(mailer: Mailer): Mailer {
    return {
      send: async (emailMessage, key) => {
        const fate = this.isCalm ? 1 : this.random.next();
        if (fate < 0.03) throw new MailServerFailed('the mail server does not respond');
        await mailer.send(emailMessage, key);
        this.handedOver.set(key, (this.handedOver.get(key) ?? 0) + 1);
        if (fate >= 0.05) return;
        this.mayRepeat.add(key);
        throw new Error('the mail server accepted the email but did not respond');
      },
    };
  }

  private get now(): number {
    return this.server.deps.clock.now().getTime();
  }

  private at(): string {
    return new Date(this.now).toISOString();
  }

  /**
   * Advances the clock to a moment. All events that are due by this moment happen at this moment, because stopping at
   * each due second of a year would take minutes.
   */
  private async advanceTo(moment: number): Promise<void> {
    const isIdle = await this.isNothingDueBy(moment);
    this.machineClock.advance(Math.max(0, moment - this.now));
    // The product queries the refunds of the provider's dashboard every hour, even if no event is due.
    if (isIdle && !this.isCalm) return;
    const { status } = await this.server.post('/sandbox/api/clock', { advance: 'PT0S' });
    if (status !== 200) throw new Error(`the clock request failed with status ${status}`);
    await this.server.settled();
    await this.learn();
  }

  private async isNothingDueBy(moment: number): Promise<boolean> {
    const [charge] = await this.db
      .select({ at: min(sandboxRecurringPayments.nextAt) })
      .from(sandboxRecurringPayments)
      .where(inArray(sandboxRecurringPayments.status, ['Active', 'PastDue']));
    const [word] = await this.db
      .select({ at: min(sandboxNotifications.dueAt) })
      .from(sandboxNotifications)
      .where(eq(sandboxNotifications.state, 'pending'));
    const dates = [charge?.at ?? null, word?.at ?? null, await nextJobDueAt(this.db)];
    return dates.every((at) => at === null || at.getTime() > moment);
  }

  private async call<ResponseBody>(path: string, body: object, token?: string): Promise<ResponseBody> {
    const response = await this.server.fetch(`/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 200)
      throw new Error(`${path} failed with status ${response.status} at ${this.at()}`);
    return (await response.json()) as ResponseBody;
  }

  private async callProvider(path: string, body: object): Promise<boolean> {
    const { publicTerminalId, apiSecret } = this.server.sandbox.cardProvider;
    const response = await this.server.fetch(`/sandbox/card/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(`${publicTerminalId}:${apiSecret}`).toString('base64')}`,
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { Success: boolean }).Success;
  }

  // --- a day

  private async settle(citizens: number): Promise<void> {
    const { deps } = this.server;
    const { username } = this.staff;
    await insertStaffAccount(this.db, {
      username,
      passwordHash: 'none',
      role: 'senior',
      createdAt: deps.clock.now(),
    });
    this.staff.staffId = (await findStaffAccount(this.db, username))?.id ?? 0;
    for (let index = 0; index < citizens; index += 1) {
      const email = `citizen${index}@example.org`;
      await this.signIn(email);
      const account = await findAccountByEmail(this.db, email);
      if (account === null) throw new Error('the account was not found');
      this.citizens.push({
        email,
        id: account.id,
        model: new LifecycleModel(true),
        currentOrder: null,
        wasCovered: false,
        bought: new Set(),
        takenBack: new Map(),
        due: { gifts: 0, cancels: 0, cardsRemoved: 0 },
      });
    }
  }

  private async signIn(email: string): Promise<string> {
    const { body } = await this.server.post('/sandbox/api/sessions', { email });
    return (body as { accessToken: string }).accessToken;
  }

  private async liveDay(): Promise<void> {
    const { random } = this;
    const day = Math.floor(this.now / DAY) * DAY + DAY;
    const morning = day + AWAKE_AT[random.between(0, 1)]!;
    const plans: { order: number; run: () => Promise<void> }[] = [];
    const sometimes = (share: number, run: () => Promise<void>): void => {
      if (random.chance(share)) plans.push({ order: random.next(), run });
    };
    for (const citizen of this.citizens) {
      const isOn = citizen.model.recurring;
      sometimes(isOn ? 0 : 0.12, () => this.buy(citizen));
      sometimes(isOn ? 0.003 : 0.02, () => this.buyCampaign(citizen));
      sometimes(isOn ? 0.012 : 0, () => this.cancel(citizen));
      sometimes(isOn ? 0.007 : 0, () => this.cancelThere(citizen));
      sometimes(isOn ? 0.007 : 0.002, () => this.removeCard(citizen));
      sometimes(isOn ? 0.007 : 0, () => this.refund(citizen));
      sometimes(isOn ? 0.005 : 0, () => this.refundThere(citizen));
      sometimes(isOn ? 0.015 : 0, () => this.failNext(citizen));
      sometimes(0.006, () => this.give(citizen));
    }
    sometimes(0.05, () => this.restart());
    // The provider also charges at noon on days on which customers act at midnight. Otherwise a declined charge would be
    // retried only every second day, and access would end before the last retry.
    const noon = day + AWAKE_AT[0] + 2 * HOUR;
    if (noon < morning) await this.advanceTo(noon);
    // Recurring payments are due at about the same time every day, so the charges run either before or after the
    // customers' actions.
    if (random.chance(0.5)) await this.advanceTo(morning);
    else this.machineClock.advance(morning - this.now);
    for (const { run } of plans.sort((a, b) => a.order - b.order)) {
      this.machineClock.advance(random.between(1000, 2999));
      if (random.chance(0.5)) await this.setFate();
      await run();
      await this.server.settled();
      await this.learn();
    }
    for (const later of [MINUTE / 2, 3 * MINUTE, 2 * HOUR]) await this.advanceTo(morning + later);
    this.failOnErrors();
  }

  /** Decides whether the provider's notifications are delayed, duplicated or lost until the next event. */
  private async setFate(): Promise<void> {
    const { random } = this;
    const fate = random.next();
    await this.server.post('/sandbox/api/notifications', {
      drop: fate < 0.12,
      copies: fate > 0.85 ? random.between(2, 3) : 1,
      delayMs: fate > 0.12 && fate < 0.3 ? random.between(1, 24 * 3600) * 1000 : 0,
    });
  }

  private async buy(citizen: Citizen): Promise<void> {
    const token = await this.signIn(citizen.email);
    const { order } = await this.call<{ order: Order | null }>('shop/getShop', {}, token);
    if (order !== null) await this.pay(citizen, order);
  }

  private async buyCampaign(citizen: Citizen): Promise<void> {
    this.figures.campaigns += 1;
    const { order } = await this.call<{ order: Order }>('shop/getCampaignOrder', { partner: 'simulation' });
    await this.pay(citizen, order);
  }

  private async pay(citizen: Citizen, order: Order): Promise<void> {
    const { random } = this;
    this.orders.set(order.id, {
      citizen,
      kind: order.kind,
      startAt: Date.parse(order.recurringPayment.startDate),
      openedAt: this.now,
      closedAt: null,
    });
    for (let tries = 0; tries < 2; tries += 1) {
      const fate = random.next();
      const card =
        fate < 0.1 ? CARDS.declined : fate < 0.25 ? CARDS.onlyFirst : fate < 0.5 ? CARDS.secure : CARDS.plain;
      const { status } = await payOrder(this.server, order, card, {
        passThreeDs: random.chance(0.9),
        changes: { email: citizen.email },
      });
      if (status === 'success') return;
    }
  }

  private view(citizen: Citizen) {
    return readSubscription(this.db, citizen.id, new Date(this.now));
  }

  private close(citizen: Citizen): void {
    for (const order of this.orders.values())
      if (order.citizen === citizen && order.closedAt === null) order.closedAt = this.now;
  }

  private async cancel(citizen: Citizen): Promise<void> {
    if (!(await this.view(citizen)).recurring) return;
    const { email } = citizen;
    await this.call('subscriptions/cancel', { email }, await this.signIn(email));
    this.figures.cancelled += 1;
    this.close(citizen);
    citizen.model.stop();
    citizen.due.cancels += 1;
  }

  private async removeCard(citizen: Citizen): Promise<void> {
    if ((await this.view(citizen)).cardMask === null) return;
    await this.call('subscriptions/removeCard', {}, await this.signIn(citizen.email));
    this.figures.cardsRemoved += 1;
    this.close(citizen);
    citizen.model.removeCard();
    citizen.due.cardsRemoved += 1;
  }

  private async give(citizen: Citizen): Promise<void> {
    const months = this.random.between(1, 3);
    const { activationKey: key } = await createGift(this.server.deps, this.staff, { months });
    const gift = await this.call<{ success: boolean }>(
      'activateGift',
      { key },
      await this.signIn(citizen.email),
    );
    if (!gift.success) throw new Error('a gift was not activated');
    this.figures.gifts += 1;
    citizen.model.give(this.now, key, months);
    citizen.due.gifts += 1;
  }

  private async refund(citizen: Citizen): Promise<void> {
    const isPart = this.random.chance(0.4);
    const asked = { accountId: citizen.id, reason: 'other' as const, comment: '', requestKey: null };
    try {
      const { payments } = await refundPayment(this.server.deps, this.staff, {
        ...asked,
        transactionIds: [],
        amountKopecks: isPart ? 100 : 'all',
      });
      const { transactionId = '', amountKopecks = 0 } = payments[0] ?? {};
      this.figures.refunds += 1;
      this.close(citizen);
      citizen.model.takeBack(this.now, transactionId, amountKopecks);
      citizen.takenBack.set(transactionId, amountKopecks);
      if (amountKopecks === 0) citizen.due.cancels += 1;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }

  private async readPayments(orderId: string): Promise<PaymentRow[]> {
    return this.db
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.invoiceId, orderId))
      .orderBy(asc(sandboxPayments.id));
  }

  /** Refunds the whole last payment in the provider's dashboard. */
  private async refundThere(citizen: Citizen): Promise<void> {
    const { currentOrder } = citizen;
    if (currentOrder === null || this.orders.get(currentOrder)?.closedAt !== null) return;
    const last = (await this.readPayments(currentOrder))
      .filter((row) => row.operation === 'Payment' && hasCome(row))
      .at(-1);
    const isTrial = last?.role === 'first' && this.orders.get(currentOrder)?.kind === 'trial';
    if (last === undefined || isTrial || last.refundedKopecks > 0 || !citizen.bought.has(String(last.id)))
      return;
    const isDone = await this.callProvider('payments/refund', {
      TransactionId: last.id,
      Amount: last.amountKopecks / 100,
    });
    if (!isDone) throw new Error('the refund at the provider failed');
    const refund = (await this.readPayments(currentOrder))
      .filter(({ operation }) => operation === 'Refund')
      .at(-1);
    if (refund === undefined) throw new Error('the provider has not recorded the refund');
    this.figures.refundsThere += 1;
    citizen.model.takeBack(refund.createdAt.getTime(), String(last.id), last.amountKopecks);
    citizen.takenBack.set(String(last.id), last.amountKopecks);
  }

  private async readRecurringPayment(citizen: Citizen) {
    const rows =
      citizen.currentOrder === null
        ? []
        : await this.db
            .select()
            .from(sandboxRecurringPayments)
            .where(eq(sandboxRecurringPayments.invoiceId, citizen.currentOrder));
    return rows.find(({ status }) => status === 'Active' || status === 'PastDue') ?? null;
  }

  private async cancelThere(citizen: Citizen): Promise<void> {
    const recurringPayment = await this.readRecurringPayment(citizen);
    if (recurringPayment === null) return;
    if (await this.callProvider('subscriptions/cancel', { Id: recurringPayment.id }))
      this.figures.cancelledThere += 1;
  }

  private async failNext(citizen: Citizen): Promise<void> {
    const recurringPayment = await this.readRecurringPayment(citizen);
    if (recurringPayment === null || recurringPayment.invoiceId === null) return;
    const [first] = await this.readPayments(recurringPayment.invoiceId);
    const payment = (await this.readPayments(recurringPayment.invoiceId)).find(
      ({ recurringPaymentId }) => recurringPaymentId === recurringPayment.id,
    );
    await this.server.post(`/sandbox/api/payments/${String(payment?.id ?? first?.id)}/failNext`);
  }

  // --- the real events

  /**
   * Passes to the models the card provider's real events, and the moments at which the product was notified that the
   * provider ended a recurring payment.
   */
  private async learn(): Promise<void> {
    const payments = await this.db
      .select()
      .from(sandboxPayments)
      .where(gt(sandboxPayments.id, this.lastPayment))
      .orderBy(asc(sandboxPayments.id));
    const words = await this.db
      .select()
      .from(paymentEvents)
      .where(gt(paymentEvents.id, this.lastWord))
      .orderBy(asc(paymentEvents.id));
    const happened = [
      ...payments.map((row) => ({
        at: row.createdAt.getTime(),
        rank: 0,
        notify: () => this.learnPayment(row),
      })),
      ...words.map((row) => ({
        at: row.receivedAt.getTime(),
        rank: 1,
        notify: () => {
          if (row.kind === 'recurringPayment' && row.orderId !== null)
            this.learnWord(row.orderId, row.payload);
        },
      })),
    ];
    for (const { notify } of happened.sort((a, b) => a.at - b.at || a.rank - b.rank)) notify();
    this.lastPayment = payments.at(-1)?.id ?? this.lastPayment;
    this.lastWord = words.at(-1)?.id ?? this.lastWord;
  }

  private learnPayment(row: PaymentRow): void {
    if (row.operation !== 'Payment') return;
    if (row.status === 'declined') {
      this.figures.declined += 1;
      return;
    }
    if (!hasCome(row)) throw new Error(`unexpected payment status ${row.status}`);
    const id = String(row.id);
    const order = this.orders.get(row.invoiceId ?? '');
    if (order === undefined) throw new Error('the order of a payment is unknown');
    const { citizen } = order;
    const { model } = citizen;
    const at = row.createdAt.getTime();
    let isBought: boolean;
    if (row.role === 'first') {
      this.figures.firstPayments += 1;
      isBought = model.pay(Math.max(at, order.openedAt), {
        id,
        kind: order.kind,
        trialDays: trialLengthOf(order.kind),
        price: order.kind === 'trial' ? 0 : row.amountKopecks,
        start: order.startAt,
      });
      if (isBought) citizen.currentOrder = row.invoiceId;
    } else {
      this.figures.charges += 1;
      if (order.closedAt !== null && at > order.closedAt)
        throw new Error(
          `${citizen.email} was charged after the end of the subscription at ${row.createdAt.toISOString()}`,
        );
      if (row.amountKopecks !== PRICE) throw new Error(`unexpected charge of ${row.amountKopecks} kopecks`);
      if (model.recurring && model.next > at + EARLY)
        throw new Error(`${citizen.email} was charged twice at ${row.createdAt.toISOString()}`);
      if (model.recurring && model.next > at + DAY / 2) this.figures.earlyCharges += 1;
      isBought = citizen.currentOrder === row.invoiceId && model.charge(at, id, PRICE);
    }
    if (isBought) citizen.bought.add(id);
    else this.figures.surplus += 1;
  }

  private learnWord(orderId: string, payload: unknown): void {
    const { state } = payload as { state: string };
    const citizen = this.orders.get(orderId)?.citizen;
    if (citizen === undefined || citizen.currentOrder !== orderId) return;
    if (!['cancelled', 'rejected', 'expired'].includes(state) || !citizen.model.recurring) return;
    if (state === 'cancelled') citizen.due.cancels += 1;
    else this.figures.permanentlyFailed += 1;
    if (state === 'rejected') citizen.model.stopUnpaid(this.now);
    else citizen.model.stop();
  }

  // --- the comparison

  private expectSame(citizen: Citizen, what: string, product: unknown, model: unknown): void {
    if (product !== model) {
      const found = `${what} is ${String(product)}, and should be ${String(model)}`;
      throw new Error(`${citizen.email} at ${this.at()}: ${found}`);
    }
  }

  private async compare(day: number): Promise<void> {
    const now = new Date(this.now);
    const ids = this.citizens.map(({ id }) => id);
    const views = await readSubscriptions(this.db, ids, now);
    const rows = new Map((await this.db.select().from(subscriptions)).map((row) => [row.accountId, row]));
    const keys = await this.db
      .select({ id: ledgerEvents.id, key: ledgerEvents.eventKey })
      .from(ledgerEvents)
      .where(gt(ledgerEvents.id, this.lastKey))
      .orderBy(asc(ledgerEvents.id));
    for (const { key } of keys) this.knownKeys.add(key);
    this.lastKey = keys.at(-1)?.id ?? this.lastKey;
    const money = await this.db.select().from(sandboxPayments);
    const recurringPayments = await this.db.select().from(sandboxRecurringPayments);
    const waiting = await this.db
      .select({ payload: outbox.payload, kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.state, 'pending'));
    const busy = new Set(
      waiting.flatMap(({ kind, payload }) =>
        kind === 'provider' ? [(payload as { accountId: number }).accountId] : [],
      ),
    );
    for (const [place, citizen] of this.citizens.entries()) {
      const { model } = citizen;
      const view = views.get(citizen.id);
      if (view === undefined) throw new Error('an account is missing');
      const covered = model.covers(this.now);
      if (citizen.wasCovered && covered && !view.isActive)
        throw new Error(`${citizen.email}: a gap in paid access at ${this.at()}`);
      citizen.wasCovered = covered && view.isActive;
      const own = money.filter(({ invoiceId }) => this.orders.get(invoiceId ?? '')?.citizen === citizen);
      if (busy.has(citizen.id) || !own.every((row) => this.isHeardOf(row))) continue;
      this.figures.comparisons += 1;
      this.expectSame(citizen, 'the status', view.status, model.statusAt(this.now));
      this.expectSame(citizen, 'access', view.isActive, covered);
      const row = rows.get(citizen.id);
      this.expectSame(citizen, 'the end', toSecond(row?.accessUntil?.getTime()), toSecond(model.accessEnd));
      this.expectSame(citizen, 'a stored card', view.cardMask !== null, model.hasCard);
      this.expectSame(citizen, 'the money kept', view.totalPaidKopecks, model.kept);
      const net = own.reduce((sum, payment) => sum + computeNet(payment), 0);
      this.expectSame(citizen, 'the money at the provider', net, model.kept);
      const live = recurringPayments.filter(
        ({ invoiceId, status }) =>
          this.orders.get(invoiceId ?? '')?.citizen === citizen &&
          (status === 'Active' || status === 'PastDue'),
      );
      if (live.length > 1)
        throw new Error(`${citizen.email}: two recurring payments may charge at ${this.at()}`);
      if (live.length === 1 && !model.recurring)
        throw new Error(`${citizen.email}: a recurring payment that is over may charge at ${this.at()}`);
      if (model.recurring && place % 10 === day % 10) {
        const { agreement } = (await readState(this.db, citizen.id)).state;
        this.expectSame(citizen, 'the next charge', agreement?.nextChargeAt.getTime(), model.next);
      }
    }
  }

  /** Returns whether the product has recorded everything that happened to a payment at the card provider. */
  private isHeardOf(row: PaymentRow): boolean {
    const id = String(row.id);
    const knows = (report: ReportName) => this.knownKeys.has(reportKey(PROVIDER, report));
    if (row.operation === 'Refund') return knows({ kind: 'refunded', refundId: id });
    if (!hasCome(row)) return true;
    return knows({ kind: 'paid', transactionId: id });
  }

  // --- the end

  /**
   * Stops losing notifications and requests. Within three days all events must be reported to the product, all commands
   * to the card provider done and all emails sent.
   */
  private async comeToRest(): Promise<void> {
    this.isCalm = true;
    await this.server.post('/sandbox/api/notifications', {});
    const before = this.figures.comparisons;
    for (let day = 0; day < 3; day += 1) await this.advanceTo(this.now + DAY);
    for (let minutes = 0; minutes < 3; minutes += 1) await this.advanceTo(this.now + 5 * MINUTE);
    await this.compare(0);
    if (this.figures.comparisons !== before + this.citizens.length)
      throw new Error(`some work was not completed: ${await this.unsettled()}`);
    await this.compareLedger();
    await this.compareAnalytics();
    await this.compareEmails();
    this.failOnErrors();
    const told = await this.db.select().from(sandboxNotifications);
    this.figures.notifications = told.length;
    this.figures.neverArrived = told.filter(({ state }) => state === 'dropped').length;
    this.figures.sentAgain = told.filter(({ attempts }) => attempts > 1).length;
  }

  /** Describes the pending outbox entries, and the provider's events that the product has not received. */
  private async unsettled(): Promise<string> {
    const waiting = await this.db
      .select({ key: outbox.dedupeKey, lastError: outbox.lastError })
      .from(outbox)
      .where(eq(outbox.state, 'pending'));
    const money = await this.db.select().from(sandboxPayments);
    const unheard = money
      .filter((row) => !this.isHeardOf(row))
      .map(({ id, operation }) => `${operation} ${id}`);
    return [...waiting.map(({ key, lastError }) => `${key}: ${lastError ?? 'no try'}`), ...unheard].join(
      '; ',
    );
  }

  /** Checks for each customer that the sums of the product's ledger equal the sums at the provider. */
  private async compareLedger(): Promise<void> {
    const events = await this.db.select().from(ledgerEvents).orderBy(asc(ledgerEvents.id));
    const money = await this.db.select().from(sandboxPayments);
    for (const citizen of this.citizens) {
      const own = events.filter(({ accountId }) => accountId === citizen.id);
      const paid = new Map<string, number>();
      let sum = 0;
      for (const { data } of own) {
        if (data.kind !== 'paymentSucceeded') continue;
        paid.set(data.transactionId, data.amountKopecks);
        sum += data.amountKopecks;
      }
      for (const { data } of own) {
        if (data.kind === 'refunded') sum -= data.amountKopecks;
        if (data.kind === 'voided') sum -= paid.get(data.transactionId) ?? 0;
      }
      const net = money
        .filter(({ invoiceId }) => this.orders.get(invoiceId ?? '')?.citizen === citizen)
        .reduce((total, payment) => total + computeNet(payment), 0);
      this.expectSame(citizen, 'the sum of the ledger', sum, net);
    }
  }

  /**
   * Checks that the owner's metrics match the provider's charges and refunds of each day, and the subscription status of
   * all customers.
   */
  private async compareAnalytics(): Promise<void> {
    const money = await this.db.select().from(sandboxPayments);
    const gifts = await this.db.execute<{ used: number }>(
      sql`select count(*)::int as used from gifts where activated_at is not null`,
    );
    const first = dateInMoscow(Date.UTC(2027, 0, 1));
    const last = dateInMoscow(this.now);
    const numbers: Analytics[] = [];
    for (let from = first; from <= last; from = addToDay(from, 300))
      numbers.push(await readAnalytics(this.server.deps, { from, to: addToDay(from, 299) }));
    const days = numbers.flatMap((part) => part.steps);
    const netOn = new Map<string, number>();
    for (const row of money) {
      const day = dateInMoscow(row.createdAt);
      netOn.set(day, (netOn.get(day) ?? 0) + computeNet(row));
    }
    for (const { from: day, sales, checks, rejected } of days) {
      const shown = [sales, checks, rejected].reduce(
        (sum, { paid, refunded, chargedBack }) => sum + paid.kopecks - refunded.kopecks - chargedBack.kopecks,
        0,
      );
      if (shown !== (netOn.get(day) ?? 0))
        throw new Error(
          `the metrics of ${day} are ${String(shown)}, and should be ${String(netOn.get(day))}`,
        );
    }
    const views = await readSubscriptions(
      this.db,
      this.citizens.map(({ id }) => id),
      new Date(this.now),
    );
    const active = [...views.values()].filter(({ status }) => status === 'ACTIVE').length;
    const used = numbers.reduce((sum, { total }) => sum + total.giftsUsed, 0);
    if (days.at(-1)?.active !== active) throw new Error('the metrics show a different number of subscribers');
    if (used !== gifts.rows[0]?.used) throw new Error('the metrics show a different number of gifts');
  }

  /** Checks that each email that an event requires was sent once. */
  private async compareEmails(): Promise<void> {
    const emails = (await this.db.select().from(outbox)).filter(({ kind }) => kind === 'email');
    this.figures.emails = emails.filter(({ state }) => state === 'delivered').length;
    for (const { dedupeKey, state, lastError } of emails) {
      const times = this.handedOver.get(dedupeKey) ?? 0;
      const isOnce = times === (state === 'delivered' ? 1 : 0);
      if (state === 'pending' || state === 'failed' || (!isOnce && !this.mayRepeat.has(dedupeKey)))
        throw new Error(`${dedupeKey} is ${state}, ${times} times: ${lastError ?? ''}`);
    }
    const sent = emails.filter(({ state }) => state === 'delivered').map(({ dedupeKey }) => dedupeKey);
    for (const citizen of this.citizens) {
      const count = (key: string): number =>
        sent.filter((name) => name.startsWith(`email:${citizen.id}:${key}:`)).length;
      const { gifts, cancels, cardsRemoved } = citizen.due;
      this.expectSame(citizen, 'emails about gifts', count('gift'), gifts);
      this.expectSame(citizen, 'emails about cancels', count('cancelled'), cancels);
      this.expectSame(citizen, 'emails about removed cards', count('cardRemoved'), cardsRemoved);
      for (const id of citizen.bought) {
        const isKept = !citizen.takenBack.has(id);
        const exact = sent.filter(
          (name) => name === emailMessageKey(citizen.id, EMAIL_KEYS.payment(PROVIDER, id)),
        ).length;
        if (isKept) this.expectSame(citizen, `emails about payment ${id}`, exact, 1);
      }
      for (const [id, amount] of citizen.takenBack)
        this.expectSame(
          citizen,
          `emails about the return of ${id}`,
          count(`returned:${PROVIDER}:${id}`),
          amount > 0 ? 1 : 0,
        );
    }
  }
}

function computeNet({ operation, status, amountKopecks }: PaymentRow): number {
  if (operation === 'Refund') return -amountKopecks;
  return status === 'completed' || status === 'refunded' ? amountKopecks : 0;
}

/**
 * Rounds a moment down to the second. A moment that the provider reports in whole seconds may be up to 999 ms earlier than
 * a decision of the server in the same second.
 */
function toSecond(moment: number | null | undefined): number | null {
  return moment === null || moment === undefined ? null : Math.floor(moment / 1000);
}

/** What simulated customers do, and what staff, banks and the operator do for them, at random. */
import { type ProviderName, providerOfOrder } from './compositions';
import { cancelAtCloudPayments, changeBankDecision, refundInDashboard } from './providerDashboards';
import type { SeededRandom } from './seededRandom';
import { type SimulationState, type Subject, TICKS_A_DAY } from './simulationState';
import { type CardKind, SubscriptionCustomer } from './subscriptionCustomer';
import { CLOCK_SKEW, SubscriptionModel } from './subscriptionModel';

/** Share of the mailboxes that reject all emails for good. */
const DEAD_MAILBOXES = 0.05;
/** Share of the payments at YooKassa that are made with a wallet. */
const WALLETS = 0.08;

type Action = () => Promise<void>;

export class SimulationActions {
  constructor(
    private readonly state: SimulationState,
    /** Returns whether notifications are dropped now. */
    private readonly areNotificationsDropped: () => boolean,
  ) {}

  /** Chooses what happens to a customer now. Returns null if nothing happens. */
  choosePlan(subject: Subject): Action | null {
    const { model, random } = subject;
    if (model.isDeleted || subject.isDifferent) return null;
    model.passTime(this.state.now);
    const rates: [number, Action][] =
      model.renewal === null
        ? [
            [0.05, () => this.buy(subject)],
            [0.003, () => this.buyCampaign(subject)],
            [0.006, () => this.gift(subject)],
            [0.002, () => this.grantDays(subject)],
            [0.004, () => this.removeCard(subject)],
            [0.003, () => this.deleteAccount(subject)],
            [0.006, () => this.refundUnusedDays(subject)],
          ]
        : [
            [0.008, () => this.cancel(subject)],
            [0.004, () => this.removeCard(subject)],
            [0.006, () => this.gift(subject)],
            [0.006, () => this.grantDays(subject)],
            [0.006, () => this.refund(subject)],
            [0.004, () => this.refundAtProvider(subject)],
            [0.003, () => this.chargeBack(subject)],
            [0.002, () => this.deleteAccount(subject)],
            [0.012, () => this.changeCard(subject)],
            [0.012, () => this.changeBankDecision(subject)],
            [0.003, () => this.cancelAtProvider(subject)],
          ];
    // The order of two actions that the product learns at the same time would be ambiguous.
    return rates.find(([perDay]) => random.chance(perDay / TICKS_A_DAY))?.[1] ?? null;
  }

  /** A new customer signs in and buys. */
  async arrive(index: number, random: SeededRandom): Promise<void> {
    const { state } = this;
    const email = `s${String(index)}@example.org`;
    const customer = await SubscriptionCustomer.signIn(state.world, state.staff, email);
    const subject: Subject = {
      ...{ random, customer, model: new SubscriptionModel(), payments: new Map() },
      ...{ announcements: [], declineEmails: [], history: [] },
      ...{ hiddenDeclineAt: null, stoppedAt: null, isReversed: false, isTouched: false, isDifferent: false },
    };
    state.subjects.push(subject);
    state.byEmail.set(email, subject);
    if (random.chance(DEAD_MAILBOXES)) {
      state.world.mail.dead.add(email);
      state.count('dead mailboxes');
    }
    if (random.chance(0.1)) await this.buyCampaign(subject);
    else await this.buy(subject);
  }

  // --- orders

  private cardKind({ random }: Subject): CardKind {
    const fate = random.next();
    if (fate < 0.06) return 'declined';
    return fate < 0.25 ? 'onlyFirst' : 'plain';
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
    const { options, world } = this.state;
    const chosen = providerOfOrder(options.composition, random);
    const other = chosen === 'yooKassa' ? 'cloudPayments' : 'yooKassa';
    const provider = world.gone.has(chosen) ? other : chosen;
    world.sellAt(provider);
    return provider;
  }

  private async pay(
    subject: Subject,
    order: Parameters<SubscriptionCustomer['pay']>[0],
    provider: ProviderName,
  ): Promise<void> {
    const { state } = this;
    const { id, kind, recurringPayment } = order;
    const startAt = Date.parse(recurringPayment.startDate);
    state.orders.set(id, { subject, order: { id, kind, provider, startAt, shownAt: state.now } });
    const means =
      provider === 'yooKassa' && subject.random.chance(WALLETS) ? 'wallet' : this.cardKind(subject);
    const result = (await subject.customer.pay(order, means, provider)) ? 'paid' : 'not paid';
    state.count(`${kind} ${result}`);
    if (means === 'wallet') state.count(`wallet ${result}`);
    state.note(
      subject,
      `orders ${kind} at ${provider} with ${means}, ${result}, charges from ${recurringPayment.startDate}`,
    );
  }

  // --- the customer

  /** Notes that no charge may be made from now on. */
  private stop(subject: Subject, count: string, line: string): void {
    subject.stoppedAt = this.state.now;
    this.state.count(count);
    this.state.note(subject, line);
  }

  private async cancel(subject: Subject): Promise<void> {
    await subject.customer.cancel();
    subject.model.cancelled(this.state.now);
    this.stop(subject, 'cancelled', 'cancels');
  }

  private async removeCard(subject: Subject): Promise<void> {
    if (subject.model.savedMeans === null) return;
    await subject.customer.removeCard();
    subject.model.cardRemoved(this.state.now);
    this.stop(subject, 'cards removed', 'removes the card');
  }

  private async deleteAccount(subject: Subject): Promise<void> {
    await subject.customer.delete();
    subject.model.deleted(this.state.now);
    this.stop(subject, 'accounts deleted', 'deletes the account');
  }

  private async cancelAtProvider(subject: Subject): Promise<void> {
    const { state } = this;
    const { renewal } = subject.model;
    // Without a notification, the server learns of the cancellation only when a charge is overdue.
    if (renewal?.provider !== 'cloudPayments' || this.areNotificationsDropped() || state.world.gone.size > 0)
      return;
    if (!(await cancelAtCloudPayments(state.world, renewal.orderId))) return;
    subject.model.cancelledAtProvider(state.now + state.skew.cloudPayments, renewal.orderId);
    this.stop(subject, 'cancelled at the provider', 'cancels on the page of the card provider');
  }

  private async gift(subject: Subject): Promise<void> {
    const months = subject.random.between(1, 2);
    await subject.customer.activateGift(months);
    subject.model.giftActivated(this.state.now, months);
    this.state.count('gifts');
    this.state.note(subject, `activates a gift of ${String(months)} months`);
  }

  // --- staff, banks and the operator

  private async grantDays(subject: Subject): Promise<void> {
    if (subject.model.accessEnd === null) return;
    const days = subject.random.between(1, 10);
    await subject.customer.getDays(days);
    subject.model.daysGranted(this.state.now, days);
    this.state.count('days granted');
    this.state.note(subject, `gets ${String(days)} days from staff`);
  }

  private lastPayment({ model }: Subject): { id: string; amount: number } | null {
    let last: { id: string; amount: number } | null = null;
    for (const [id, { isKept, isCheck, amount, returned, chargedBack }] of model.payments)
      if (isKept && !isCheck && returned === 0 && chargedBack === 0) last = { id, amount };
    return last;
  }

  private async refund(subject: Subject): Promise<void> {
    const { state } = this;
    const last = this.lastPayment(subject);
    if (last === null) return;
    const fate = subject.random.next();
    const keeps = { access: fate < 0.4, renewal: fate < 0.2 };
    const amountKopecks = subject.random.chance(0.3) ? Math.min(last.amount, 10_000) : ('all' as const);
    const [refunded] = await subject.customer.refund({
      ...{ transactionIds: [last.id], amountKopecks, keepsAccess: keeps.access, keepsRenewal: keeps.renewal },
    });
    const amount = refunded?.amountKopecks ?? 0;
    subject.model.refundedByStaff(state.now, last.id, amount, keeps);
    subject.isReversed = true;
    const line = `staff refund ${String(amount)} of ${last.id}, keeping ${JSON.stringify(keeps)}`;
    if (!keeps.renewal) {
      this.stop(subject, 'refunds by staff', line);
      return;
    }
    state.count('refunds by staff that keep the renewal');
    state.note(subject, line);
  }

  private async refundUnusedDays(subject: Subject): Promise<void> {
    const { state } = this;
    const { model } = subject;
    const unused = model.firstUnused(state.now);
    if (unused === null || model.statusAt(state.now) !== 'CANCELED') return;
    const { paymentId, amount, perMs } = unused;
    const [refunded] = await subject.customer.refund({
      ...{ transactionIds: [paymentId], amountKopecks: 'all', unusedDays: true },
    });
    const actual = refunded?.amountKopecks ?? 0;
    state.note(subject, `staff refund ${String(actual)} for the unused days of ${paymentId}`);
    // The payment may be dated by the clock of the card provider or of the server.
    if (Math.abs(actual - amount) > Math.ceil(perMs * CLOCK_SKEW))
      state.fail(subject, `the refund of unused days is ${String(actual)}, and should be ${String(amount)}`);
    model.unusedDaysRefunded(state.now, paymentId, actual);
    subject.isReversed = true;
    state.count('refunds of unused days');
  }

  private async refundAtProvider(subject: Subject): Promise<void> {
    const { state } = this;
    const last = this.lastPayment(subject);
    const payment = [...subject.payments.values()].find(({ id }) => id === last?.id);
    if (last === null || payment === undefined || state.world.gone.size > 0) return;
    const { provider } = payment;
    const amount = subject.random.chance(0.3) ? Math.min(last.amount, 10_000) : last.amount;
    if (!(await refundInDashboard(state.world, payment, amount))) return;
    subject.model.refundedAtProvider(state.now, last.id, amount);
    subject.isReversed = true;
    const line = `the dashboard refunds ${String(amount)} of ${last.id}`;
    const share = amount === last.amount ? 'refunds' : 'partial refunds';
    if (amount === last.amount) this.stop(subject, `${share} at ${provider}`, line);
    else {
      state.count(`${share} at ${provider}`);
      state.note(subject, line);
    }
  }

  private async chargeBack(subject: Subject): Promise<void> {
    const last = this.lastPayment(subject);
    if (last === null) return;
    await subject.customer.chargeBack(last.id, last.amount);
    subject.model.chargedBack(this.state.now, last.id, last.amount);
    subject.isReversed = true;
    this.stop(subject, 'chargebacks', `chargeback of ${last.id}`);
  }

  private async changeBankDecision(subject: Subject): Promise<void> {
    const { state } = this;
    const { renewal } = subject.model;
    if (renewal === null) return;
    const reason = await changeBankDecision(state.world, renewal, subject.random);
    if (reason === undefined) return;
    state.count('decisions of banks');
    state.note(subject, `the bank will answer ${String(reason)} to charges`);
  }
}

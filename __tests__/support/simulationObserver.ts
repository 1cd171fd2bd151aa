/**
 * Passes to the models what happened at the card providers and at the mail server, and checks each charge at the moment
 * when it is seen.
 */
import { findForbiddenCharge, isAnnounced } from './chargeRules';
import { type PaymentFact, paymentName, readPaymentsSince } from './providerPayments';
import { DAY, type SimulationState, type Subject, TICK } from './simulationState';
import type { ModelOrder } from './subscriptionModel';
import type { AcceptedEmail } from './subscriptionWorld';

/** How far back the payments of the card providers are read in every step, in ms. */
const LOOK_BACK = 2 * DAY;

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

export class SimulationObserver {
  /** Charges that YooKassa has not finished, with their ends. */
  private readonly coming: { id: string; finishAt: number; reason: string | null }[] = [];

  constructor(private readonly state: SimulationState) {}

  /** Reads what happened since the last call. `isUnsettled` means that the server may not know everything. */
  async observe(isUnsettled: boolean): Promise<void> {
    this.readEmails();
    const { world, chargesOut, now } = this.state;
    const facts = await readPaymentsSince(world.db, new Date(now - LOOK_BACK), [...chargesOut]);
    for (const fact of facts) this.learn(fact, isUnsettled);
  }

  /** Lets YooKassa finish the charges whose time has come. */
  async finishCharges(): Promise<void> {
    const due = this.coming.filter(({ finishAt }) => finishAt <= this.state.now);
    for (const charge of due) {
      this.coming.splice(this.coming.indexOf(charge), 1);
      await this.state.world.yooKassa.settleCharge(charge.id, charge.reason);
    }
  }

  /** Lets the models postpone charges as the server does when its jobs run. */
  followJobs(isUnsettled: boolean): void {
    const { state } = this;
    if (!state.world.server.isOn) return;
    for (const subject of state.subjects) {
      if (subject.isDifferent) continue;
      // The charge date of a card provider that is gone stays.
      if (state.world.gone.has(subject.model.renewal?.provider ?? 'yooKassa')) continue;
      if (this.isDeclineHidden(subject, isUnsettled)) continue;
      const isMissing = subject.model.jobsRan(state.now, (renewal) =>
        isAnnounced(subject, renewal, state.now),
      );
      if (isMissing && !isUnsettled)
        state.fail(subject, 'a charge that is due and announced was not attempted');
    }
  }

  /**
   * Returns whether the server does not know yet that a charge was declined, so that the charge is still out. The emails
   * about the decline, and about the new date if the next attempt was postponed, show when the server learned of it.
   */
  private isDeclineHidden(subject: Subject, isUnsettled: boolean): boolean {
    const { hiddenDeclineAt, announcements, declineEmails, model } = subject;
    if (hiddenDeclineAt === null) return false;
    const announced = announcements.findLast(({ at }) => at >= hiddenDeclineAt);
    if (announced !== undefined) model.attemptPostponed(announced.at);
    else if (isUnsettled && !declineEmails.some((at) => at >= hiddenDeclineAt)) return true;
    subject.hiddenDeclineAt = null;
    return false;
  }

  private readEmails(): void {
    const { state } = this;
    for (const email of state.world.takeEmails()) {
      const subject = state.byEmail.get(email.to);
      if (subject === undefined) continue;
      state.count('emails');
      state.note(subject, `email «${email.subject}»`);
      const day = announcedDay(email);
      if (day !== null) subject.announcements.push({ day, at: email.at });
      if (email.subject.startsWith('Не получилось списать')) subject.declineEmails.push(email.at);
    }
  }

  private learn(fact: PaymentFact, isUnsettled: boolean): void {
    const { state } = this;
    const name = paymentName(fact);
    const known = state.orders.get(fact.orderId);
    if (known === undefined) throw new Error(`the order of the payment ${name} is unknown`);
    const { subject, order } = known;
    const before = subject.payments.get(name)?.state;
    if (fact.state === 'open' && !fact.isCharge) return;
    subject.payments.set(name, fact);
    if (before === fact.state) return;
    const { at, orderId } = fact;
    if (fact.isCharge && before === undefined) {
      const { renewal } = subject.model;
      const forbidden = findForbiddenCharge(fact, fact.createdAt - state.skew[fact.provider], {
        ...subject,
        renewal,
      });
      state.count('checks of charges');
      if (forbidden !== null) state.fail(subject, forbidden);
    }
    state.chargesOut.delete(fact.id);
    switch (fact.state) {
      case 'open':
        if (fact.provider === 'cloudPayments') return;
        state.chargesOut.add(fact.id);
        subject.model.chargeOut(orderId, fact.outUntil - state.skew.yooKassa);
        this.planEnd(subject, fact);
        break;
      case 'taken':
        this.learnPayment(subject, order, fact);
        break;
      case 'declined':
        if (fact.isCharge) {
          const requestedAt = fact.createdAt - state.skew[fact.provider];
          subject.model.declined(orderId, requestedAt, at, fact.isFinalDecline);
          // The next attempt may be due before the customer has the email about a decline that is reported late.
          if (isUnsettled || at + DAY <= state.now) subject.hiddenDeclineAt = state.now;
        }
        state.count(fact.isFinalDecline ? 'final declines' : 'declines');
        state.note(subject, `${name} is declined${fact.isFinalDecline ? ' for good' : ''}`);
        break;
      case 'released':
        // The hold was made and released between two readings.
        if (before === undefined && !fact.isCharge) this.learnPayment(subject, order, fact);
        break;
    }
  }

  private learnPayment(subject: Subject, order: ModelOrder, fact: PaymentFact): void {
    const { id, amount, at, orderId } = fact;
    const { model } = subject;
    const means = {
      means: fact.isByCard ? ('card' as const) : ('wallet' as const),
      isSaved: fact.isCardSaved,
    };
    const isKept = fact.isCharge
      ? model.charged(orderId, { id, amount, at })
      : model.orderPaid(order, { id, amount, at }, means);
    if (isKept && !fact.isCharge) subject.stoppedAt = null;
    this.state.count(fact.isCharge ? 'charges' : 'payments of orders');
    if (!isKept) this.state.count('returned payments');
    const outcome = isKept ? '' : ', which must be returned';
    this.state.note(subject, `${paymentName(fact)} takes ${String(amount)}${outcome}`);
  }

  /** Plans how and when YooKassa finishes a charge. */
  private planEnd(subject: Subject, { id, outUntil }: PaymentFact): void {
    const { random } = subject;
    this.state.count('charges that are out');
    this.state.note(subject, `yooKassa:${id} is out until ${new Date(outUntil).toISOString()}`);
    const fate = random.next();
    // The rest stays pending for good, or is canceled when its hold expires.
    if (fate > 0.8) return;
    const finishAt = this.state.now + random.between(1, fate < 0.5 ? 3 : 20) * TICK;
    this.coming.push({ id, finishAt, reason: fate < 0.6 ? null : 'insufficient_funds' });
  }
}

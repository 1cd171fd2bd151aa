/**
 * Simulates the charges that the server makes itself, for `lifecycleWorld.ts`: emails that announce a charge, requests
 * whose response gets lost, and the card provider, which remembers the key of a request for 24 hours.
 */
import { deriveEmails, emailStillWanted, nextEmailAt } from '../../src/server/domain/billing/emails';
import {
  lapseKey,
  type LedgerEventData,
  postponementKey,
} from '../../src/server/domain/billing/ledgerEvents';
import {
  deriveAccessEnd,
  emailsBefore,
  findOwnCharge,
  postponedTo,
} from '../../src/server/domain/billing/ownCharges';
import { deriveLapse, type SubscriptionState } from '../../src/server/domain/billing/subscriptionState';
import type { Figures } from './lifecycleWorld';
import type { SeededRandom } from './seededRandom';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time for which the server repeats a request, and for which the provider remembers its key. */
const REPEATED_FOR = 23 * HOUR;
const REMEMBERED_FOR = 24 * HOUR;

/** Payment that the provider has made or declined. */
export interface MadePayment {
  /** Ledger key of the payment's report. */
  key: string;
  isPaid: boolean;
  /** Reports the outcome of the payment to the server. */
  report(): void;
}

interface Request {
  key: string;
  orderId: string;
  chargeAt: number;
  at: number;
}

/** The simulated account, as far as its charges need it. */
export interface ChargedAccount {
  random: SeededRandom;
  figures: Figures;
  now(): number;
  state(): SubscriptionState;
  knows(key: string): boolean;
  plan(at: number, run: () => void): void;
  /** Whether the customer has just paid, and the server does not know the outcome. */
  isPaying(): boolean;
  decide(key: string, data: LedgerEventData): void;
  /** Charges the saved card of an order at the card provider. */
  charge(orderId: string): MadePayment;
  /** Notes that the server postponed the due charge. */
  postponed(to: number): void;
}

export class OwnCharges {
  private open: Request | null = null;
  private requests = 0;
  private readonly payments = new Map<string, { at: number; payment: MadePayment }>();
  private readonly chargedDates = new Set<number>();
  private readonly queuedEmails = new Set<string>();
  /** Time at which the mail server accepted each email, or its mailbox rejected it, by key. */
  private readonly accepted = new Map<string, number>();
  private chargePlannedFor: number | null = null;
  private emailPlannedFor: number | null = null;
  private lapsePlannedFor: number | null = null;

  constructor(private readonly account: ChargedAccount) {}

  /** Whether the outcome of a charge is not known. */
  get isOpen(): boolean {
    return this.open !== null;
  }

  /** Does what the server does after each change of the ledger. */
  follow(): void {
    const made = this.open === null ? undefined : this.payments.get(this.open.key);
    if (this.open !== null && made !== undefined && this.account.knows(made.payment.key)) this.open = null;
    this.sendEmails();
    this.planEmail();
    this.planLapse();
    this.planCharge();
  }

  // --- emails

  private sendEmails(): void {
    const { account } = this;
    const { random } = account;
    for (const { name, key } of deriveEmails(account.state(), new Date(account.now()))) {
      if ((name !== 'chargeUpcoming' && name !== 'chargeFailed') || this.queuedEmails.has(key)) continue;
      this.queuedEmails.add(key);
      const delay = random.chance(0.08) ? random.between(1, 5 * 24) * HOUR : random.between(1, 60) * SECOND;
      account.plan(account.now() + delay, () => {
        const wanted = emailStillWanted(account.state(), { name, key }, new Date(account.now()));
        if (wanted !== null) this.accepted.set(key, account.now());
      });
    }
  }

  private planEmail(): void {
    const { account } = this;
    const at = nextEmailAt(account.state(), new Date(account.now()))?.getTime() ?? null;
    if (at === null || at === this.emailPlannedFor) return;
    this.emailPlannedFor = at;
    account.plan(at, () => {
      this.sendEmails();
    });
  }

  // --- the end of the grace period

  private lapseAt(): number | null {
    const state = this.account.state();
    const { agreement, accessUntil } = state;
    if (agreement === null || !agreement.begun || agreement.ended !== null) return null;
    if (agreement.chargedBy === 'provider') return null;
    const charge = findOwnCharge(state);
    return (charge === null ? deriveLapse(agreement, accessUntil) : deriveAccessEnd(charge, state)).getTime();
  }

  private planLapse(): void {
    const at = this.lapseAt();
    if (at === null || at === this.lapsePlannedFor) return;
    this.lapsePlannedFor = at;
    this.account.plan(at, () => {
      if (this.lapseAt() === at) this.lapse();
    });
  }

  private lapse(): void {
    const { account } = this;
    const { agreement } = account.state();
    if (agreement === null) return;
    const { orderId, nextChargeAt } = agreement;
    if (this.postpone()) return;
    account.decide(lapseKey(orderId, nextChargeAt), { kind: 'lapsed', orderId });
  }

  /** Postpones the due charge. Returns false if no charge is due. */
  postpone(): boolean {
    const { account } = this;
    const now = new Date(account.now());
    const charge = findOwnCharge(account.state());
    if (charge === null) return false;
    const to = postponedTo(charge, now);
    if (to === null) throw new Error('a charge was postponed for a month');
    const { orderId } = charge.agreement;
    account.figures.postponed += 1;
    account.postponed(to.getTime());
    account.decide(postponementKey(orderId, now), { kind: 'chargePostponed', orderId, to: to.toISOString() });
    return true;
  }

  // --- the charges

  private planCharge(): void {
    const { account } = this;
    const { random } = account;
    const at = findOwnCharge(account.state())?.dueAt.getTime() ?? null;
    if (this.open !== null || at === null || at === this.chargePlannedFor) return;
    this.chargePlannedFor = at;
    // A backlog of overdue charges delays a charge.
    const delay = random.chance(0.03) ? random.between(1, 60) * HOUR : random.between(0, 60) * SECOND;
    account.plan(Math.max(at, account.now()) + delay, () => {
      if (this.chargePlannedFor !== at) return;
      this.chargePlannedFor = null;
      this.makeCharge();
    });
  }

  private makeCharge(): void {
    const { account } = this;
    const state = account.state();
    const now = account.now();
    const charge = findOwnCharge(state);
    if (this.open !== null || charge === null || charge.dueAt.getTime() > now) {
      this.planCharge();
      return;
    }
    if (account.isPaying()) {
      account.plan(now + MINUTE, () => this.makeCharge());
      return;
    }
    const chargeAt = charge.chargeAt.getTime();
    if (this.chargedDates.has(chargeAt)) throw new Error('a month that was charged is due again');
    const { keys, acceptedBy } = emailsBefore(charge, state, new Date(now));
    const isAnnounced = keys.some((key) => (this.accepted.get(key) ?? Infinity) <= acceptedBy.getTime());
    if (new Date(now) >= deriveAccessEnd(charge, state) || !isAnnounced) {
      this.postpone();
      return;
    }
    this.requests += 1;
    const { orderId } = charge.agreement;
    this.open = { key: `charge-${String(this.requests)}`, orderId, chargeAt, at: now };
    this.send(this.open);
  }

  /** Sends a request, whose request or response may get lost. */
  private send(request: Request): void {
    const { random, figures } = this.account;
    const fate = random.next();
    if (fate < 0.85) {
      this.settle(request, this.atProvider(request));
      return;
    }
    figures.unknownOutcomes += 1;
    if (fate > 0.92) this.atProvider(request);
    this.askLater(request);
  }

  private askLater(request: Request): void {
    const { account } = this;
    const { random } = account;
    const isOutage = random.chance(0.3);
    const delay = isOutage ? random.between(1, 80) * HOUR : random.between(10, 1800) * SECOND;
    account.plan(account.now() + delay, () => {
      if (this.open === request) this.ask(request);
    });
  }

  private ask(request: Request): void {
    const { account } = this;
    const made = this.payments.get(request.key);
    if (made !== undefined) {
      this.settle(request, made.payment);
      return;
    }
    const isRepeated = account.now() - request.at < REPEATED_FOR;
    const charge = findOwnCharge(account.state());
    const isWanted =
      charge?.agreement.orderId === request.orderId && charge.chargeAt.getTime() === request.chargeAt;
    if (isRepeated && isWanted) {
      account.figures.repeatedRequests += 1;
      this.send(request);
    } else if (isRepeated) this.askLater(request);
    else {
      account.figures.forgottenRequests += 1;
      this.open = null;
      this.follow();
    }
  }

  private atProvider({ key, orderId }: Request): MadePayment {
    const now = this.account.now();
    const known = this.payments.get(key);
    if (known !== undefined && now - known.at < REMEMBERED_FOR) return known.payment;
    if (known !== undefined) throw new Error('a request was repeated after its key was forgotten');
    const payment = this.account.charge(orderId);
    this.payments.set(key, { at: now, payment });
    return payment;
  }

  private settle(request: Request, payment: MadePayment): void {
    this.open = null;
    payment.report();
    if (payment.isPaid) this.chargedDates.add(request.chargeAt);
    this.follow();
  }
}

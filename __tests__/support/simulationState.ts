/** State that the parts of the simulation of subscriptions share: customers, payments at the card providers, and results. */
import type { Composition, ProviderName } from './compositions';
import type { PaymentFact } from './providerPayments';
import type { SeededRandom } from './seededRandom';
import { seededRandom } from './seededRandom';
import type { SimulatedStaff, SubscriptionCustomer } from './subscriptionCustomer';
import type { ModelOrder, SubscriptionModel } from './subscriptionModel';
import type { SubscriptionWorld } from './subscriptionWorld';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Interval at which notifications are delivered and jobs run, in ms. Real servers run jobs every few seconds. */
export const TICK = 6 * HOUR;
export const TICKS_A_DAY = DAY / TICK;

export interface SimulationOptions {
  composition: Composition;
  start: Date;
  seed: number;
  customers: number;
  days: number;
  /** Number of the only simulated customer, to repeat the history of a difference; null simulates all. */
  only: number | null;
}

/** A simulated customer with the model of the customer's subscription. */
export interface Subject {
  /** Random numbers of this customer alone, so that one customer can be simulated again without the others. */
  random: SeededRandom;
  customer: SubscriptionCustomer;
  model: SubscriptionModel;
  /** Payments of the customer by provider and id, as they were read last. */
  payments: Map<string, PaymentFact>;
  /** Accepted emails that announced a charge, with the Moscow day of the charge. */
  announcements: { day: string; at: number }[];
  /** Times of the accepted emails about a declined charge. */
  declineEmails: number[];
  /** Time of a declined charge that the server may not know of yet, because of an incident; null if there is none. */
  hiddenDeclineAt: number | null;
  /** Time since which no charge may be made, because the renewal was ended; null if charges may be made. */
  stoppedAt: number | null;
  /** Whether money was returned or charged back by staff or by the operator. */
  isReversed: boolean;
  /** Whether something happened since the invariants were checked. */
  isTouched: boolean;
  /** Lines of the customer's history, for the report of a difference. */
  history: string[];
  /** Whether a difference was found, so that later differences would only follow from it. */
  isDifferent: boolean;
}

export class SimulationState {
  /** Number of occurrences of each kind of event. */
  readonly counts: Record<string, number> = {};
  /** Differences between the product and the model: each a title and the history of one customer. */
  readonly differences: (readonly string[])[] = [];
  readonly subjects: Subject[] = [];
  readonly byEmail = new Map<string, Subject>();
  readonly orders = new Map<string, { subject: Subject; order: ModelOrder }>();
  /** Ids of the charges that YooKassa has not finished. */
  readonly chargesOut = new Set<string>();
  /** Time of each card provider's clock minus time of the server's clock, in ms. */
  readonly skew: Record<ProviderName, number> = { yooKassa: 0, cloudPayments: 0 };
  /** Random numbers of the world, which do not depend on the customers. */
  readonly random: SeededRandom;

  constructor(
    readonly world: SubscriptionWorld,
    readonly staff: SimulatedStaff,
    readonly options: SimulationOptions,
  ) {
    this.random = seededRandom(options.seed);
  }

  get now(): number {
    return this.world.clock.now().getTime();
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Adds a line to the history of a customer. */
  note(subject: Subject, line: string): void {
    subject.isTouched = true;
    subject.history.push(`${new Date(this.now).toISOString()} ${line}`);
  }

  /** Records a difference. The customer is not simulated further. */
  fail(subject: Subject, what: string): void {
    if (subject.isDifferent) return;
    subject.isDifferent = true;
    const title = `${subject.customer.email} at ${new Date(this.now).toISOString()}: ${what}`;
    this.differences.push([title, ...subject.history]);
  }

  expectSame(subject: Subject, what: string, product: unknown, model: unknown): void {
    this.count('comparisons');
    if (product !== model)
      this.fail(subject, `${what} is ${String(product)}, and should be ${String(model)}`);
  }
}

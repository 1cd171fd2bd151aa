/**
 * The order in which the events of an account are folded. Our clock and the card provider's differ by up to
 * `CLOCK_SKEW_MS`, and the provider reports whole seconds. So an event of ours and one of the provider's that are
 * closer than that are ordered by what caused what, never by their times.
 */
import { later } from './billingCalendar';
import { paymentKey, type SubscriptionEvent, type SubscriptionFact } from './facts';

/** By how much the clocks of the provider and of this server may differ, ms. */
export const CLOCK_SKEW_MS = 10 * 60_000;

/** Order at one moment: a cause before its effect, and a declined attempt before the one that succeeded. */
const RANK: Record<SubscriptionFact['kind'], number> = {
  paymentFailed: 0,
  paymentSucceeded: 1,
  // We end the recurrence because of it: the provider's response may have the same time.
  lapsed: 2,
  recurrenceChanged: 3,
  giftGranted: 4,
  daysGranted: 5,
  cancelled: 6,
  cardRemoved: 7,
  refundDecided: 8,
  refundMade: 9,
  voided: 10,
  refunded: 11,
  chargedBack: 12,
};

/** Events that our clock dates and that record what was known when they were decided. */
const DECISIONS = [
  'lapsed',
  'giftGranted',
  'daysGranted',
  'cancelled',
  'cardRemoved',
  'refundDecided',
  'chargedBack',
] as const;

type FactOf<Kind extends SubscriptionFact['kind']> = Extract<SubscriptionFact, { kind: Kind }>;
type Decision = FactOf<(typeof DECISIONS)[number]>;

/** Whether a fact records what was known when it was decided. */
export const isDecision = (fact: SubscriptionFact): fact is Decision =>
  (DECISIONS as readonly string[]).includes(fact.kind);

/** Whether our clock dates an event, not the card provider's. */
export const isOnOurClock = ({ fact }: SubscriptionEvent): boolean =>
  isDecision(fact) || fact.kind === 'recurrenceChanged' || fact.kind === 'refundMade';

const isReturn = (fact: SubscriptionFact): fact is FactOf<'refunded' | 'voided'> =>
  fact.kind === 'refunded' || fact.kind === 'voided';

function compareByTime(a: SubscriptionEvent, b: SubscriptionEvent): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    RANK[a.fact.kind] - RANK[b.fact.kind] ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

/** Keys of the events close enough to `at` that the clocks alone do not prove that they came first. */
export const keysWithinSkew = (events: readonly SubscriptionEvent[], at: Date): string[] =>
  events.filter((event) => event.at.getTime() >= at.getTime() - CLOCK_SKEW_MS).map(({ key }) => key);

/** Each event once, sorted by time; the return of a payment is never dated before the payment. */
function sortedByTime(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
  const byKey = new Map<string, SubscriptionEvent>();
  const paidAt = new Map<string, Date>();
  for (const event of [...events].sort(compareByTime)) {
    if (byKey.has(event.key)) continue;
    byKey.set(event.key, event);
    const { fact, at } = event;
    if (fact.kind === 'paymentSucceeded' && !paidAt.has(paymentKey(fact))) paidAt.set(paymentKey(fact), at);
  }
  return [...byKey.values()]
    .map((event) => {
      const { fact } = event;
      return isReturn(fact) ? { ...event, at: later(event.at, paidAt.get(paymentKey(fact)) ?? null) } : event;
    })
    .sort(compareByTime);
}

interface DecidedEvent extends SubscriptionEvent {
  fact: Decision;
}

/** Decisions of one moment: each after those that it lists as known. */
function inOrderOfDecision(decisions: readonly DecidedEvent[]): DecidedEvent[] {
  return [...decisions].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      Number(a.fact.known?.includes(b.key) ?? false) - Number(b.fact.known?.includes(a.key) ?? false),
  );
}

type Report = FactOf<'recurrenceChanged'>;

const isOver = ({ state }: Report): boolean => state !== 'active' && state !== 'pastDue';

class CausalOrder {
  private readonly decisions: readonly DecidedEvent[];
  /** Refunds that the provider made on our request, as it names them. */
  private readonly made: ReadonlySet<string>;
  /** Which charge of its recurrence a payment is, by its event: 1 is the first. */
  private readonly charges = new Map<string, number>();
  private readonly reports: readonly (SubscriptionEvent & { fact: Report })[];
  private readonly epochs = new Map<string, number>();

  constructor(private readonly sorted: readonly SubscriptionEvent[]) {
    this.decisions = inOrderOfDecision(
      sorted.flatMap(({ fact, ...event }) => (isDecision(fact) ? [{ ...event, fact }] : [])),
    );
    this.made = new Set(sorted.flatMap(({ fact }) => (fact.kind === 'refundMade' ? [refundOf(fact)] : [])));
    this.reports = sorted.flatMap(({ fact, ...event }) =>
      fact.kind === 'recurrenceChanged' ? [{ ...event, fact }] : [],
    );
    const counts = new Map<string, number>();
    for (const { key, fact } of sorted) {
      if (fact.kind !== 'paymentSucceeded' || fact.role !== 'recurrent') continue;
      const count = (counts.get(fact.orderId) ?? 0) + 1;
      counts.set(fact.orderId, count);
      this.charges.set(key, count);
    }
    const payments = new Map<string, number>();
    for (const event of sorted) {
      const { fact, key } = event;
      if (isDecision(fact) || isReturn(fact)) continue;
      const epoch = this.firstDecisionAfter(event);
      this.epochs.set(key, epoch);
      if (fact.kind === 'paymentSucceeded') payments.set(paymentKey(fact), epoch);
    }
    for (const event of sorted) {
      const { fact, key } = event;
      if (!isReturn(fact)) continue;
      // Never before its payment, nor before the decision that it carries out.
      const earliest = Math.max(payments.get(paymentKey(fact)) ?? 0, this.epochAfterDecisionOf(fact));
      this.epochs.set(key, Math.max(this.firstDecisionAfter(event), earliest));
    }
  }

  /** Each decision after the events that precede it, and before the others. */
  events(): SubscriptionEvent[] {
    const epochs = this.decisions.map((): SubscriptionEvent[] => []);
    const last: SubscriptionEvent[] = [];
    for (const event of this.sorted) {
      if (isDecision(event.fact)) continue;
      (epochs[this.epochs.get(event.key) ?? 0] ?? last).push(event);
    }
    return [
      ...epochs.flatMap((before, index) => [
        ...this.inOrderOfCharges(before),
        ...this.decisions.slice(index, index + 1),
      ]),
      ...this.inOrderOfCharges(last),
    ];
  }

  /** Index of the first decision that an event precedes; the number of decisions if it precedes none. */
  private firstDecisionAfter(event: SubscriptionEvent): number {
    const index = this.decisions.findIndex((decision) => this.precedes(event, decision));
    return index === -1 ? this.decisions.length : index;
  }

  private epochAfterDecisionOf(fact: FactOf<'refunded' | 'voided'>): number {
    if (!this.isMadeByUs(fact)) return 0;
    return this.decisions.findIndex(({ fact: decided }) => isDecidedReturn(fact, decided)) + 1;
  }

  private isMadeByUs(fact: SubscriptionFact): boolean {
    return fact.kind === 'refunded' && this.made.has(refundOf(fact));
  }

  private precedes(event: SubscriptionEvent, decision: DecidedEvent): boolean {
    const { fact, key, at } = event;
    const { fact: decided } = decision;
    // Staff return a payment that they see.
    if (
      fact.kind === 'paymentSucceeded' &&
      'transactionId' in decided &&
      paymentKey(fact) === paymentKey(decided)
    )
      return true;
    const isDecided = isDecidedReturn(fact, decided);
    if (isDecided && this.isMadeByUs(fact)) return false;
    if (decided.known?.includes(key) === true) return true;
    // Decisions without a list are ordered by time, except that a refund close to its decision is taken for it.
    if (decided.known === undefined && !isDecided) return compareByTime(event, decision) < 0;
    return at.getTime() < decision.at.getTime() - CLOCK_SKEW_MS || this.isCountedBefore(event, decision);
  }

  /** Whether a report that precedes a decision counts this charge, whose own notification came later. */
  private isCountedBefore(event: SubscriptionEvent, decision: DecidedEvent): boolean {
    return this.reports.some((report) => this.counts(report.fact, event) && this.precedes(report, decision));
  }

  private counts(report: Report, { key, fact }: SubscriptionEvent): boolean {
    const charge = this.charges.get(key);
    return (
      fact.kind === 'paymentSucceeded' &&
      charge !== undefined &&
      report.orderId === fact.orderId &&
      report.successes >= charge
    );
  }

  /**
   * Sorts events between two decisions. A report follows the charges that it counts, and a report that a recurrence is
   * over follows every charge close to it: our clock dates the report, the provider's the charge.
   */
  private inOrderOfCharges(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
    if (!events.some(({ fact }) => fact.kind === 'recurrenceChanged')) return [...events];
    const placed = events.map((event) => ({ event, place: { ...event, at: this.placeOf(event, events) } }));
    return placed.sort((a, b) => compareByTime(a.place, b.place)).map(({ event }) => event);
  }

  private placeOf({ at, fact }: SubscriptionEvent, events: readonly SubscriptionEvent[]): Date {
    if (fact.kind !== 'recurrenceChanged') return at;
    return events.reduce((place, other) => {
      const isOfIt = other.fact.kind === 'paymentSucceeded' && other.fact.orderId === fact.orderId;
      const isClose = other.at.getTime() - at.getTime() <= CLOCK_SKEW_MS;
      return isOfIt && isClose && (isOver(fact) || this.counts(fact, other)) ? later(place, other.at) : place;
    }, at);
  }
}

const refundOf = (fact: FactOf<'refundMade' | 'refunded'>): string => `${paymentKey(fact)}:${fact.refundId}`;

/** Whether a return may carry a decision of staff out. */
const isDecidedReturn = (fact: SubscriptionFact, decided: Decision): boolean =>
  isReturn(fact) && decided.kind === 'refundDecided' && paymentKey(fact) === paymentKey(decided);

/** Sorts the events of an account by cause, then by time, and drops repeated ones. */
export function inCausalOrder(events: readonly SubscriptionEvent[]): SubscriptionEvent[] {
  return new CausalOrder(sortedByTime(events)).events();
}

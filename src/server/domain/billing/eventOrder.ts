/**
 * The order in which the events of an account are folded. Our clock and the card provider's differ by up to
 * `CLOCK_SKEW_MS`, and the provider reports whole seconds. So an event of ours and one of the provider's that are
 * closer than that are ordered by what caused what, never by their times.
 */
import { later } from './billingCalendar';
import { type LedgerEvent, type LedgerEventData, paymentKey } from './ledgerEvents';

/** By how much the clocks of the provider and of this server may differ, ms. */
export const CLOCK_SKEW_MS = 10 * 60_000;

/** Order at one moment: a cause before its effect, and a declined attempt before the one that succeeded. */
const RANK: Record<LedgerEventData['kind'], number> = {
  paymentFailed: 0,
  paymentSucceeded: 1,
  // We end the recurring payment because of it: the provider's response may have the same time.
  lapsed: 2,
  recurringPaymentChanged: 3,
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

type LedgerEventDataOf<Kind extends LedgerEventData['kind']> = Extract<LedgerEventData, { kind: Kind }>;
type Decision = LedgerEventDataOf<(typeof DECISIONS)[number]>;

/** Whether a fact records what was known when it was decided. */
export const isDecision = (data: LedgerEventData): data is Decision =>
  (DECISIONS as readonly string[]).includes(data.kind);

/** Whether our clock dates an event, not the card provider's. */
export const isOnOurClock = ({ data }: LedgerEvent): boolean =>
  isDecision(data) || data.kind === 'recurringPaymentChanged' || data.kind === 'refundMade';

const isReturn = (data: LedgerEventData): data is LedgerEventDataOf<'refunded' | 'voided'> =>
  data.kind === 'refunded' || data.kind === 'voided';

function compareByTime(a: LedgerEvent, b: LedgerEvent): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    RANK[a.data.kind] - RANK[b.data.kind] ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

/** Keys of the events close enough to `at` that the clocks alone do not prove that they came first. */
export const keysWithinSkew = (events: readonly LedgerEvent[], at: Date): string[] =>
  events.filter((event) => event.at.getTime() >= at.getTime() - CLOCK_SKEW_MS).map(({ key }) => key);

/** Each event once, sorted by time; the return of a payment is never dated before the payment. */
function sortedByTime(events: readonly LedgerEvent[]): LedgerEvent[] {
  const byKey = new Map<string, LedgerEvent>();
  const paidAt = new Map<string, Date>();
  for (const event of [...events].sort(compareByTime)) {
    if (byKey.has(event.key)) continue;
    byKey.set(event.key, event);
    const { data, at } = event;
    if (data.kind === 'paymentSucceeded' && !paidAt.has(paymentKey(data))) paidAt.set(paymentKey(data), at);
  }
  return [...byKey.values()]
    .map((event) => {
      const { data } = event;
      return isReturn(data) ? { ...event, at: later(event.at, paidAt.get(paymentKey(data)) ?? null) } : event;
    })
    .sort(compareByTime);
}

interface DecidedEvent extends LedgerEvent {
  data: Decision;
}

/** Decisions of one moment: each after those that it lists as known. */
function inOrderOfDecision(decisions: readonly DecidedEvent[]): DecidedEvent[] {
  return [...decisions].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      Number(a.data.known?.includes(b.key) ?? false) - Number(b.data.known?.includes(a.key) ?? false),
  );
}

type Report = LedgerEventDataOf<'recurringPaymentChanged'>;

const isOver = ({ state }: Report): boolean => state !== 'active' && state !== 'pastDue';

class CausalOrder {
  private readonly decisions: readonly DecidedEvent[];
  /** Refunds that the provider made on our request, as it names them. */
  private readonly made: ReadonlySet<string>;
  /** Which charge of its recurring payment a payment is, by its event: 1 is the first. */
  private readonly charges = new Map<string, number>();
  private readonly reports: readonly (LedgerEvent & { data: Report })[];
  private readonly epochs = new Map<string, number>();

  constructor(private readonly sorted: readonly LedgerEvent[]) {
    this.decisions = inOrderOfDecision(
      sorted.flatMap(({ data, ...event }) => (isDecision(data) ? [{ ...event, data }] : [])),
    );
    this.made = new Set(sorted.flatMap(({ data }) => (data.kind === 'refundMade' ? [refundOf(data)] : [])));
    this.reports = sorted.flatMap(({ data, ...event }) =>
      data.kind === 'recurringPaymentChanged' ? [{ ...event, data }] : [],
    );
    const counts = new Map<string, number>();
    for (const { key, data } of sorted) {
      if (data.kind !== 'paymentSucceeded' || data.role !== 'recurrent') continue;
      const count = (counts.get(data.orderId) ?? 0) + 1;
      counts.set(data.orderId, count);
      this.charges.set(key, count);
    }
    const payments = new Map<string, number>();
    for (const event of sorted) {
      const { data, key } = event;
      if (isDecision(data) || isReturn(data)) continue;
      const epoch = this.firstDecisionAfter(event);
      this.epochs.set(key, epoch);
      if (data.kind === 'paymentSucceeded') payments.set(paymentKey(data), epoch);
    }
    for (const event of sorted) {
      const { data, key } = event;
      if (!isReturn(data)) continue;
      // Never before its payment, nor before the decision that it carries out.
      const earliest = Math.max(payments.get(paymentKey(data)) ?? 0, this.epochAfterDecisionOf(data));
      this.epochs.set(key, Math.max(this.firstDecisionAfter(event), earliest));
    }
  }

  /** Each decision after the events that precede it, and before the others. */
  events(): LedgerEvent[] {
    const epochs = this.decisions.map((): LedgerEvent[] => []);
    const last: LedgerEvent[] = [];
    for (const event of this.sorted) {
      if (isDecision(event.data)) continue;
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
  private firstDecisionAfter(event: LedgerEvent): number {
    const index = this.decisions.findIndex((decision) => this.precedes(event, decision));
    return index === -1 ? this.decisions.length : index;
  }

  private epochAfterDecisionOf(data: LedgerEventDataOf<'refunded' | 'voided'>): number {
    if (!this.isMadeByUs(data)) return 0;
    return this.decisions.findIndex(({ data: decided }) => isDecidedReturn(data, decided)) + 1;
  }

  private isMadeByUs(data: LedgerEventData): boolean {
    return data.kind === 'refunded' && this.made.has(refundOf(data));
  }

  private precedes(event: LedgerEvent, decision: DecidedEvent): boolean {
    const { data, key, at } = event;
    const { data: decided } = decision;
    // Staff return a payment that they see.
    if (
      data.kind === 'paymentSucceeded' &&
      'transactionId' in decided &&
      paymentKey(data) === paymentKey(decided)
    )
      return true;
    const isDecided = isDecidedReturn(data, decided);
    if (isDecided && this.isMadeByUs(data)) return false;
    if (decided.known?.includes(key) === true) return true;
    // Decisions without a list are ordered by time, except that a refund close to its decision is taken for it.
    if (decided.known === undefined && !isDecided) return compareByTime(event, decision) < 0;
    return at.getTime() < decision.at.getTime() - CLOCK_SKEW_MS || this.isCountedBefore(event, decision);
  }

  /** Whether a report that precedes a decision counts this charge, whose own notification came later. */
  private isCountedBefore(event: LedgerEvent, decision: DecidedEvent): boolean {
    return this.reports.some((report) => this.counts(report.data, event) && this.precedes(report, decision));
  }

  private counts(report: Report, { key, data }: LedgerEvent): boolean {
    const charge = this.charges.get(key);
    return (
      data.kind === 'paymentSucceeded' &&
      charge !== undefined &&
      report.orderId === data.orderId &&
      report.successes >= charge
    );
  }

  /**
   * Sorts events between two decisions. A report follows the charges that it counts, and a report that a recurring payment is
   * over follows every charge close to it: our clock dates the report, the provider's the charge.
   */
  private inOrderOfCharges(events: readonly LedgerEvent[]): LedgerEvent[] {
    if (!events.some(({ data }) => data.kind === 'recurringPaymentChanged')) return [...events];
    const placed = events.map((event) => ({ event, place: { ...event, at: this.placeOf(event, events) } }));
    return placed.sort((a, b) => compareByTime(a.place, b.place)).map(({ event }) => event);
  }

  private placeOf({ at, data }: LedgerEvent, events: readonly LedgerEvent[]): Date {
    if (data.kind !== 'recurringPaymentChanged') return at;
    return events.reduce((place, other) => {
      const isOfIt = other.data.kind === 'paymentSucceeded' && other.data.orderId === data.orderId;
      const isClose = other.at.getTime() - at.getTime() <= CLOCK_SKEW_MS;
      return isOfIt && isClose && (isOver(data) || this.counts(data, other)) ? later(place, other.at) : place;
    }, at);
  }
}

const refundOf = (data: LedgerEventDataOf<'refundMade' | 'refunded'>): string =>
  `${paymentKey(data)}:${data.refundId}`;

/** Whether a return may carry a decision of staff out. */
const isDecidedReturn = (data: LedgerEventData, decided: Decision): boolean =>
  isReturn(data) && decided.kind === 'refundDecided' && paymentKey(data) === paymentKey(decided);

/** Sorts the events of an account by cause, then by time, and drops repeated ones. */
export function inCausalOrder(events: readonly LedgerEvent[]): LedgerEvent[] {
  return new CausalOrder(sortedByTime(events)).events();
}

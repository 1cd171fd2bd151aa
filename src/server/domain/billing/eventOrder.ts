/**
 * Sorts the ledger events of an account for the computation of the subscription state. The clocks of this server and of
 * the card provider differ by up to `CLOCK_SKEW_MS`, and the provider reports whole seconds. Within the clock skew,
 * events of this server and events of the card provider are therefore sorted by cause and effect, not by time.
 */
import { isCardChange } from '../../../shared/orderKinds';
import { later } from './billingCalendar';
import {
  type Decision,
  isKnownKind,
  LEDGER_EVENT_KINDS,
  ORDERED_KINDS,
  type ReturnReport,
} from './ledgerEventKinds';
import {
  type LedgerEvent,
  type LedgerEventData,
  type LedgerEventDataOf,
  type LedgerEventKind,
  paymentKey,
} from './ledgerEvents';

/** Maximum difference between the clocks of the card provider and of this server, in ms. */
export const CLOCK_SKEW_MS = 10 * 60_000;

/** Position of a kind among events with the same time. */
const RANK = Object.fromEntries(ORDERED_KINDS.map((kind, rank) => [kind, rank])) as Record<
  LedgerEventKind,
  number
>;

/**
 * Returns whether a ledger event is a decision, which lists the events that were known when the decision was recorded.
 */
export const isDecision = (data: LedgerEventData): data is Decision =>
  LEDGER_EVENT_KINDS[data.kind].follows === 'known';

/** Returns whether the time of a ledger event comes from this server's clock, not from the card provider's clock. */
export const isOnOurClock = ({ data }: LedgerEvent): boolean =>
  isKnownKind(data.kind) && LEDGER_EVENT_KINDS[data.kind].clock === 'server';

const isReturn = (data: LedgerEventData): data is ReturnReport =>
  LEDGER_EVENT_KINDS[data.kind].follows === 'payment';

function compareByTime(a: LedgerEvent, b: LedgerEvent): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    RANK[a.data.kind] - RANK[b.data.kind] ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

/**
 * Returns the keys of the ledger events that are so close to `at` that their times do not show which event came first.
 */
export const keysWithinSkew = (events: readonly LedgerEvent[], at: Date): string[] =>
  events.filter((event) => event.at.getTime() >= at.getTime() - CLOCK_SKEW_MS).map(({ key }) => key);

/**
 * Returns the data of the payment that changes the card, with the keys of the charges that were recorded before it. The
 * charges belong to the old card, although the clocks of two card providers may date them after the payment.
 */
export function knowingCharges(
  data: LedgerEventData,
  events: readonly LedgerEvent[],
  at: Date,
): LedgerEventData {
  if (data.kind !== 'paymentSucceeded' || data.role !== 'first' || !isCardChange(data.orderKind)) return data;
  // The clocks of two card providers differ by at most twice the skew. A later charge is no cause of this payment.
  const latest = at.getTime() + 2 * CLOCK_SKEW_MS;
  const charges = events.filter(
    (event) =>
      event.data.kind === 'paymentSucceeded' &&
      event.data.role === 'recurrent' &&
      event.at.getTime() <= latest,
  );
  const known = keysWithinSkew(charges, at);
  return known.length === 0 ? data : { ...data, known };
}

/** Dates the payment that changes the card after the charges that were recorded before it. */
function afterKnownCharges(event: LedgerEvent, byKey: ReadonlyMap<string, LedgerEvent>): LedgerEvent {
  const { data, at } = event;
  if (data.kind !== 'paymentSucceeded' || data.known === undefined) return event;
  const latest = data.known.reduce((time, key) => Math.max(time, (byKey.get(key)?.at.getTime() ?? 0) + 1), 0);
  return { ...event, at: later(at, new Date(latest)) };
}

/**
 * Deduplicates ledger events by key and sorts them by time. The refund of a payment is never dated before the payment,
 * and a change of card never before a charge that was recorded earlier.
 */
function sortedByTime(events: readonly LedgerEvent[]): LedgerEvent[] {
  const byKey = new Map<string, LedgerEvent>();
  for (const event of [...events].sort(compareByTime)) {
    if (!byKey.has(event.key)) byKey.set(event.key, event);
  }
  const dated = [...byKey.values()].map((event) => afterKnownCharges(event, byKey)).sort(compareByTime);
  const paidAt = new Map<string, Date>();
  for (const { data, at } of dated) {
    if (data.kind === 'paymentSucceeded' && !paidAt.has(paymentKey(data))) paidAt.set(paymentKey(data), at);
  }
  return dated
    .map((event) => {
      const { data } = event;
      return isReturn(data) ? { ...event, at: later(event.at, paidAt.get(paymentKey(data)) ?? null) } : event;
    })
    .sort(compareByTime);
}

interface DecidedEvent extends LedgerEvent {
  data: Decision;
}

/** Sorts decisions by time. Decisions with the same time follow the decisions that they list as known. */
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
  /** Keys of the refunds that the card provider made at the request of this server. */
  private readonly made: ReadonlySet<string>;
  /** Number of each charge within its recurring payment, by event key. The first charge has number 1. */
  private readonly charges = new Map<string, number>();
  private readonly reports: readonly (LedgerEvent & { data: Report })[];
  private readonly epochs = new Map<string, number>();

  constructor(private readonly sorted: readonly LedgerEvent[]) {
    this.decisions = inOrderOfDecision(
      sorted.flatMap(({ data, ...event }) => (isDecision(data) ? [{ ...event, data }] : [])),
    );
    this.made = new Set(
      sorted.flatMap(({ data }) => (data.kind === 'refundMade' ? [buildRefundKey(data)] : [])),
    );
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
      // A refund must not precede its payment or the staff decision that it carries out.
      const earliest = Math.max(payments.get(paymentKey(data)) ?? 0, this.findEpochAfterDecision(data));
      this.epochs.set(key, Math.max(this.firstDecisionAfter(event), earliest));
    }
  }

  /**
   * Returns the sorted ledger events. Each decision follows the events that were known when it was recorded, and comes
   * before all other events.
   */
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

  /**
   * Returns the index of the first decision that a ledger event precedes, or the number of decisions if the event
   * precedes no decision.
   */
  private firstDecisionAfter(event: LedgerEvent): number {
    const index = this.decisions.findIndex((decision) => this.precedes(event, decision));
    return index === -1 ? this.decisions.length : index;
  }

  private findEpochAfterDecision(data: ReturnReport): number {
    if (!this.isMadeByUs(data)) return 0;
    return this.decisions.findIndex(({ data: decided }) => isDecidedReturn(data, decided)) + 1;
  }

  private isMadeByUs(data: LedgerEventData): boolean {
    return data.kind === 'refunded' && this.made.has(buildRefundKey(data));
  }

  private precedes(event: LedgerEvent, decision: DecidedEvent): boolean {
    const { data, key, at } = event;
    const { data: decided } = decision;
    // A payment precedes its refund decision, because staff can only refund a recorded payment.
    if (
      data.kind === 'paymentSucceeded' &&
      'transactionId' in decided &&
      paymentKey(data) === paymentKey(decided)
    )
      return true;
    const isDecided = isDecidedReturn(data, decided);
    if (isDecided && this.isMadeByUs(data)) return false;
    if (decided.known?.includes(key) === true) return true;
    // A decision without a list of known events is sorted by time. A refund within the clock skew of its refund
    // decision, however, is sorted after the decision.
    if (decided.known === undefined && !isDecided) return compareByTime(event, decision) < 0;
    return at.getTime() < decision.at.getTime() - CLOCK_SKEW_MS || this.isCountedBefore(event, decision);
  }

  /**
   * Returns whether a report that precedes the decision already counts this charge, although the notification of the
   * charge arrived after the decision.
   */
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
   * Sorts the events between two decisions. A report on a recurring payment follows the charges that it counts. A
   * report on the end of a recurring payment follows every charge within the clock skew, because the time of a report
   * comes from this server's clock and the time of a charge from the card provider's clock.
   */
  private inOrderOfCharges(events: readonly LedgerEvent[]): LedgerEvent[] {
    if (!events.some(({ data }) => data.kind === 'recurringPaymentChanged')) return [...events];
    const placed = events.map((event) => ({
      event,
      place: { ...event, at: this.derivePlace(event, events) },
    }));
    return placed.sort((a, b) => compareByTime(a.place, b.place)).map(({ event }) => event);
  }

  private derivePlace({ at, data }: LedgerEvent, events: readonly LedgerEvent[]): Date {
    if (data.kind !== 'recurringPaymentChanged') return at;
    return events.reduce((place, other) => {
      const isOfIt = other.data.kind === 'paymentSucceeded' && other.data.orderId === data.orderId;
      const isClose = other.at.getTime() - at.getTime() <= CLOCK_SKEW_MS;
      return isOfIt && isClose && (isOver(data) || this.counts(data, other)) ? later(place, other.at) : place;
    }, at);
  }
}

const buildRefundKey = (data: LedgerEventDataOf<'refundMade' | 'refunded'>): string =>
  `${paymentKey(data)}:${data.refundId}`;

/** Returns whether a refund may be the result of a staff decision. */
const isDecidedReturn = (data: LedgerEventData, decided: Decision): boolean =>
  decided.kind === 'refundDecided' && isReturn(data) && paymentKey(data) === paymentKey(decided);

/**
 * Deduplicates the ledger events of an account and sorts them by cause and effect, then by time. Events of unknown kinds
 * are omitted.
 */
export function inCausalOrder(events: readonly LedgerEvent[]): LedgerEvent[] {
  const known = events.filter(({ data }) => isKnownKind(data.kind));
  return new CausalOrder(sortedByTime(known)).events();
}

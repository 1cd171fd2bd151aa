/**
 * Generates random histories of an account. The histories contain every kind of ledger event, at critical moments such as
 * a charge on its due day or an expiry to the millisecond. Events are dated by different clocks and arrive in any order.
 * Some events arrive twice.
 *
 * The card provider dates its events in whole seconds, by a clock that differs from the server's clock by up to ten
 * minutes. Some reports arrive after a decision of the server that lists the events known at that time.
 */
import { yooKassaDecline } from '../../src/server/adapters/yooKassa/yooKassaDeclines';
import { isDecision } from '../../src/server/domain/billing/eventOrder';
import type {
  LedgerEvent,
  LedgerEventData,
  RecurringPaymentState,
} from '../../src/server/domain/billing/ledgerEvents';
import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import type { OrderKind } from '../../src/shared/orderKinds';
import { type Composition, isOwnCharge, type ProviderName, providerOfOrder } from './compositions';
import { dayOfMonth, monthsOn } from './lifecycleModel';
import { MoneyModel } from './moneyModel';
import type { SeededRandom } from './seededRandom';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7;
const PRICE = 44_900;

/**
 * Possible next steps of a history. The probability of a step is proportional to the number of times that the step is
 * listed.
 */
const TURNS = [
  ...['order', 'order', 'order', 'charge', 'charge', 'charge', 'charge', 'charge', 'charge', 'word', 'word'],
  ...[
    'word',
    'gift',
    'gift',
    'refund',
    'refund',
    'office',
    'office',
    'office',
    'silence',
    'failed',
    'cancel',
    'chargeback',
  ],
  ...['voided', 'cardRemoved', 'wait', 'wait', 'longGift', 'putOff', 'days', 'days'],
  ...['newCard', 'newCard', 'newCard', 'race'],
] as const;

const STATES: readonly RecurringPaymentState[] = [
  'active',
  'active',
  'pastDue',
  'cancelled',
  'rejected',
  'expired',
];
/** Kinds of events that are dated by the provider's clock. */
const OF_THE_PROVIDER: readonly LedgerEventData['kind'][] = [
  'paymentSucceeded',
  'paymentFailed',
  'refunded',
  'voided',
];

const KINDS: readonly OrderKind[] = ['trial', 'trial', 'campaign', 'renewal', 'renewal'];
const NEW_CARDS: readonly OrderKind[] = ['cardChange', 'cardChangeMonth'];

/** Reasons of declined charges at YooKassa. Only the last reason is final. */
const OWN_REASONS = ['insufficient_funds', 'issuer_unavailable', 'permission_revoked'] as const;

/** Length of the trial in days, or null for a paid month. */
const LENGTHS: Readonly<Record<OrderKind, number | null>> = {
  trial: WEEK,
  campaign: WEEK,
  renewal: null,
  cardChange: 0,
  cardChangeMonth: null,
};

interface HistoryOrder {
  id: string;
  provider: ProviderName;
  kind: OrderKind;
  start: number;
}

/** Returns a history of an account that pays at the card providers of the composition. */
export function randomHistory(
  random: SeededRandom,
  composition: Composition = ['cloudPayments'],
): LedgerEvent[] {
  const one = <T>(items: readonly T[]): T => items[random.between(0, items.length - 1)]!;
  const events: LedgerEvent[] = [];
  const orders: HistoryOrder[] = [];
  const counts = new Map<string, { successes: number; failures: number }>();
  let now = Date.UTC(2027, random.between(0, 11), random.between(1, 31), random.between(0, 23));
  // The ends of months are the dates on which the lengths of months matter.
  if (random.chance(0.3)) now = Date.UTC(2027, random.between(0, 11), 31 - random.between(0, 3), 9);
  let number = 0;
  const transactions: { provider: ProviderName; id: string; amount: number }[] = [];
  /** Number of transactions at YooKassa, which may have the same ids as transactions at CloudPayments. */
  let ownNumber = 0;

  const skewOfProvider = random.between(-600, 600) * one([0, 10, 1000]);
  /** Moment at which the server recorded each event, by key, in ms. */
  const heardAt = new Map<string, number>();
  const notify = (when: number, key: string, data: LedgerEventData): void => {
    if (events.some((known) => known.key === key)) return;
    // In 5 % of cases the provider's clock is wrong by up to a day.
    const wrongBy = random.chance(0.05) ? random.between(-24 * 60, 24 * 60) * 60_000 : 0;
    const isTheirs = OF_THE_PROVIDER.includes(data.kind);
    const at = isTheirs ? Math.floor((when + skewOfProvider + wrongBy) / 1000) * 1000 : when + wrongBy;
    heardAt.set(key, isTheirs && random.chance(0.3) ? when + random.between(0, 1200) * 1000 : when);
    // In 15 % of cases a decision does not list the known events.
    const isListed = random.chance(0.85);
    const known = events.filter(
      (each) => (heardAt.get(each.key) ?? 0) <= when && each.at.getTime() >= at - 10 * 60_000,
    );
    events.push({
      key,
      at: new Date(at),
      data: isDecision(data) && isListed ? { ...data, known: known.map((each) => each.key) } : data,
    });
  };
  const next = (prefix: string): string => {
    number += 1;
    return `${prefix}-${String(number)}`;
  };
  const nextTransaction = (provider: ProviderName): string => {
    if (!isOwnCharge(provider)) return next('t');
    ownNumber += 1;
    return `t-${String(ownNumber)}`;
  };
  const newOrder = (kind: OrderKind, start: number): HistoryOrder => {
    const made = { id: next('o'), provider: providerOfOrder(composition, random), kind, start };
    orders.push(made);
    return made;
  };
  /** Returns what the events of a card provider contain for which the server makes the charges. */
  const ownFields = ({ provider, kind }: HistoryOrder, role: 'first' | 'recurrent') => {
    if (!isOwnCharge(provider)) return {};
    const isHold = role === 'first' && (kind === 'trial' || kind === 'cardChange');
    const isUnsaved = role === 'first' && !isHold && random.chance(0.15);
    return {
      chargedBy: 'merchant' as const,
      ...(isHold ? { isHold: true as const } : {}),
      ...(isUnsaved ? { isUnsaved: true as const } : {}),
    };
  };
  /** Due dates of the charges that the server requested. */
  const ownDueDates: number[] = [];
  /** Returns the due date of a charge. Sometimes the date was charged before, or is not known. */
  const chooseDueDate = ({ provider }: HistoryOrder, role: 'first' | 'recurrent') => {
    if (!isOwnCharge(provider) || role === 'first' || random.chance(0.1)) return {};
    const due = new MoneyModel(events).charge ?? now;
    const dates = random.chance(0.8) ? [due] : [due, ...ownDueDates];
    const chargeAt = one(dates) + one([0, 0, 0, 50_000, 11 * HOUR]);
    ownDueDates.push(chargeAt);
    return { chargeAt: new Date(chargeAt).toISOString() };
  };
  const paid = (at: number, order: HistoryOrder, role: 'first' | 'recurrent'): void => {
    const { provider } = order;
    const transactionId = nextTransaction(provider);
    const isMonth = role === 'recurrent' || order.kind === 'renewal' || order.kind === 'cardChangeMonth';
    const amountKopecks = isMonth ? PRICE : 100;
    transactions.push({ provider, id: transactionId, amount: amountKopecks });
    notify(at, `paid:${provider}:${transactionId}`, {
      kind: 'paymentSucceeded',
      provider,
      transactionId,
      orderId: order.id,
      role,
      orderKind: order.kind,
      amountKopecks,
      recurringPaymentAmountKopecks: PRICE,
      recurringPaymentStartAt: new Date(order.start).toISOString(),
      trialDays: LENGTHS[order.kind],
      cardMask: random.chance(0.9) ? `•••• ${String(one([4242, 4242, random.between(1000, 9999)]))}` : null,
      ...(role === 'first' && random.chance(0.05) ? { trialUsed: true as const } : {}),
      ...ownFields(order, role),
      ...chooseDueDate(order, role),
    });
  };

  /** The server's attempts to charge are declined, on successive days. Sometimes the charge was due days ago. */
  const failOwn = (order: HistoryOrder, due: number): void => {
    if (random.chance(0.8)) now = Math.max(now, due + random.between(-1, 4) * one([0, HOUR, DAY]));
    const attempts = random.between(1, 4);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      notify(now + attempt * DAY, next('failed'), {
        kind: 'paymentFailed',
        provider: order.provider,
        transactionId: nextTransaction(order.provider),
        orderId: order.id,
        role: random.chance(0.9) ? 'recurrent' : 'first',
        decline: yooKassaDecline(one(OWN_REASONS)),
      });
    }
  };
  /** The server postpones a charge that it did not announce, or that is days late. */
  const postpone = (order: HistoryOrder, due: number): void => {
    if (random.chance(0.8)) now = Math.max(now, due + random.between(-1, 8) * one([0, HOUR, DAY]));
    notify(now, next('postponed'), {
      kind: 'chargePostponed',
      orderId: order.id,
      to: new Date(now + one([3 * DAY, 3 * DAY, HOUR, 20 * DAY])).toISOString(),
    });
  };

  const act = (): void => {
    const model = new MoneyModel(events);
    if (model.isOffItsDay && model.deal !== null && random.chance(0.7))
      notify(now, next('anchored'), { kind: 'monthsAnchored', orderId: model.deal.order });
    const due = model.charge ?? now + random.between(1, 40) * DAY;
    const order = orders.length === 0 ? null : random.chance(0.8) ? orders.at(-1)! : one(orders);
    const transaction = transactions.length === 0 ? null : one(transactions);
    switch (one(TURNS)) {
      case 'wait':
        now += random.between(1, 60) * DAY;
        return;
      case 'order': {
        const kind = one(KINDS);
        if (kind === 'renewal' && random.chance(0.4)) while (dayOfMonth(now) < 29) now += DAY;
        // The start date is mostly the date that the shop would offer. A gift or a refund may have changed the offered
        // date in the meantime.
        const from = Math.max(now, random.chance(0.8) ? (model.end ?? 0) : 0);
        const start = kind === 'renewal' ? monthsOn(from, 1, dayOfMonth(from)) : from + WEEK * DAY;
        const made = newOrder(kind, start);
        if (random.chance(0.3)) now += random.between(1, 20) * 60_000;
        paid(now, made, 'first');
        if (random.chance(0.1)) paid(now + random.between(0, 2) * 1000, made, 'first');
        return;
      }
      case 'newCard': {
        // The form and the date are mostly those that the server would offer. The offered form and date may be outdated
        // at the payment.
        const isMonth = random.chance(0.5);
        if (isMonth && random.chance(0.7))
          now = Math.max(now, due + random.between(-3, 3) * one([HOUR, DAY]));
        const start = isMonth ? monthsOn(due, 1, dayOfMonth(due)) : due;
        const made = newOrder(NEW_CARDS[isMonth ? 1 : 0]!, start + one([0, 2000, DAY]));
        paid(now, made, 'first');
        if (random.chance(0.1)) paid(now + random.between(0, 2) * 1000, made, 'first');
        return;
      }
      case 'race': {
        // The old card is charged, or its recurring payment is reported as cancelled, within minutes of the new card's payment.
        if (order === null) return;
        now = Math.max(now, due);
        const isMonth = random.chance(0.5);
        const start = isMonth ? monthsOn(due, 1, dayOfMonth(due)) : due;
        const made = newOrder(NEW_CARDS[isMonth ? 1 : 0]!, start + 2000);
        const charged = now + random.between(-2, 2) * one([0, 1000, 60_000]);
        if (random.chance(0.5)) paid(charged, order, 'recurrent');
        paid(now, made, 'first');
        if (random.chance(0.5)) paid(charged, order, 'recurrent');
        if (!isOwnCharge(order.provider) && random.chance(0.5))
          notify(now + random.between(0, 5) * 1000, next('word'), {
            kind: 'recurringPaymentChanged',
            provider: order.provider,
            orderId: order.id,
            recurringPaymentId: `sc_${order.id}`,
            state: 'cancelled',
            ...(counts.get(order.id) ?? { successes: 0, failures: 0 }),
            nextChargeAt: null,
          });
        return;
      }
      case 'charge':
        if (order === null) return;
        if (random.chance(0.8)) now = Math.max(now, due + random.between(-3, 4) * one([0, 0, HOUR, DAY]));
        paid(now, order, 'recurrent');
        if (random.chance(0.1))
          paid(now + one([1000, HOUR, 10 * DAY, 15 * DAY, 16 * DAY]), order, 'recurrent');
        return;
      case 'failed':
        if (order !== null && isOwnCharge(order.provider)) {
          failOwn(order, due);
          return;
        }
        notify(random.chance(0.5) ? Math.max(now, due) : now, next('failed'), {
          kind: 'paymentFailed',
          provider: 'cloudPayments',
          transactionId: next('t'),
          orderId: random.chance(0.9) ? (order?.id ?? null) : null,
          role: random.chance(0.8) ? 'recurrent' : 'first',
          decline: cloudPaymentsDecline(one([5051, 5034, null])),
        });
        return;
      case 'word': {
        if (order === null) return;
        if (isOwnCharge(order.provider)) {
          postpone(order, due);
          return;
        }
        const count = counts.get(order.id) ?? { successes: 0, failures: 0 };
        if (random.chance(0.3)) count.successes += 1;
        count.failures = random.chance(0.3) ? random.between(0, 3) : count.failures;
        counts.set(order.id, count);
        const said = one([null, due, due, due + DAY, due - 2 * DAY, due + 60 * DAY, now - DAY]);
        const { successes, failures } = random.chance(0.9) ? count : { successes: 0, failures: 0 };
        notify(now, next('word'), {
          kind: 'recurringPaymentChanged',
          provider: order.provider,
          orderId: order.id,
          recurringPaymentId: `sc_${order.id}`,
          state: one(STATES),
          successes,
          failures,
          nextChargeAt: said === null ? null : new Date(said).toISOString(),
        });
        return;
      }
      case 'putOff': {
        // The recurring payment is postponed beyond the paid access in the provider's dashboard. Then the simulated time
        // advances to about the end of the paid access.
        if (order === null) return;
        if (isOwnCharge(order.provider)) {
          postpone(order, due);
          return;
        }
        const { successes, failures } = counts.get(order.id) ?? { successes: 0, failures: 0 };
        notify(now, next('word'), {
          kind: 'recurringPaymentChanged',
          provider: order.provider,
          orderId: order.id,
          recurringPaymentId: `sc_${order.id}`,
          state: 'active',
          successes,
          failures,
          nextChargeAt: new Date(due + random.between(20, 90) * DAY).toISOString(),
        });
        now = Math.max(now, (model.end ?? now) + random.between(-2, 12) * DAY);
        return;
      }
      case 'gift':
        notify(now, next('gift'), { kind: 'giftGranted', months: random.between(1, 3) });
        return;
      case 'longGift':
        notify(now, next('gift'), { kind: 'giftGranted', months: random.between(10, 26) });
        return;
      case 'days':
        notify(now, next('days'), { kind: 'daysGranted', days: random.between(1, 31) });
        return;
      case 'silence':
        if (order === null) return;
        now = Math.max(now, (model.silentAt ?? now) + random.between(-1, 1));
        notify(now, next('lapsed'), { kind: 'lapsed', orderId: order.id });
        return;
      case 'cancel':
        notify(now, next('cancelled'), { kind: 'cancelled', by: one(['customer', 'staff'] as const) });
        return;
      case 'cardRemoved':
        notify(now, next('card'), { kind: 'cardRemoved' });
        return;
      case 'refund': {
        if (transaction === null) return;
        const amountKopecks = random.between(0, transaction.amount);
        notify(now, `decided:${transaction.provider}:${transaction.id}`, {
          kind: 'refundDecided',
          provider: transaction.provider,
          transactionId: transaction.id,
          amountKopecks,
          ...one([
            {},
            {},
            { keepsAccess: true as const },
            { keepsAccess: true as const, keepsRenewal: true as const },
          ]),
        });
        return;
      }
      case 'office': {
        if (transaction === null) return;
        const { provider, id: transactionId, amount } = transaction;
        const decision = events.flatMap(({ data }) =>
          data.kind === 'refundDecided' && data.provider === provider && data.transactionId === transactionId
            ? [data.amountKopecks]
            : [],
        )[0];
        const amountKopecks =
          decision !== undefined && decision > 0 && random.chance(0.6)
            ? decision
            : random.chance(0.6)
              ? amount
              : random.between(1, amount);
        const refundId = next('refund');
        notify(now, refundId, {
          kind: 'refunded',
          provider,
          transactionId,
          refundId,
          amountKopecks,
        });
        if (decision !== undefined && random.chance(0.5))
          notify(now, `made:${refundId}`, {
            kind: 'refundMade',
            provider,
            transactionId,
            refundId,
          });
        return;
      }
      case 'voided':
        if (transaction !== null)
          notify(now, `voided:${transaction.provider}:${transaction.id}`, {
            kind: 'voided',
            provider: transaction.provider,
            transactionId: transaction.id,
          });
        return;
      case 'chargeback': {
        if (transaction === null) return;
        const { provider, id: transactionId, amount: amountKopecks } = transaction;
        notify(now, `back:${provider}:${transactionId}`, {
          kind: 'chargedBack',
          provider,
          transactionId,
          amountKopecks,
        });
      }
    }
  };

  const length = random.between(1, 18);
  while (events.length < length) {
    act();
    now += one([0, 0, 300, 1000, 4 * 60_000, HOUR, DAY, DAY, 5 * DAY, 20 * DAY]) * random.between(0, 2);
  }
  return events;
}

/** Returns the events of a history in a random order of arrival. Some events occur twice. */
export function shuffleArrival(events: readonly LedgerEvent[], random: SeededRandom): LedgerEvent[] {
  const copies = [...events, ...events.filter(() => random.chance(0.2))];
  return copies
    .map((event) => ({ event, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
}

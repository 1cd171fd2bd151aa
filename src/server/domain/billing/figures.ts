/**
 * Daily metrics of an account for the owner's statistics.
 *
 * Event metrics are computed from the ledger events and count on the day of the event. Status metrics count on the day
 * on which the server records the status change, so that past subscriber counts never change.
 */
import { moscowDay } from '../../../shared/moscowDays';
import { isTrialKind, paysMonth, verifiesCard } from '../../../shared/orderKinds';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { ordersContinuedBy, type Payment, type SubscriptionState } from './fold';
import type { LedgerEvent } from './ledgerEvents';

/** Names of the daily metrics. */
const FIGURES = [
  /** Metric of payments, by `PaymentKind`. */
  'paid',
  /** Metric of money returned to payers, by cause: `refund`, `void` or `bank`. */
  'returned',
  /** Metric of declined payments, by role: `first` or `recurrent`. */
  'failed',
  /**
   * Metrics of trials, by order kind. `trialBegun` counts the trials that started on the day. `trialConverted` counts
   * the first charges after a trial that were made on the day. `trialCharged` counts the trials that started on the day
   * and were charged later.
   */
  'trialBegun',
  'trialConverted',
  'trialCharged',
  'giftUsed',
  /** Metric of the change in the number of accounts with a subscription status, by status. */
  'status',
  /** Metric of the change in the number of accounts that pay monthly, and in their total monthly amount. */
  'paying',
  /** Metrics of accounts that started or stopped paying monthly. */
  'joined',
  'left',
  /**
   * Metrics of orders on the page /pay, by partner prefix: started trials, trials charged for the first time, payments
   * and refunds.
   */
  'partnerBegun',
  'partnerConverted',
  'partnerPaid',
  'partnerReturned',
] as const;
export type Figure = (typeof FIGURES)[number];

/**
 * Kind of a payment. A `surplus` payment bought no access and is refunded; a `check` payment is the 1-ruble card
 * verification.
 */
export type PaymentKind = 'check' | 'campaign' | 'first' | 'charge' | 'surplus';

/**
 * Contribution of an account to a daily metric: the day in Moscow time, the name and label of the metric, a count and
 * an amount.
 */
export interface DailyFigure {
  day: string;
  figure: Figure;
  label: string;
  count: number;
  kopecks: number;
}

const kindOf = ({ verdict, role, orderKind }: Payment): PaymentKind => {
  if (verdict !== 'counted') return 'surplus';
  if (role === 'recurrent') return 'charge';
  if (verifiesCard(orderKind)) return 'check';
  return orderKind === 'campaign' ? 'campaign' : orderKind === 'cardChangeMonth' ? 'charge' : 'first';
};

/**
 * Returns whether a payment paid for a month of a subscription agreement that began earlier, also with another card.
 */
const isMonthly = ({ role, orderKind, verdict }: Payment): boolean =>
  verdict === 'counted' && (role === 'recurrent' || orderKind === 'cardChangeMonth');

function figuresOfPayment(payment: Payment): DailyFigure[] {
  const { at, amountKopecks, partner, returns } = payment;
  const day = moscowDay(at);
  const paid = { count: 1, kopecks: amountKopecks };
  return [
    { day, figure: 'paid', label: kindOf(payment), ...paid },
    ...(partner === null ? [] : [{ day, figure: 'partnerPaid' as const, label: partner, ...paid }]),
    ...returns.flatMap((back): DailyFigure[] => {
      const gone = { day: moscowDay(back.at), count: 1, kopecks: back.kopecks };
      return [
        { figure: 'returned', label: back.by, ...gone },
        ...(partner === null ? [] : [{ figure: 'partnerReturned' as const, label: partner, ...gone }]),
      ];
    }),
  ];
}

function figuresOfTrial(
  begun: Payment,
  { payments, agreements }: Pick<SubscriptionState, 'payments' | 'agreements'>,
): DailyFigure[] {
  const continuing = new Set(
    agreements
      .filter((agreement) => ordersContinuedBy(agreements, agreement).has(begun.orderId))
      .map(({ orderId }) => orderId),
  );
  const charged = payments.find((payment) => continuing.has(payment.orderId) && isMonthly(payment));
  const { orderKind: label, partner } = begun;
  const once = { count: 1, kopecks: 0 };
  const begunOn = moscowDay(begun.at);
  const ofPartner = (day: string, figure: Figure): DailyFigure[] =>
    partner === null ? [] : [{ day, figure, label: partner, ...once }];
  return [
    { day: begunOn, figure: 'trialBegun', label, ...once },
    ...ofPartner(begunOn, 'partnerBegun'),
    ...(charged === undefined
      ? []
      : [
          { day: begunOn, figure: 'trialCharged' as const, label, ...once },
          { day: moscowDay(charged.at), figure: 'trialConverted' as const, label, ...once },
          ...ofPartner(moscowDay(charged.at), 'partnerConverted'),
        ]),
  ];
}

/** Returns the event metrics of an account. */
export function happenedIn(
  history: readonly LedgerEvent[],
  { payments, gifts, agreements }: Pick<SubscriptionState, 'payments' | 'gifts' | 'agreements'>,
): DailyFigure[] {
  const declined = new Map(
    history.flatMap(({ key, at, data }) =>
      data.kind === 'paymentFailed' ? [[key, { at, label: data.role }] as const] : [],
    ),
  );
  const begun = payments.filter(
    (payment) => payment.role === 'first' && payment.verdict === 'counted' && isTrialKind(payment.orderKind),
  );
  return [
    ...payments.flatMap(figuresOfPayment),
    ...begun.flatMap((payment) => figuresOfTrial(payment, { payments, agreements })),
    ...[...declined.values()].map(({ at, label }): DailyFigure => ({
      day: moscowDay(at),
      figure: 'failed',
      label,
      count: 1,
      kopecks: 0,
    })),
    ...gifts.map(({ at }): DailyFigure => ({
      day: moscowDay(at),
      figure: 'giftUsed',
      label: '',
      count: 1,
      kopecks: 0,
    })),
  ];
}

/** Subscription status of an account and its monthly amount. */
export interface Standing {
  status: SubscriptionStatus;
  /** Monthly amount in kopecks, or null if the account does not pay monthly or has not paid for a month yet. */
  monthlyKopecks: number | null;
}

/** Status and monthly amount of an account without ledger events. */
export const NO_STANDING: Standing = { status: 'NOT_ACTIVE', monthlyKopecks: null };

export function standingOf(
  { agreement, agreements, payments }: Pick<SubscriptionState, 'agreement' | 'agreements' | 'payments'>,
  status: SubscriptionStatus,
): Standing {
  const orderIds = agreement === null ? new Set<string>() : ordersContinuedBy(agreements, agreement);
  const hasPaidMonth =
    status === 'ACTIVE' &&
    agreement !== null &&
    payments.some(
      ({ orderId, role, verdict, orderKind }) =>
        orderIds.has(orderId) && verdict === 'counted' && (role === 'recurrent' || paysMonth(orderKind)),
    );
  return { status, monthlyKopecks: hasPaidMonth ? agreement.recurringPaymentAmountKopecks : null };
}

/** Returns the status metrics of a change in an account's status or monthly amount. */
export function movedBetween(from: Standing, to: Standing, at: Date): DailyFigure[] {
  const day = moscowDay(at);
  const moved: DailyFigure[] = [];
  if (from.status !== to.status)
    moved.push(
      { day, figure: 'status', label: from.status, count: -1, kopecks: 0 },
      { day, figure: 'status', label: to.status, count: 1, kopecks: 0 },
    );
  if (from.monthlyKopecks === to.monthlyKopecks) return moved;
  const count = (to.monthlyKopecks === null ? 0 : 1) - (from.monthlyKopecks === null ? 0 : 1);
  const kopecks = (to.monthlyKopecks ?? 0) - (from.monthlyKopecks ?? 0);
  moved.push({ day, figure: 'paying', label: '', count, kopecks });
  if (count !== 0)
    moved.push({
      day,
      figure: count > 0 ? 'joined' : 'left',
      label: '',
      count: 1,
      kopecks: Math.abs(kopecks),
    });
  return moved;
}

/**
 * Sums metric contributions with the same day, metric and label. Sums whose count and amount are both 0 are omitted.
 */
export function summed(figures: readonly DailyFigure[]): DailyFigure[] {
  const sums = new Map<string, DailyFigure>();
  for (const figure of figures) {
    const key = [figure.day, figure.figure, figure.label].join(' ');
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...figure });
    else {
      sum.count += figure.count;
      sum.kopecks += figure.kopecks;
    }
  }
  return [...sums.values()].filter(({ count, kopecks }) => count !== 0 || kopecks !== 0);
}

/** Returns the metric contributions that must be added to `before` to get `after`. */
export function differenceOf(before: readonly DailyFigure[], after: readonly DailyFigure[]): DailyFigure[] {
  return summed([
    ...after,
    ...before.map((figure) => ({ ...figure, count: -figure.count, kopecks: -figure.kopecks })),
  ]);
}

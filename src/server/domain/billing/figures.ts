/**
 * Daily metrics of an account for the owner's statistics.
 *
 * Event metrics are computed from the ledger events and count on the day of the event. Status metrics count on the day
 * on which the server records the status change, so that past subscriber counts never change.
 */
import { moscowDay } from '../../../shared/moscowDays';
import { isTrialKind, paysMonth, verifiesCard } from '../../../shared/orderKinds';
import { isSaleKind, type PaymentKind } from '../../../shared/paymentKinds';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { LedgerEvent } from './ledgerEvents';
import {
  type MoneyReturn,
  ordersContinuedBy,
  type Payment,
  type SubscriptionState,
} from './subscriptionState';

/** Names of the daily metrics. */
export const FIGURES = [
  /** Metric of payments, by `PaymentKind`. */
  'paid',
  /** Metric of money returned to payers, by cause and kind of the payment (`returnLabel`). */
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
  /**
   * Metrics of accounts that started to pay monthly (by `JoinLabel`), stopped to pay monthly (by `LeaveLabel`), or
   * continued with another monthly amount. The amounts of `joined` and `left` are positive.
   */
  'joined',
  'left',
  'repriced',
  /**
   * Metrics of orders on the page /pay, by partner prefix: started trials, trials charged for the first time, payments
   * and refunds.
   */
  'partnerBegun',
  'partnerConverted',
  'partnerPaid',
  'partnerReturned',
  /** Metrics of sales and of their refunds and chargebacks, by the name of the card provider. */
  'providerPaid',
  'providerReturned',
] as const;
export type Figure = (typeof FIGURES)[number];

/** Label of a returned amount, such as `bank:charge` for a chargeback of a monthly charge. */
export type ReturnLabel = `${MoneyReturn['by']}:${PaymentKind}`;

/** Whether an account that starts to pay monthly pays for its first month ever (`new`) or has paid before. */
export type JoinLabel = 'new' | 'returned';

/**
 * Why an account stopped to pay monthly. `lapsed` means that no charge succeeded. In all other cases, such as a
 * cancellation, a refund, a chargeback or a new trial, the label is `canceled`.
 */
export type LeaveLabel = 'canceled' | 'lapsed';

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

const derivePaymentKind = ({ verdict, role, orderKind }: Payment): PaymentKind => {
  if (verdict !== 'counted') return 'surplus';
  if (role === 'recurrent') return 'charge';
  if (verifiesCard(orderKind)) return 'check';
  return orderKind === 'campaign' ? 'campaign' : orderKind === 'cardChangeMonth' ? 'charge' : 'first';
};

const returnLabel = (by: MoneyReturn['by'], kind: PaymentKind): ReturnLabel => `${by}:${kind}`;

/**
 * Returns whether a payment paid for a month of a subscription agreement that began earlier, also with another card.
 */
const isMonthly = ({ role, orderKind, verdict }: Payment): boolean =>
  verdict === 'counted' && (role === 'recurrent' || orderKind === 'cardChangeMonth');

function figuresOfPayment(payment: Payment): DailyFigure[] {
  const { at, amountKopecks, partner, provider, returns } = payment;
  const day = moscowDay(at);
  const paid = { count: 1, kopecks: amountKopecks };
  const isSale = isSaleKind(derivePaymentKind(payment));
  return [
    { day, figure: 'paid', label: derivePaymentKind(payment), ...paid },
    ...(partner === null ? [] : [{ day, figure: 'partnerPaid' as const, label: partner, ...paid }]),
    ...(isSale ? [{ day, figure: 'providerPaid' as const, label: provider, ...paid }] : []),
    ...returns.flatMap((back): DailyFigure[] => {
      const gone = { day: moscowDay(back.at), count: 1, kopecks: back.kopecks };
      return [
        { figure: 'returned', label: returnLabel(back.by, derivePaymentKind(payment)), ...gone },
        ...(partner === null ? [] : [{ figure: 'partnerReturned' as const, label: partner, ...gone }]),
        ...(isSale ? [{ figure: 'providerReturned' as const, label: provider, ...gone }] : []),
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

/** Sales and refunds of sales in a period. Amounts are in kopecks. */
export interface Sales {
  /** Amount of the sales, including sales that were refunded later. */
  paidKopecks: number;
  refunds: number;
  refundedKopecks: number;
}

/**
 * Returns the sales and refunds of an account from `from` to `until`, inclusive. The owner's analytics count the same
 * sales and refunds on whole days.
 */
export function salesBetween(
  { payments }: Pick<SubscriptionState, 'payments'>,
  { from, until }: { from: Date; until: Date },
): Sales {
  const isIn = ({ at }: { at: Date }): boolean => at >= from && at <= until;
  const sales = payments.filter((payment) => isSaleKind(derivePaymentKind(payment)));
  const refunds = sales.flatMap(({ returns }) => returns).filter((back) => back.by !== 'bank' && isIn(back));
  return {
    paidKopecks: sales.filter(isIn).reduce((sum, { amountKopecks }) => sum + amountKopecks, 0),
    refunds: refunds.length,
    refundedKopecks: refunds.reduce((sum, { kopecks }) => sum + kopecks, 0),
  };
}

/** Subscription status of an account, and how the account pays monthly. */
export interface Standing {
  status: SubscriptionStatus;
  /** Monthly amount in kopecks, or null if the account does not pay monthly or has not paid for a month yet. */
  monthlyKopecks: number | null;
  /** Whether the account has ever paid for a month. */
  hasPaidMonth: boolean;
  /** Reason if this standing ends the monthly payments. */
  leaveLabel: LeaveLabel;
}

/** Standing of an account without ledger events. */
export const NO_STANDING: Standing = {
  status: 'NOT_ACTIVE',
  monthlyKopecks: null,
  hasPaidMonth: false,
  leaveLabel: 'canceled',
};

function deriveLeaveLabel(
  { agreement }: Pick<SubscriptionState, 'agreement'>,
  status: SubscriptionStatus,
): LeaveLabel {
  const ended = agreement?.ended ?? null;
  // An expired subscription whose agreement has not ended waits for an overdue charge.
  if (ended === null) return status === 'EXPIRED' ? 'lapsed' : 'canceled';
  const isUnpaid = ended.by === 'lapse' || (ended.by === 'provider' && ended.state !== 'cancelled');
  return isUnpaid ? 'lapsed' : 'canceled';
}

/** Returns the standing of an account with the stored subscription status `status`. */
export function deriveStanding(
  { agreement, agreements, payments }: Pick<SubscriptionState, 'agreement' | 'agreements' | 'payments'>,
  status: SubscriptionStatus,
): Standing {
  const orderIds = agreement === null ? new Set<string>() : ordersContinuedBy(agreements, agreement);
  const months = payments.filter(
    ({ role, verdict, orderKind }) => verdict === 'counted' && (role === 'recurrent' || paysMonth(orderKind)),
  );
  const isPaying =
    status === 'ACTIVE' && agreement !== null && months.some(({ orderId }) => orderIds.has(orderId));
  return {
    status,
    monthlyKopecks: isPaying ? agreement.recurringPaymentAmountKopecks : null,
    hasPaidMonth: months.length > 0,
    leaveLabel: deriveLeaveLabel({ agreement }, status),
  };
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
  moved.push(
    { day, figure: 'paying', label: '', count, kopecks },
    { day, ...deriveMovement(from, to, kopecks) },
  );
  return moved;
}

function deriveMovement(from: Standing, to: Standing, kopecks: number): Omit<DailyFigure, 'day'> {
  if (from.monthlyKopecks === null) {
    const label: JoinLabel = from.hasPaidMonth ? 'returned' : 'new';
    return { figure: 'joined', label, count: 1, kopecks };
  }
  if (to.monthlyKopecks === null)
    return { figure: 'left', label: to.leaveLabel, count: 1, kopecks: -kopecks };
  return { figure: 'repriced', label: '', count: 1, kopecks };
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
export function computeDifference(
  before: readonly DailyFigure[],
  after: readonly DailyFigure[],
): DailyFigure[] {
  return summed([
    ...after,
    ...before.map((figure) => ({ ...figure, count: -figure.count, kopecks: -figure.kopecks })),
  ]);
}

/**
 * What an account's history adds to the owner's numbers, day by day. Two kinds of figures: what happened,
 * which follows from the facts alone and stands on the day of the facts; and where the account stands,
 * which changes on the day on which we learn of it, so that yesterday's count of subscribers stays.
 */
import { moscowDay } from '../../../shared/moscowDays';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { type Payment, type SubscriptionState } from './fold';
import type { LedgerEvent } from './ledgerEvents';

const FIGURES = [
  /** Money taken, by `PaymentKind`. */
  'paid',
  /** Money that went back, by `ReturnKind`. */
  'returned',
  /** Payments that the bank declined: `first` or `recurrent`. */
  'failed',
  /** Trials, by the kind of their order: begun; first charged; begun on that day and charged since. */
  'trialBegun',
  'trialConverted',
  'trialCharged',
  'giftUsed',
  /** Accounts of a status. */
  'status',
  /** Accounts that are charged by the month, and what they are charged in a month. */
  'paying',
  'joined',
  'left',
  /** Trials of /pay by the partner's prefix: begun, charged for the first time; money taken and gone back. */
  'partnerBegun',
  'partnerConverted',
  'partnerPaid',
  'partnerReturned',
] as const;
export type Figure = (typeof FIGURES)[number];

/** surplus: bought nothing and goes back; check: the ruble that verifies a card. */
export type PaymentKind = 'check' | 'campaign' | 'first' | 'charge' | 'surplus';

/** One addend: a day in Moscow, what of which label, how many and how much. */
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
  return orderKind === 'trial' ? 'check' : orderKind === 'campaign' ? 'campaign' : 'first';
};

const isTrial = ({ orderKind }: Payment): boolean => orderKind !== 'renewal';

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

function figuresOfTrial(begun: Payment, payments: readonly Payment[]): DailyFigure[] {
  const charged = payments.find(
    ({ orderId, role, verdict }) =>
      orderId === begun.orderId && role === 'recurrent' && verdict === 'counted',
  );
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

/** What happened in an account's life. */
export function happenedIn(
  history: readonly LedgerEvent[],
  { payments, gifts }: Pick<SubscriptionState, 'payments' | 'gifts'>,
): DailyFigure[] {
  const declined = new Map(
    history.flatMap(({ key, at, data }) =>
      data.kind === 'paymentFailed' ? [[key, { at, label: data.role }] as const] : [],
    ),
  );
  const begun = payments.filter(
    (payment) => payment.role === 'first' && payment.verdict === 'counted' && isTrial(payment),
  );
  return [
    ...payments.flatMap(figuresOfPayment),
    ...begun.flatMap((payment) => figuresOfTrial(payment, payments)),
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

/** Where an account stands: its status, and what it is charged in a month once it has paid for one. */
export interface Standing {
  status: SubscriptionStatus;
  /** Null: it is not charged by the month, or not yet. */
  monthlyKopecks: number | null;
}

/** Of an account without any event. */
export const NO_STANDING: Standing = { status: 'NOT_ACTIVE', monthlyKopecks: null };

export function standingOf(
  { agreement, payments }: Pick<SubscriptionState, 'agreement' | 'payments'>,
  status: SubscriptionStatus,
): Standing {
  const hasPaidMonth =
    status === 'ACTIVE' &&
    agreement !== null &&
    payments.some(
      ({ orderId, role, verdict, orderKind }) =>
        orderId === agreement.orderId &&
        verdict === 'counted' &&
        (role === 'recurrent' || orderKind === 'renewal'),
    );
  return { status, monthlyKopecks: hasPaidMonth ? agreement.recurringPaymentAmountKopecks : null };
}

/** What a change of standing adds on its day. */
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

/** The addends of the same day, figure and label as one; those that come to nothing are left out. */
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

/** What must be added to `before` to come to `after`. */
export function differenceOf(before: readonly DailyFigure[], after: readonly DailyFigure[]): DailyFigure[] {
  return summed([
    ...after,
    ...before.map((figure) => ({ ...figure, count: -figure.count, kopecks: -figure.kopecks })),
  ]);
}

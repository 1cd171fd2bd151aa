/** Which payment staff may give back, how much of it, and what then becomes of the access. */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { addUtcMonths } from '../../../shared/utcMonths';
import { keysWithinSkew } from './eventOrder';
import { foldSubscription, isVerification, type Payment, type SubscriptionState } from './fold';
import { type LedgerEvent, paymentKey, refundDecisionKey } from './ledgerEvents';
import { restOf, type Segment } from './segments';
import { statusAt, summarize } from './status';

/** The card provider gives nothing back that is older, months. */
export const REFUND_MONTHS = 12;

/** Why a refund is not possible. */
export type RefundRejection =
  /** Only an ACTIVE subscription is refunded. */
  | 'notActive'
  /** Unused days are given back of a CANCELED one. */
  | 'notCancelled'
  /** It bought none, or they are used. */
  | 'noDaysLeft'
  | 'noPayment'
  /** Two providers have a payment of this number. */
  | 'ambiguous'
  /** It bought nothing and is on its way back without anybody's decision. */
  | 'goesBackByItself'
  | 'decidedAlready'
  | 'nothingLeft'
  | 'tooOld'
  /** More than what is left of it. */
  | 'tooMuch';

/** What can still be given back of a payment, kopecks. A free trial's ruble is back: only its access ends. */
export function leftOf(payment: Payment): number {
  return isVerification(payment) ? 0 : Math.max(0, payment.amountKopecks - payment.returnedKopecks);
}

/** The payment that is given back when none is named: the last one that bought something. */
function lastRefundable(state: SubscriptionState): Payment | null {
  return state.payments.filter(({ verdict }) => verdict === 'counted').at(-1) ?? null;
}

const segmentOf = (state: SubscriptionState, payment: Payment): Segment | null =>
  state.segments.find(({ key }) => key === paymentKey(payment)) ?? null;

/** What of a payment falls on the time that is left of what it bought, kopecks, rounded up. */
export function unusedOf(state: SubscriptionState, payment: Payment, now: Date): number {
  const segment = segmentOf(state, payment);
  if (segment === null) return 0;
  const { from, until } = segment;
  const share = restOf(segment, now) / (until.getTime() - from.getTime());
  return Math.min(leftOf(payment), Math.ceil(payment.amountKopecks * share));
}

function rejectAnyway(payment: Payment, now: Date): RefundRejection | null {
  if (payment.verdict !== 'counted') return 'goesBackByItself';
  if (payment.refundTargetKopecks !== null) return 'decidedAlready';
  if (!isVerification(payment) && leftOf(payment) === 0) return 'nothingLeft';
  return addUtcMonths(payment.at, REFUND_MONTHS) <= now ? 'tooOld' : null;
}

/** What differs between the two kinds of refunds that staff request. */
interface RefundRule {
  /** The status that the subscription must have, and the rejection in any other status. */
  status: SubscriptionStatus;
  otherStatus: RefundRejection;
  /** Returns the payment that is meant if none is named. */
  defaultPayment(state: SubscriptionState, now: Date): Payment | null;
  /** The rejection if there is no such payment. */
  noDefault: RefundRejection;
  /** Returns why the payment cannot be refunded, whatever the status, or null if it can. */
  reject(state: SubscriptionState, payment: Payment, now: Date): RefundRejection | null;
  /** Returns the largest refund, kopecks. */
  most(state: SubscriptionState, payment: Payment, now: Date): number;
}

const RULES: Readonly<Record<'payment' | 'unusedDays', RefundRule>> = {
  payment: {
    status: 'ACTIVE',
    otherStatus: 'notActive',
    defaultPayment: lastRefundable,
    noDefault: 'noPayment',
    reject: (_state, payment, now) => rejectAnyway(payment, now),
    most: (_state, payment) => leftOf(payment),
  },
  unusedDays: {
    status: 'CANCELED',
    otherStatus: 'notCancelled',
    defaultPayment: (state, now) =>
      state.payments.find((payment) => unusedOf(state, payment, now) > 0) ?? null,
    noDefault: 'noDaysLeft',
    reject: (state, payment, now) =>
      rejectAnyway(payment, now) ?? (unusedOf(state, payment, now) === 0 ? 'noDaysLeft' : null),
    most: unusedOf,
  },
};

const rejectStatus = (state: SubscriptionState, rule: RefundRule, now: Date): RefundRejection | null =>
  statusAt(summarize(state), now).status === rule.status ? null : rule.otherStatus;

/** Returns why the unused days of this payment cannot be refunded now, or null if they can. */
export const rejectUnused = (state: SubscriptionState, payment: Payment, now: Date): RefundRejection | null =>
  rejectStatus(state, RULES.unusedDays, now) ?? RULES.unusedDays.reject(state, payment, now);

/** Returns why this payment cannot be refunded now, or null if it can. */
export const rejectPayment = (
  state: SubscriptionState,
  payment: Payment,
  now: Date,
): RefundRejection | null =>
  rejectStatus(state, RULES.payment, now) ?? RULES.payment.reject(state, payment, now);

export type RefundJudgement =
  | { kind: 'possible'; payment: Payment; amountKopecks: number }
  /** `leftKopecks`: the most that could be given back, where too much was asked for. */
  | { kind: 'rejected'; rejection: RefundRejection; payment: Payment | null; leftKopecks?: number };

/**
 * The payment of this number. Numbers are unique within a provider only: where two providers have one, it is named as
 * `<provider>:<number>`.
 */
function paymentNamed(state: SubscriptionState, name: string): Payment | null | 'ambiguous' {
  const exact = state.payments.find((payment) => paymentKey(payment) === name);
  if (exact !== undefined) return exact;
  const [payment, other] = state.payments.filter(({ transactionId }) => transactionId === name);
  return other === undefined ? (payment ?? null) : 'ambiguous';
}

/**
 * Judges a refund that staff request. `transactionId` null means the last payment, and `amountKopecks` is at most what
 * is left of it. With `unusedDays` the subscription must be CANCELED: null then means the payment whose time runs, and
 * the most is its share for the time that is left.
 */
export function judgeRefund(
  state: SubscriptionState,
  asked: { transactionId: string | null; amountKopecks: number | 'all'; unusedDays?: boolean },
  now: Date,
): RefundJudgement {
  const rule = RULES[asked.unusedDays === true ? 'unusedDays' : 'payment'];
  const { transactionId } = asked;
  const payment =
    transactionId === null ? rule.defaultPayment(state, now) : paymentNamed(state, transactionId);
  if (payment === 'ambiguous') return { kind: 'rejected', rejection: 'ambiguous', payment: null };
  const otherStatus = rejectStatus(state, rule, now);
  if (otherStatus !== null) return { kind: 'rejected', rejection: otherStatus, payment };
  if (payment === null)
    return { kind: 'rejected', rejection: transactionId === null ? rule.noDefault : 'noPayment', payment };
  const rejection = rule.reject(state, payment, now);
  if (rejection !== null) return { kind: 'rejected', rejection, payment };
  const leftKopecks = rule.most(state, payment, now);
  const amountKopecks = asked.amountKopecks === 'all' ? leftKopecks : asked.amountKopecks;
  return amountKopecks > leftKopecks
    ? { kind: 'rejected', rejection: 'tooMuch', payment, leftKopecks }
    : { kind: 'possible', payment, amountKopecks };
}

/** Until when the customer could still connect after giving this payment back at `now`; null: it ends at once. */
export function accessAfterRefund(
  history: readonly LedgerEvent[],
  { provider, transactionId }: Pick<Payment, 'provider' | 'transactionId'>,
  now: Date,
): Date | null {
  const key = refundDecisionKey(provider, transactionId);
  const known = keysWithinSkew(history, now);
  const data = { kind: 'refundDecided' as const, provider, transactionId, amountKopecks: 0, known };
  return accessLeft(foldSubscription([...history, { key, at: now, data }]), now);
}

/** End of the access that an account has at a moment; null when it has none. */
export function accessLeft(state: SubscriptionState, now: Date): Date | null {
  const { isActive, expirationDate } = statusAt(summarize(state), now);
  return isActive ? expirationDate : null;
}

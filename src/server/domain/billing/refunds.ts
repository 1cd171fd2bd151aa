/**
 * Decides which payments staff may refund, the largest refundable amount, and the access that remains after a refund.
 */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import { addUtcMonths } from '../../../shared/utcMonths';
import { keysWithinSkew } from './eventOrder';
import { foldSubscription } from './fold';
import { type LedgerEvent, paymentKey, refundDecisionKey } from './ledgerEvents';
import { computeRestMs, type Segment } from './segments';
import { statusAt, summarize } from './status';
import { isCardCheck, isVerification, type Payment, type SubscriptionState } from './subscriptionState';

/** Maximum age of a payment that the card provider refunds, in months. */
export const REFUND_MONTHS = 12;

/** Reason why a refund request is rejected. */
export type RefundRejection =
  /** A payment can only be refunded while the subscription is ACTIVE. */
  | 'notActive'
  /** Unused days can only be refunded if the subscription is CANCELED. */
  | 'notCancelled'
  /** The payment bought no access, or the bought access was used up. */
  | 'noDaysLeft'
  /** The account has no such payment. */
  | 'noPayment'
  /** Two card providers have a payment with this transaction id. */
  | 'ambiguous'
  /** The payment bought no access and is refunded automatically. */
  | 'goesBackByItself'
  /** A refund of the payment was already requested. */
  | 'decidedAlready'
  /** The payment was already refunded in full. */
  | 'nothingLeft'
  /** The payment is older than `REFUND_MONTHS`. */
  | 'tooOld'
  /** The requested amount exceeds the refundable amount. */
  | 'tooMuch';

/**
 * Returns the refundable amount of a payment in kopecks. The refundable amount of the card verification of a free trial
 * is 0, because the verification is refunded automatically and a refund request only ends the access.
 */
export function computeRefundableKopecks(payment: Payment): number {
  return isVerification(payment) ? 0 : Math.max(0, payment.amountKopecks - payment.returnedKopecks);
}

/** Returns the last payment that bought access, which is refunded if the request contains no payment id. */
function lastRefundable(state: SubscriptionState): Payment | null {
  return (
    state.payments.filter((payment) => payment.verdict === 'counted' && !isCardCheck(payment)).at(-1) ?? null
  );
}

const findSegment = (state: SubscriptionState, payment: Payment): Segment | null =>
  state.segments.find(({ key }) => key === paymentKey(payment)) ?? null;

/** Returns the share of a payment for the unused part of its access period, in kopecks, rounded up. */
export function computeUnusedKopecks(state: SubscriptionState, payment: Payment, now: Date): number {
  const segment = findSegment(state, payment);
  if (segment === null) return 0;
  const { from, until } = segment;
  const share = computeRestMs(segment, now) / (until.getTime() - from.getTime());
  return Math.min(computeRefundableKopecks(payment), Math.ceil(payment.amountKopecks * share));
}

function rejectAnyway(payment: Payment, now: Date): RefundRejection | null {
  if (payment.verdict !== 'counted' || isCardCheck(payment)) return 'goesBackByItself';
  if (payment.refundTargetKopecks !== null) return 'decidedAlready';
  if (!isVerification(payment) && computeRefundableKopecks(payment) === 0) return 'nothingLeft';
  return addUtcMonths(payment.at, REFUND_MONTHS) <= now ? 'tooOld' : null;
}

/** Rules of one kind of staff refund: the refund of a payment, or the refund of unused days. */
interface RefundRule {
  /**
   * Status that the subscription must have for this kind of refund. `otherStatus` is the rejection reason for any other
   * status.
   */
  status: SubscriptionStatus;
  otherStatus: RefundRejection;
  /**
   * Returns the payment that is refunded if the request contains no payment id, or null if no payment can be refunded.
   */
  defaultPayment(state: SubscriptionState, now: Date): Payment | null;
  /** Rejection reason if `defaultPayment` returns null. */
  noDefault: RefundRejection;
  /**
   * Returns why the payment cannot be refunded, regardless of the subscription status, or null if it can be refunded.
   */
  reject(state: SubscriptionState, payment: Payment, now: Date): RefundRejection | null;
  /** Returns the largest possible refund of the payment, in kopecks. */
  most(state: SubscriptionState, payment: Payment, now: Date): number;
}

const RULES: Readonly<Record<'payment' | 'unusedDays', RefundRule>> = {
  payment: {
    status: 'ACTIVE',
    otherStatus: 'notActive',
    defaultPayment: lastRefundable,
    noDefault: 'noPayment',
    reject: (_state, payment, now) => rejectAnyway(payment, now),
    most: (_state, payment) => computeRefundableKopecks(payment),
  },
  unusedDays: {
    status: 'CANCELED',
    otherStatus: 'notCancelled',
    defaultPayment: (state, now) =>
      state.payments.find((payment) => computeUnusedKopecks(state, payment, now) > 0) ?? null,
    noDefault: 'noDaysLeft',
    reject: (state, payment, now) =>
      rejectAnyway(payment, now) ?? (computeUnusedKopecks(state, payment, now) === 0 ? 'noDaysLeft' : null),
    most: computeUnusedKopecks,
  },
};

const rejectStatus = (state: SubscriptionState, rule: RefundRule, now: Date): RefundRejection | null =>
  statusAt(summarize(state), now).status === rule.status ? null : rule.otherStatus;

/** Returns why the unused days of a payment cannot be refunded at `now`, or null if they can be refunded. */
export const rejectUnused = (state: SubscriptionState, payment: Payment, now: Date): RefundRejection | null =>
  rejectStatus(state, RULES.unusedDays, now) ?? RULES.unusedDays.reject(state, payment, now);

/** Returns why a payment cannot be refunded at `now`, or null if it can be refunded. */
export const rejectPayment = (
  state: SubscriptionState,
  payment: Payment,
  now: Date,
): RefundRejection | null =>
  rejectStatus(state, RULES.payment, now) ?? RULES.payment.reject(state, payment, now);

/** Decision on a refund request. */
export type RefundJudgement =
  | { kind: 'possible'; payment: Payment; amountKopecks: number }
  /**
   * The refund request is rejected. `leftKopecks` is the largest possible refund and is present only if the rejection
   * reason is `tooMuch`.
   */
  | { kind: 'rejected'; rejection: RefundRejection; payment: Payment | null; leftKopecks?: number };

/**
 * Finds a payment by transaction id or by `<provider>:<transaction id>`. Returns `ambiguous` if two card providers have
 * a payment with the transaction id, because transaction ids are only unique within one card provider.
 */
function paymentNamed(state: SubscriptionState, name: string): Payment | null | 'ambiguous' {
  const exact = state.payments.find((payment) => paymentKey(payment) === name);
  if (exact !== undefined) return exact;
  const [payment, other] = state.payments.filter(({ transactionId }) => transactionId === name);
  return other === undefined ? (payment ?? null) : 'ambiguous';
}

/**
 * Decides on a refund request of staff. If `transactionId` is null, the last payment is refunded. `amountKopecks` must
 * not exceed the refundable amount of the payment.
 *
 * If `unusedDays` is set, the subscription must be CANCELED, and `transactionId` null selects the first payment with
 * unused access. The largest refund of unused days is the share of the payment for the unused time.
 * @example judgeRefund(state, { transactionId: null, amountKopecks: 'all' }, now)
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

/**
 * Returns the time when access would expire if the payment were refunded at `now`, or null if access would end at once.
 */
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

/** Returns the expiry of the access at `now`, or null if the account has no access. */
export function accessLeft(state: SubscriptionState, now: Date): Date | null {
  const { isActive, expirationDate } = statusAt(summarize(state), now);
  return isActive ? expirationDate : null;
}

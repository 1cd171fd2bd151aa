/** Which payment staff may give back, how much of it, and what then becomes of the access. */
import { addUtcMonths } from '../../../shared/utcMonths';
import { keysWithinSkew } from './eventOrder';
import { paymentKey, refundDecisionKey, type SubscriptionEvent } from './facts';
import { foldSubscription, isVerification, type Payment, type SubscriptionState } from './fold';
import { restOf, type Segment } from './segments';
import { statusAt, summarize } from './status';

/** The card provider gives nothing back that is older, months. */
export const REFUND_MONTHS = 12;

/** Why a refund is not possible. */
export type RefundRefusal =
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

/** Why the unused days of this payment cannot be given back now; null: they can. */
export function refuseUnused(state: SubscriptionState, payment: Payment, now: Date): RefundRefusal | null {
  if (statusAt(summarize(state), now).status !== 'CANCELED') return 'notCancelled';
  const refusal = refuseAnyway(payment, now);
  return refusal ?? (unusedOf(state, payment, now) === 0 ? 'noDaysLeft' : null);
}

/** Why this payment cannot be given back at all now; null: it can. */
export function refusePayment(state: SubscriptionState, payment: Payment, now: Date): RefundRefusal | null {
  if (statusAt(summarize(state), now).status !== 'ACTIVE') return 'notActive';
  return refuseAnyway(payment, now);
}

function refuseAnyway(payment: Payment, now: Date): RefundRefusal | null {
  if (payment.verdict !== 'counted') return 'goesBackByItself';
  if (payment.refundTargetKopecks !== null) return 'decidedAlready';
  if (!isVerification(payment) && leftOf(payment) === 0) return 'nothingLeft';
  return addUtcMonths(payment.at, REFUND_MONTHS) <= now ? 'tooOld' : null;
}

export type RefundJudgement =
  | { kind: 'possible'; payment: Payment; amountKopecks: number }
  /** `leftKopecks`: the most that could be given back, where too much was asked for. */
  | { kind: 'refused'; refusal: RefundRefusal; payment: Payment | null; leftKopecks?: number };

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
 * Judges what staff ask for: `transactionId` null is the last payment, `amountKopecks` is at most what
 * is left of it. With `unusedDays` it is about a CANCELED subscription: the payment is the one whose
 * time runs, and the most is what falls on the time that is left of it.
 */
export function judgeRefund(
  state: SubscriptionState,
  asked: { transactionId: string | null; amountKopecks: number | 'all'; unusedDays?: boolean },
  now: Date,
): RefundJudgement {
  const payment =
    asked.transactionId === null
      ? asked.unusedDays === true
        ? (state.payments.find((known) => unusedOf(state, known, now) > 0) ?? null)
        : lastRefundable(state)
      : paymentNamed(state, asked.transactionId);
  if (payment === 'ambiguous') return { kind: 'refused', refusal: 'ambiguous', payment: null };
  const refuse = asked.unusedDays === true ? refuseUnused : refusePayment;
  const wanted = asked.unusedDays === true ? ('CANCELED' as const) : ('ACTIVE' as const);
  const refusal =
    statusAt(summarize(state), now).status !== wanted
      ? wanted === 'ACTIVE'
        ? 'notActive'
        : 'notCancelled'
      : payment === null
        ? asked.unusedDays === true && asked.transactionId === null
          ? 'noDaysLeft'
          : 'noPayment'
        : refuse(state, payment, now);
  if (refusal !== null || payment === null) {
    return { kind: 'refused', refusal: refusal ?? 'noPayment', payment };
  }
  const left = asked.unusedDays === true ? unusedOf(state, payment, now) : leftOf(payment);
  const amountKopecks = asked.amountKopecks === 'all' ? left : asked.amountKopecks;
  return amountKopecks > left
    ? { kind: 'refused', refusal: 'tooMuch', payment, leftKopecks: left }
    : { kind: 'possible', payment, amountKopecks };
}

/** Until when the customer could still connect after giving this payment back at `now`; null: it ends at once. */
export function accessAfterRefund(
  history: readonly SubscriptionEvent[],
  { provider, transactionId }: Pick<Payment, 'provider' | 'transactionId'>,
  now: Date,
): Date | null {
  const key = refundDecisionKey(provider, transactionId);
  const known = keysWithinSkew(history, now);
  const fact = { kind: 'refundDecided' as const, provider, transactionId, amountKopecks: 0, known };
  return accessLeft(foldSubscription([...history, { key, at: now, fact }]), now);
}

/** End of the access that an account has at a moment; null when it has none. */
export function accessLeft(state: SubscriptionState, now: Date): Date | null {
  const { isActive, expirationDate } = statusAt(summarize(state), now);
  return isActive ? expirationDate : null;
}

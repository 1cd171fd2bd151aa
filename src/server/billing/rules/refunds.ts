/** Which payment staff may give back, how much of it, and what then becomes of the access. */
import { addMonths, later } from './billingCalendar';
import { refundDecisionKey, type SubscriptionEvent } from './facts';
import { foldSubscription, isVerification, type Payment, type SubscriptionState } from './fold';
import { statusAt, summarize } from './status';

/** The card provider gives nothing back that is older, months. */
export const REFUND_MONTHS = 12;

/** Why a refund is not possible. */
export type RefundRefusal =
  /** Only an ACTIVE subscription is refunded. */
  | 'notActive'
  | 'noPayment'
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

/** Why this payment cannot be given back at all now; null: it can. */
export function refusePayment(state: SubscriptionState, payment: Payment, now: Date): RefundRefusal | null {
  if (statusAt(summarize(state), now).status !== 'ACTIVE') return 'notActive';
  if (payment.verdict !== 'counted') return 'goesBackByItself';
  if (payment.refundTargetKopecks !== null) return 'decidedAlready';
  if (!isVerification(payment) && leftOf(payment) === 0) return 'nothingLeft';
  return addMonths(payment.at, REFUND_MONTHS) <= now ? 'tooOld' : null;
}

export type RefundJudgement =
  | { kind: 'possible'; payment: Payment; amountKopecks: number }
  | { kind: 'refused'; refusal: RefundRefusal; payment: Payment | null };

/**
 * Judges what staff ask for: `transactionId` null is the last payment, `amountKopecks` null is all
 * that is left of it.
 */
export function judgeRefund(
  state: SubscriptionState,
  asked: { transactionId: string | null; amountKopecks: number | null },
  now: Date,
): RefundJudgement {
  const payment =
    asked.transactionId === null
      ? lastRefundable(state)
      : (state.payments.find(({ transactionId }) => transactionId === asked.transactionId) ?? null);
  const refusal =
    statusAt(summarize(state), now).status !== 'ACTIVE'
      ? 'notActive'
      : payment === null
        ? 'noPayment'
        : refusePayment(state, payment, now);
  if (refusal !== null || payment === null) {
    return { kind: 'refused', refusal: refusal ?? 'noPayment', payment };
  }
  const left = leftOf(payment);
  const amountKopecks = asked.amountKopecks ?? left;
  return amountKopecks > left
    ? { kind: 'refused', refusal: 'tooMuch', payment }
    : { kind: 'possible', payment, amountKopecks };
}

/** Until when the customer could still connect after giving this payment back at `now`; null: it ends at once. */
export function accessAfterRefund(
  history: readonly SubscriptionEvent[],
  { provider, transactionId }: Pick<Payment, 'provider' | 'transactionId'>,
  now: Date,
): Date | null {
  const at = history.reduce((latest, event) => later(latest, event.at), now);
  const key = refundDecisionKey(provider, transactionId);
  const fact = { kind: 'refundDecided' as const, provider, transactionId, amountKopecks: 0 };
  return accessLeft(foldSubscription([...history, { key, at, fact }]), at);
}

/** End of the access that an account has at a moment; null when it has none. */
export function accessLeft(state: SubscriptionState, now: Date): Date | null {
  const { isActive, expirationDate } = statusAt(summarize(state), now);
  return isActive ? expirationDate : null;
}

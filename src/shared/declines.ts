/**
 * Why a payment was declined, in our own names; each card provider's adapter translates its codes into them. Each reader has
 * words of its own: the customer at the dialog, the customer in an email, staff.
 */

/** retry: it may succeed by itself later. customerActs: only the customer can change it. final: another try makes no sense. */
export type DeclineAdvice = 'retry' | 'customerActs' | 'final';

/** Each reason with what makes sense after it. */
const ADVICE = {
  unknown: 'retry',
  unexplained: 'retry',
  rejected: 'final',
  rejectedForGood: 'final',
  lostOrStolen: 'customerActs',
  unknownCard: 'customerActs',
  notForInternet: 'customerActs',
  invalidForCard: 'final',
  amount: 'retry',
  tryLater: 'retry',
  suspicious: 'customerActs',
  fraud: 'final',
  noMoney: 'customerActs',
  expired: 'customerActs',
  forbidden: 'customerActs',
  forbiddenForCard: 'final',
  limit: 'customerActs',
  wrongCvv: 'customerActs',
  unavailable: 'retry',
  threeDs: 'customerActs',
  notAccepted: 'customerActs',
} as const satisfies Readonly<Record<string, DeclineAdvice>>;

export type DeclineReason = keyof typeof ADVICE;

export const DECLINE_REASONS = Object.keys(ADVICE) as [DeclineReason, ...DeclineReason[]];

/** What makes sense after a decline. */
export const declineAdvice = (reason: DeclineReason): DeclineAdvice => ADVICE[reason];

/** Whether a declined monthly charge is tried again; a reason that is not known is. */
export const isTriedAgain = (reason: DeclineReason | null | undefined): boolean =>
  declineAdvice(reason ?? 'unknown') !== 'final';

/** A declined payment. */
export interface Decline {
  reason: DeclineReason;
  /** The provider's own code, which staff quote when they ask it; null if it named none. */
  code: string | null;
}

export const UNKNOWN_DECLINE: Decline = { reason: 'unknown', code: null };

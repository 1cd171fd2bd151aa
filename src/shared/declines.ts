/**
 * Provider-independent reasons why a payment was declined. The adapter of each card provider maps its codes to these
 * reasons. The card dialog, the emails and the staff console each have their own text for a decline reason.
 */

/**
 * `retry`: a later attempt may succeed. `customerActs`: the customer must change something first. `final`: no later
 * attempt can succeed.
 */
export type DeclineAdvice = 'retry' | 'customerActs' | 'final';

/** Advice for each decline reason. */
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

/** Returns the advice for a decline reason. */
export const declineAdvice = (reason: DeclineReason): DeclineAdvice => ADVICE[reason];

/** Returns whether a declined monthly charge is retried. An unknown reason is retried. */
export const isTriedAgain = (reason: DeclineReason | null | undefined): boolean =>
  declineAdvice(reason ?? 'unknown') !== 'final';

export interface Decline {
  reason: DeclineReason;
  /**
   * Reason code of the card provider, which staff quote to the provider's support. The reason code is null if the card
   * provider sent no code.
   */
  code: string | null;
}

export const UNKNOWN_DECLINE: Decline = { reason: 'unknown', code: null };

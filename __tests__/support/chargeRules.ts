/** Rules that each charge must obey at the moment when it is made. */
import { moscowDay } from '../../src/shared/moscowDays';
import { MONTH_KOPECKS } from './offer';
import type { PaymentFact } from './providerPayments';
import type { Subject } from './simulationState';
import type { Renewal } from './subscriptionModel';

/** Minimum time between an email that announces a charge and the charge, in ms. */
const ANNOUNCED_BEFORE = 48 * 3_600_000;

/** Emails to a customer that permit charges. */
export type ChargeEmails = Pick<Subject, 'announcements' | 'declineEmails'>;

/** Returns whether the mail server had accepted the email that the next attempt needs. */
export function isAnnounced(
  { announcements, declineEmails }: ChargeEmails,
  renewal: Renewal,
  at: number,
): boolean {
  const { attempts, dueAt, postponedTo, nextAttemptAt } = renewal;
  if (attempts > 0 && nextAttemptAt !== postponedTo) return declineEmails.some((sentAt) => sentAt >= dueAt);
  const day = moscowDay(postponedTo ?? dueAt);
  return announcements.some((announced) => announced.day === day && announced.at <= at - ANNOUNCED_BEFORE);
}

/**
 * Returns the rule that a charge violates, or null. `at` is the time of the charge on the server's clock, and `stoppedAt`
 * the time of the last cancellation, removal of the card, deletion or refund after which nothing was ordered.
 */
export function findForbiddenCharge(
  { provider, orderId, amount, state }: Pick<PaymentFact, 'provider' | 'orderId' | 'amount' | 'state'>,
  at: number,
  customer: ChargeEmails & { renewal: Renewal | null; stoppedAt: number | null },
): string | null {
  const { renewal, stoppedAt } = customer;
  if (amount !== MONTH_KOPECKS) return `a charge of ${String(amount)} kopecks`;
  // CloudPayments makes an attempt when its schedule says so, and the server rejects it in the check before the payment.
  if (provider === 'cloudPayments' && state !== 'taken') return null;
  if (stoppedAt !== null && at > stoppedAt) return 'a charge after the customer or staff ended the renewal';
  if (renewal === null || renewal.orderId !== orderId) return 'a charge without a renewal';
  if (provider === 'cloudPayments') return null;
  if (renewal.nextAttemptAt === null) return 'an attempt after the last attempt';
  if (at < renewal.nextAttemptAt) return 'a charge before its date';
  return isAnnounced(customer, renewal, at) ? null : 'a charge without the email that it needs';
}

/** Decides when the server polls the card provider for a charge that was not reported. */
import { addDays, later } from './billingCalendar';
import type { Agreement, SubscriptionState } from './subscriptionState';

/**
 * Delay between the due time of a charge and the first poll, in ms. After this delay the notification of the charge
 * counts as late.
 */
const LATE_MS = 15 * 60_000;

/** Number of days for which the server polls the card provider for an unreported charge. */
export const UNHEARD_DAYS = 10;

/**
 * Number of days after a cancellation for which the server polls the card provider for a charge that was due before the
 * cancellation.
 */
const UNHEARD_AFTER_CANCEL_DAYS = 1;

/** Charge date of a subscription agreement for which the server polls the card provider. */
export interface PolledCharge {
  agreement: Agreement;
  /** Due date of the polled charge. The server requests all payments since this due date. */
  since: Date;
  /** Time of the first poll for the charge. */
  pollAt: Date;
}

/**
 * Returns the due time of the current charge of a subscription agreement, or null if the server must not poll for this
 * charge.
 *
 * The due time follows this server's calendar. If the card provider reports a later charge date, a charge was made, but
 * its payment may not be recorded yet. While the card provider retries a failed charge, the charge date that it reports
 * counts.
 */
function presentDueAt(agreement: Agreement, accessUntil: Date | null, now: Date): Date | null {
  const { ended, nextChargeAt, providerNextChargeAt, failures, outage } = agreement;
  if (ended !== null && (ended.state !== 'cancelled' || nextChargeAt > ended.at)) return null;
  // A lapsed subscription agreement is still polled, because the card provider may have charged it in time.
  const isOver = ended !== null && ended.by !== 'lapse';
  const dueAt = failures > 0 && ended === null ? later(nextChargeAt, providerNextChargeAt) : nextChargeAt;
  const until = isOver
    ? addDays(ended.at, UNHEARD_AFTER_CANCEL_DAYS)
    : addDays(
        later(later(dueAt, accessUntil), outage?.hasEnded === true ? outage.graceUntil : null),
        UNHEARD_DAYS,
      );
  return now < until ? dueAt : null;
}

/**
 * Returns the charges for which the server must poll: charges of the current subscription agreement, and charges of
 * earlier agreements whose notification may be lost.
 */
export function chargesToPoll(
  { agreement: current, agreements, accessUntil }: SubscriptionState,
  now: Date,
): PolledCharge[] {
  return agreements.flatMap((agreement) => {
    const { chargedBy, movedFromDue, nextChargeAt } = agreement;
    // This server knows the charges that it requested itself (`usecases/billing/charges`).
    if (chargedBy === 'merchant') return [];
    const poll = (since: Date, dueAt: Date): PolledCharge[] => [
      { agreement, since, pollAt: new Date(dueAt.getTime() + LATE_MS) },
    ];
    if (movedFromDue !== null && now < addDays(movedFromDue, UNHEARD_DAYS))
      return poll(movedFromDue, movedFromDue);
    const end = agreement.orderId === current?.orderId ? accessUntil : null;
    const dueAt = presentDueAt(agreement, end, now);
    return dueAt === null ? [] : poll(nextChargeAt, dueAt);
  });
}

/**
 * Returns the time of the earliest poll, which may be in the past, or null if the server need not poll for any charge.
 */
export function pollChargeAt(state: SubscriptionState, now: Date): Date | null {
  const [first, ...others] = chargesToPoll(state, now);
  if (first === undefined) return null;
  return others.reduce((earliest, { pollAt }) => (pollAt < earliest ? pollAt : earliest), first.pollAt);
}

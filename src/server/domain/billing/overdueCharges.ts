/** Decides when the server polls the card provider for a charge that was not reported. */
import { addDays, later } from './billingCalendar';
import type { Agreement, SubscriptionState } from './fold';

/** Delay between the due time of a charge and the first poll, in ms. After this delay the charge notification is late. */
const LATE_MS = 15 * 60_000;

/** Number of days for which the server polls for an unreported charge. */
export const UNHEARD_DAYS = 10;

/** Number of days after a cancellation for which the server polls for a charge that was due before the cancellation. */
const UNHEARD_AFTER_CANCEL_DAYS = 1;

/** Charge date of an agreement for which the server polls the card provider. */
export interface PolledCharge {
  agreement: Agreement;
  /** Due date of the charge. The server requests the payments since this date. */
  since: Date;
  /** Time of the first poll. */
  pollAt: Date;
}

/**
 * Returns the due time of the current charge of an agreement, or null if the server must not poll for it.
 *
 * The due time follows this server's calendar. A provider report with a later charge date only implies that a charge was
 * made, not that its payment is recorded here. While the provider retries a failed charge, its reported date counts.
 */
function presentDueAt(agreement: Agreement, accessUntil: Date | null, now: Date): Date | null {
  const { ended, nextChargeAt, providerNextChargeAt, failures } = agreement;
  if (ended !== null && (ended.state !== 'cancelled' || nextChargeAt > ended.at)) return null;
  // A lapsed agreement is still polled, because the provider may have charged it in time.
  const isOver = ended !== null && ended.by !== 'lapse';
  const dueAt = failures > 0 && ended === null ? later(nextChargeAt, providerNextChargeAt) : nextChargeAt;
  const until = isOver
    ? addDays(ended.at, UNHEARD_AFTER_CANCEL_DAYS)
    : addDays(later(dueAt, accessUntil), UNHEARD_DAYS);
  return now < until ? dueAt : null;
}

/** Returns the charges to poll for: of the current agreement, and of earlier agreements with a possibly lost charge. */
export function chargesToPoll(
  { agreement: current, agreements, accessUntil }: SubscriptionState,
  now: Date,
): PolledCharge[] {
  return agreements.flatMap((agreement) => {
    const { movedFromDue, nextChargeAt } = agreement;
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

/** Returns the time of the earliest poll, which may be in the past, or null if there is no charge to poll for. */
export function pollChargeAt(state: SubscriptionState, now: Date): Date | null {
  const [first, ...others] = chargesToPoll(state, now);
  if (first === undefined) return null;
  return others.reduce((earliest, { pollAt }) => (pollAt < earliest ? pollAt : earliest), first.pollAt);
}

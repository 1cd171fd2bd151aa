/** When the card provider is polled about a charge of which nothing was heard. */
import { addDays, later } from './billingCalendar';
import type { Agreement, SubscriptionState } from './fold';

/** A charge is polled this long after its time, ms: its notification is then late. */
const LATE_MS = 15 * 60_000;

/** So long a charge that nothing is heard of is polled, days. */
export const UNHEARD_DAYS = 10;

/** The same once the agreement is cancelled: the charge was made before. */
const UNHEARD_AFTER_CANCEL_DAYS = 1;

/** An agreement that is polled for the charge of one date. */
export interface PolledCharge {
  agreement: Agreement;
  /** When it was to be charged: payments since then are asked for. */
  since: Date;
  /** When the provider is polled first. */
  pollAt: Date;
}

/**
 * When the charge of the present date is due to be polled; null if there is nothing to poll. By our calendar: a report of
 * the next charge says that there was one, not that we know it. Only while the provider retries is its report waited for.
 */
function presentDueAt(agreement: Agreement, accessUntil: Date | null, now: Date): Date | null {
  const { ended, nextChargeAt, providerNextChargeAt, failures } = agreement;
  if (ended !== null && (ended.state !== 'cancelled' || nextChargeAt > ended.at)) return null;
  // It may have been charged in time all the same.
  const isOver = ended !== null && ended.by !== 'lapse';
  const dueAt = failures > 0 && ended === null ? later(nextChargeAt, providerNextChargeAt) : nextChargeAt;
  const until = isOver
    ? addDays(ended.at, UNHEARD_AFTER_CANCEL_DAYS)
    : addDays(later(dueAt, accessUntil), UNHEARD_DAYS);
  return now < until ? dueAt : null;
}

/** Charges to poll: of the present agreement, and of earlier ones whose last charge may have been lost. */
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

/** When the first of them is polled, which may be in the past; null if there is nothing to poll. */
export function pollChargeAt(state: SubscriptionState, now: Date): Date | null {
  const [first, ...others] = chargesToPoll(state, now);
  if (first === undefined) return null;
  return others.reduce((earliest, { pollAt }) => (pollAt < earliest ? pollAt : earliest), first.pollAt);
}

/** When the card provider is polled about a charge of which nothing was heard. */
import { addDays, later } from './billingCalendar';
import type { SubscriptionState } from './fold';

/** A charge is polled this long after its time, ms: its notification is then late. */
const LATE_MS = 15 * 60_000;

/** So long a charge that nothing is heard of is polled, days. */
export const UNHEARD_DAYS = 10;

/** The same once the agreement is cancelled: the charge was made before. */
const UNHEARD_AFTER_CANCEL_DAYS = 1;

/**
 * May be in the past; null: there is nothing to poll. By our calendar: the provider's word about its next charge says that
 * there was one, not that we know it. Only while the provider retries is its word waited for.
 */
export function pollChargeAt(state: SubscriptionState, now: Date): Date | null {
  const { agreement } = state;
  if (agreement === null || !agreement.begun) return null;
  const { ended, nextChargeAt, providerNextChargeAt, failures } = agreement;
  if (ended !== null && (ended.state !== 'cancelled' || nextChargeAt > ended.at)) return null;
  // It may have been charged in time all the same.
  const isOver = ended !== null && ended.by !== 'lapse';
  const dueAt = failures > 0 && ended === null ? later(nextChargeAt, providerNextChargeAt) : nextChargeAt;
  const until = isOver
    ? addDays(ended.at, UNHEARD_AFTER_CANCEL_DAYS)
    : addDays(later(dueAt, state.accessUntil), UNHEARD_DAYS);
  return now < until ? new Date(dueAt.getTime() + LATE_MS) : null;
}

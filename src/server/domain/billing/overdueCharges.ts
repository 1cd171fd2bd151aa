/** When the card provider is polled about a charge of which nothing was heard. */
import { addDays, later } from './billingCalendar';
import type { Agreement, SubscriptionState } from './fold';

/** A charge is polled this long after its time, ms: its notification is then late. */
const LATE_MS = 15 * 60_000;

/** So long a charge that nothing is heard of is polled, days. */
export const UNHEARD_DAYS = 10;

/** The same once the agreement is cancelled: the charge was made before. */
const UNHEARD_AFTER_CANCEL_DAYS = 1;

/**
 * When a charge of this agreement is polled; null if there is nothing to poll. By our calendar: a report of the next
 * charge says that there was one, not that we know it. Only while the provider retries is its report waited for.
 */
function pollAgreementAt(agreement: Agreement, accessUntil: Date | null, now: Date): Date | null {
  const { ended, nextChargeAt, providerNextChargeAt, failures } = agreement;
  if (ended !== null && (ended.state !== 'cancelled' || nextChargeAt > ended.at)) return null;
  // It may have been charged in time all the same.
  const isOver = ended !== null && ended.by !== 'lapse';
  const dueAt = failures > 0 && ended === null ? later(nextChargeAt, providerNextChargeAt) : nextChargeAt;
  const until = isOver
    ? addDays(ended.at, UNHEARD_AFTER_CANCEL_DAYS)
    : addDays(later(dueAt, accessUntil), UNHEARD_DAYS);
  return now < until ? new Date(dueAt.getTime() + LATE_MS) : null;
}

/** Agreements with a charge to poll: the present one, and earlier ones whose last charge may have been lost. */
export function agreementsToPoll(
  { agreement: current, agreements, accessUntil }: SubscriptionState,
  now: Date,
): { agreement: Agreement; at: Date }[] {
  return agreements.flatMap((agreement) => {
    const end = agreement.orderId === current?.orderId ? accessUntil : null;
    const at = pollAgreementAt(agreement, end, now);
    return at === null ? [] : [{ agreement, at }];
  });
}

/** When the first of them is polled, which may be in the past; null if there is nothing to poll. */
export function pollChargeAt(state: SubscriptionState, now: Date): Date | null {
  const [first, ...others] = agreementsToPoll(state, now);
  if (first === undefined) return null;
  return others.reduce((earliest, { at }) => (at < earliest ? at : earliest), first.at);
}

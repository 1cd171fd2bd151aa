/** Rate at which further payments of one order may be opened. */

/** Number of further payments that may be opened at once. */
const AT_ONCE = 3;

/** Interval in ms at which another payment may be opened after that. */
const INTERVAL_MS = 60_000;

/**
 * Returns the time in ms until another payment of an order may be opened, or 0 if it may be opened now. `openedAt` lists
 * the times at which the payments of the order were opened, oldest first. The first payment does not count.
 */
export function furtherPaymentInMs(openedAt: readonly Date[], now: Date): number {
  let nextAt = 0;
  for (const at of openedAt.slice(1)) nextAt = Math.max(nextAt, at.getTime()) + INTERVAL_MS;
  return openedAt.length === 0 ? 0 : Math.max(0, nextAt - (AT_ONCE - 1) * INTERVAL_MS - now.getTime());
}

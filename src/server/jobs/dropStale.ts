/** Rows that nobody will ask about any more. */
import { addDays } from '../domain/billingCalendar';
import type { Deps } from '../deps';
import { dropUntouchedCampaignOrders } from '../store/orders';
import { dropClosedThrottles } from '../throttle/throttle';

/** A campaign order that nobody tried to pay is kept this long: its lifetime of a day, and then some. */
export const UNTOUCHED_CAMPAIGN_ORDER_DAYS = 7;

/** Once in a while; how often does not matter. */
export async function dropStale(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await dropUntouchedCampaignOrders(deps.db, addDays(now, -UNTOUCHED_CAMPAIGN_ORDER_DAYS));
  await dropClosedThrottles(deps.db, now);
}

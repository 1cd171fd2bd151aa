/** Rows that nobody will ask about any more. What support asks about later stands in the timeline. */
import type { Deps } from '../../deps';
import { addDays } from '../../domain/billing/billingCalendar';
import { dropUntouchedCampaignOrders } from '../../store/orders';
import {
  dropCustomerSessions,
  dropEmailLinks,
  dropEventsOfUnknownAddresses,
  dropFinishedMessages,
  dropStaffAccessTokens,
  dropStaffSessions,
} from '../../store/stale';
import { dropClosedThrottles } from '../../throttle/throttle';
import { APP_IDLE_MS, CUSTOMER_IDLE_MS } from '../../usecases/accounts/sessions';

/** A campaign order that nobody tried to pay is kept this long: its lifetime of a day, and then some. */
export const UNTOUCHED_CAMPAIGN_ORDER_DAYS = 7;

/** How long rows are kept after their end, days. */
export const RETENTION_DAYS = {
  /** A sign-in email and its one-time tokens after they expire: hashes that open nothing. */
  emailLink: 7,
  /** A customer's session after it can be used no more. */
  customerSession: 30,
  staffAccessToken: 1,
  /** A staff session after its end: the list of sessions shows it until then. */
  staffSession: 30,
  /** An email or push after it was delivered, dropped or given up. */
  message: 90,
  /** What the VPN network was told: a row for each renewal of each device. */
  keyMessage: 7,
  /** What happened to an address that has no account. */
  unknownAddress: 90,
} as const;

/** Once in a while; how often does not matter. */
export async function dropStale({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => addDays(now, -days);
  await dropUntouchedCampaignOrders(db, daysAgo(UNTOUCHED_CAMPAIGN_ORDER_DAYS));
  await dropClosedThrottles(db, now);
  await dropEmailLinks(db, daysAgo(RETENTION_DAYS.emailLink));
  // However a session ended, it was not used later: idle for so long, none is live.
  const lastUse = (idleMs: number) => new Date(daysAgo(RETENTION_DAYS.customerSession).getTime() - idleMs);
  await dropCustomerSessions(db, { browser: lastUse(CUSTOMER_IDLE_MS), app: lastUse(APP_IDLE_MS) });
  await dropStaffAccessTokens(db, daysAgo(RETENTION_DAYS.staffAccessToken));
  await dropStaffSessions(db, daysAgo(RETENTION_DAYS.staffSession));
  await dropFinishedMessages(db, ['email', 'push'], daysAgo(RETENTION_DAYS.message));
  await dropFinishedMessages(db, ['vpn'], daysAgo(RETENTION_DAYS.keyMessage));
  await dropEventsOfUnknownAddresses(db, daysAgo(RETENTION_DAYS.unknownAddress));
}

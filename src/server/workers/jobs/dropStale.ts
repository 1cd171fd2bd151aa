/** Deletes rows whose retention period has ended. The customer's timeline keeps the events that support needs later. */
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

/**
 * Retention period of a campaign order without any payment attempt, in days. It exceeds the order's lifetime of one
 * day.
 */
export const UNTOUCHED_CAMPAIGN_ORDER_DAYS = 7;

/** Retention periods after the end of a row's use, in days. */
export const RETENTION_DAYS = {
  /** Sign-in emails and their single-use tokens, after they expire. Only hashes are stored. */
  emailLink: 7,
  /** Customer sessions, after they can no longer be used. */
  customerSession: 30,
  staffAccessToken: 1,
  /** Staff sessions, after they end. They remain in the list of sessions until they are deleted. */
  staffSession: 30,
  /** Emails and pushes, after they were delivered, dropped or permanently failed. */
  message: 90,
  /** Messages to the VPN panel. Each renewal creates one for each device. */
  keyMessage: 7,
  /** Events about an email address that has no account. */
  unknownAddress: 90,
} as const;

/** Deletes all rows whose retention period has ended. It may run at any interval. */
export async function dropStale({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number): Date => addDays(now, -days);
  await dropUntouchedCampaignOrders(db, daysAgo(UNTOUCHED_CAMPAIGN_ORDER_DAYS));
  await dropClosedThrottles(db, now);
  await dropEmailLinks(db, daysAgo(RETENTION_DAYS.emailLink));
  // Sessions are selected by their last use. A session that was unused for longer than its idle timeout can no longer
  // be active.
  const lastUse = (idleMs: number) => new Date(daysAgo(RETENTION_DAYS.customerSession).getTime() - idleMs);
  await dropCustomerSessions(db, { browser: lastUse(CUSTOMER_IDLE_MS), app: lastUse(APP_IDLE_MS) });
  await dropStaffAccessTokens(db, daysAgo(RETENTION_DAYS.staffAccessToken));
  await dropStaffSessions(db, daysAgo(RETENTION_DAYS.staffSession));
  await dropFinishedMessages(db, ['email', 'push'], daysAgo(RETENTION_DAYS.message));
  await dropFinishedMessages(db, ['vpn'], daysAgo(RETENTION_DAYS.keyMessage));
  await dropEventsOfUnknownAddresses(db, daysAgo(RETENTION_DAYS.unknownAddress));
}

/**
 * Deletes rows whose retention period has ended. The retention period of each kind of data is defined in
 * `shared/personalData.ts`. Data that is stored until the account is deleted is only deleted by `eraseAccount`.
 */
import { daysBefore, retentionStart, SHORTER_PERIODS_DAYS } from '../../../shared/personalData';
import type { Deps } from '../../deps';
import { dropPayerPhones, dropUntouchedCampaignOrders } from '../../store/orders';
import {
  dropAuditEntries,
  dropChangedObjects,
  dropConfirmationCodes,
  dropConnections,
  dropConsents,
  dropCustomerSessions,
  dropEmailChanges,
  dropEmailLinks,
  dropErasures,
  dropEventsOfUnknownAddresses,
  dropFailedRequests,
  dropFinishedMessages,
  dropLinkFetches,
  dropPayments,
  dropRejectedAddresses,
  dropRemovedNotes,
  dropRevokedSessions,
  dropStaffAccessTokens,
  dropStaffPresence,
  dropStaffSessions,
  dropTimeline,
  dropTrialCards,
  dropTrialCardUses,
  dropUsedGifts,
  eraseConsentOrigins,
} from '../../store/stale';
import { dropClosedThrottles } from '../../throttle/throttle';
import { APP_IDLE_MS, CUSTOMER_IDLE_MS } from '../../usecases/accounts/sessions';

/** Deletes all rows whose retention period has ended. This job may run at any interval. */
export async function dropStale({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const shorter = (part: keyof typeof SHORTER_PERIODS_DAYS): Date =>
    daysBefore(now, SHORTER_PERIODS_DAYS[part]);
  await dropUntouchedCampaignOrders(db, shorter('untouchedCampaignOrders'));
  await dropPayerPhones(db, shorter('payerPhones'));
  // Each attempt counter is deleted when its window ends, which is within the retention period of its kind of data.
  await dropClosedThrottles(db, now);
  await dropChangedObjects(db, shorter('changedObjects'));
  await dropTrialCardUses(db, shorter('trialCardUses'));
  await dropEmailLinks(db, retentionStart('signInEmails', now));
  await dropConfirmationCodes(db, retentionStart('signInEmails', now));
  await dropEmailChanges(db, retentionStart('signInEmails', now));
  // Sessions are selected by their last use. A session that was unused for longer than its idle timeout has expired.
  const sessionsEnd = retentionStart('sessions', now);
  const lastUse = (idleMs: number): Date => new Date(sessionsEnd.getTime() - idleMs);
  await dropCustomerSessions(db, { browser: lastUse(CUSTOMER_IDLE_MS), app: lastUse(APP_IDLE_MS) });
  await dropRevokedSessions(db, sessionsEnd);
  await dropStaffAccessTokens(db, shorter('staffAccessTokens'));
  await dropStaffPresence(db, shorter('staffPresence'));
  await dropStaffSessions(db, retentionStart('staff', now));
  await dropFinishedMessages(db, ['email', 'push'], retentionStart('messages', now));
  await dropFinishedMessages(db, ['vpn'], shorter('vpnMessages'));
  await dropRejectedAddresses(db, retentionStart('messages', now));
  await dropConnections(db, retentionStart('connections', now));
  await dropEventsOfUnknownAddresses(db, shorter('eventsOfUnknownAddresses'));
  await dropLinkFetches(db, shorter('linkFetches'));
  await dropFailedRequests(db, shorter('failedRequests'));
  await dropTimeline(db, retentionStart('timeline', now));
  await dropRemovedNotes(db, shorter('removedNotes'));
  await dropUsedGifts(db, retentionStart('gifts', now));
  await eraseConsentOrigins(db, shorter('consentOrigins'));
  // Consents and used trials refer to orders, so they are deleted before the payments.
  await dropConsents(db, retentionStart('consents', now));
  await dropTrialCards(db, retentionStart('trialCards', now));
  await dropPayments(db, retentionStart('payments', now));
  await dropAuditEntries(db, retentionStart('staffAudit', now));
  await dropErasures(db, retentionStart('erasures', now));
}

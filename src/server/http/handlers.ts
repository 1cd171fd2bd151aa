/** Maps every endpoint of the API contract to its handler. */
import type { Contract } from '../../shared/contract/contract';
import { accountDeletionHandlers } from './handlers/accountDeletion';
import { appHandlers } from './handlers/app';
import { bulkPushHandlers } from './handlers/bulkPush';
import { cardChangeHandlers } from './handlers/cardChange';
import { connectHandlers } from './handlers/connect';
import { connectionCheckHandlers } from './handlers/connectionCheck';
import { consentHandlers } from './handlers/consent';
import { customerNotesHandlers } from './handlers/customerNotes';
import { customerTagsHandlers } from './handlers/customerTags';
import { dataExportHandlers } from './handlers/dataExport';
import { deviceUseHandlers } from './handlers/deviceUse';
import { emailChangeHandlers } from './handlers/emailChange';
import { emailVerificationHandlers } from './handlers/emailVerification';
import { giftsHandlers } from './handlers/gifts';
import type { HandlersOf } from './handlers/handler';
import { payerPhoneHandlers } from './handlers/payerPhone';
import { paymentOpeningHandlers } from './handlers/paymentOpening';
import { profileHandlers } from './handlers/profile';
import { registrationHandlers } from './handlers/registration';
import { reportsHandlers } from './handlers/reports';
import { sessionsHandlers } from './handlers/sessions';
import { shopHandlers } from './handlers/shop';
import { staffHandlers } from './handlers/staff';
import { staffAccountHandlers } from './handlers/staffAccount';
import { staffAccountRecoveryHandlers } from './handlers/staffAccountRecovery';
import { staffAnalyticsHandlers } from './handlers/staffAnalytics';
import { staffAuditHandlers } from './handlers/staffAudit';
import { staffEmailsHandlers } from './handlers/staffEmails';
import { staffEraseCustomerHandlers } from './handlers/staffEraseCustomer';
import { staffFindHandlers } from './handlers/staffFind';
import { staffGiftsHandlers } from './handlers/staffGifts';
import { staffHomeHandlers } from './handlers/staffHome';
import { staffLinkDomainsHandlers } from './handlers/staffLinkDomains';
import { staffMeHandlers } from './handlers/staffMe';
import { staffNoticeHandlers } from './handlers/staffNotice';
import { staffPaymentIssuesHandlers } from './handlers/staffPaymentIssues';
import { staffPaymentsHandlers } from './handlers/staffPayments';
import { staffPresenceHandlers } from './handlers/staffPresence';
import { staffTeamHandlers } from './handlers/staffTeam';
import { staffVpnAppsHandlers } from './handlers/staffVpnApps';
import { subscriptionsHandlers } from './handlers/subscriptions';
import { timelineHandlers } from './handlers/timeline';

export type Handlers = HandlersOf<Contract>;

export const HANDLERS: Handlers = {
  ...emailVerificationHandlers,
  ...registrationHandlers,
  ...giftsHandlers,
  ...profileHandlers,
  ...deviceUseHandlers,
  ...sessionsHandlers,
  ...dataExportHandlers,
  ...emailChangeHandlers,
  ...connectHandlers,
  ...connectionCheckHandlers,
  ...appHandlers,
  ...accountDeletionHandlers,
  ...shopHandlers,
  ...paymentOpeningHandlers,
  ...payerPhoneHandlers,
  ...subscriptionsHandlers,
  ...cardChangeHandlers,
  ...consentHandlers,
  ...reportsHandlers,
  ...staffHandlers,
  ...staffPaymentsHandlers,
  ...staffPresenceHandlers,
  ...staffAccountRecoveryHandlers,
  ...customerNotesHandlers,
  ...customerTagsHandlers,
  ...bulkPushHandlers,
  ...staffLinkDomainsHandlers,
  ...staffEraseCustomerHandlers,
  ...staffFindHandlers,
  ...staffMeHandlers,
  ...staffHomeHandlers,
  ...staffGiftsHandlers,
  ...timelineHandlers,
  ...staffAccountHandlers,
  ...staffEmailsHandlers,
  ...staffNoticeHandlers,
  ...staffPaymentIssuesHandlers,
  ...staffAnalyticsHandlers,
  ...staffTeamHandlers,
  ...staffVpnAppsHandlers,
  ...staffAuditHandlers,
};

/**
 * The API contract: a table of all API calls of customers and staff, by name. The RTK Query endpoints, the server's
 * routes, the OpenAPI document and the authorization tests are derived from this table.
 * @example CONTRACT.getProfile.path // 'profile'
 */
import { accountDeletionCalls } from './accountDeletion';
import { appCalls } from './app';
import { bulkPushCalls } from './bulkPush';
import { cardChangeCalls } from './cardChange';
import { connectCalls } from './connect';
import { connectionCheckCalls } from './connectionCheck';
import { consentCalls } from './consent';
import { customerNotesCalls } from './customerNotes';
import { customerTagsCalls } from './customerTags';
import { dataExportCalls } from './dataExport';
import { deviceUseCalls } from './deviceUse';
import { emailChangeCalls } from './emailChange';
import { emailVerificationCalls } from './emailVerification';
import { giftsCalls } from './gifts';
import { payerPhoneCalls } from './payerPhone';
import { paymentOpeningCalls } from './paymentOpening';
import { profileCalls } from './profile';
import { registrationCalls } from './registration';
import { reportsCalls } from './reports';
import { sessionsCalls } from './sessions';
import { shopCalls } from './shop';
import { staffCalls } from './staff';
import { staffAccountCalls } from './staffAccount';
import { staffAccountRecoveryCalls } from './staffAccountRecovery';
import { staffAnalyticsCalls } from './staffAnalytics';
import { staffAuditCalls } from './staffAudit';
import { staffDataExportCalls } from './staffDataExport';
import { staffEmailsCalls } from './staffEmails';
import { staffEraseCustomerCalls } from './staffEraseCustomer';
import { staffFindCalls } from './staffFind';
import { staffGiftsCalls } from './staffGifts';
import { staffHomeCalls } from './staffHome';
import { staffLinkDomainsCalls } from './staffLinkDomains';
import { staffMeCalls } from './staffMe';
import { staffNoticeCalls } from './staffNotice';
import { staffPaymentIssuesCalls } from './staffPaymentIssues';
import { staffPaymentsCalls } from './staffPayments';
import { staffPresenceCalls } from './staffPresence';
import { staffTeamCalls } from './staffTeam';
import { staffVpnAppsCalls } from './staffVpnApps';
import { subscriptionsCalls } from './subscriptions';
import { timelineCalls } from './timeline';

export const CONTRACT = {
  ...emailVerificationCalls,
  ...registrationCalls,
  ...giftsCalls,
  ...profileCalls,
  ...deviceUseCalls,
  ...sessionsCalls,
  ...dataExportCalls,
  ...emailChangeCalls,
  ...connectCalls,
  ...connectionCheckCalls,
  ...appCalls,
  ...accountDeletionCalls,
  ...subscriptionsCalls,
  ...cardChangeCalls,
  ...shopCalls,
  ...paymentOpeningCalls,
  ...payerPhoneCalls,
  ...consentCalls,
  ...reportsCalls,
  ...staffCalls,
  ...staffMeCalls,
  ...staffHomeCalls,
  ...staffLinkDomainsCalls,
  ...staffEraseCustomerCalls,
  ...staffFindCalls,
  ...staffGiftsCalls,
  ...staffPaymentsCalls,
  ...staffPresenceCalls,
  ...staffAccountRecoveryCalls,
  ...customerNotesCalls,
  ...customerTagsCalls,
  ...bulkPushCalls,
  ...timelineCalls,
  ...staffAccountCalls,
  ...staffEmailsCalls,
  ...staffDataExportCalls,
  ...staffNoticeCalls,
  ...staffPaymentIssuesCalls,
  ...staffAnalyticsCalls,
  ...staffTeamCalls,
  ...staffVpnAppsCalls,
  ...staffAuditCalls,
} as const;

export type Contract = typeof CONTRACT;
export type CallName = keyof Contract;
export const CALL_NAMES = Object.keys(CONTRACT) as CallName[];

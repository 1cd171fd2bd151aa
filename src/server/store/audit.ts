/** The staff's audit log in SQL: rows are only ever added. */
import type { StaffOrigin } from '../domain/caller';
import type { Database } from './database';
import { staffAudit } from './schema/staff';

export const STAFF_ACTIONS = [
  'signIn',
  'signInRefused',
  'signOut',
  'sessionReuseStopped',
  'offerSecondFactor',
  'turnOnSecondFactor',
  'turnOffSecondFactor',
  'resetSecondFactor',
  'changeOwnPassword',
  'ownCredentialRefused',
  'accessRefused',
  'revokeSession',
  'createStaff',
  'changeStaffRole',
  'resetStaffPassword',
  'disableStaff',
  'enableStaff',
  'viewAudit',
  'exportAudit',
  'searchUsers',
  'findUsers',
  'viewUser',
  'viewTimeline',
  'resendSignInLetter',
  'viewConnectionLogs',
  'viewPayments',
  'createGift',
  'createGiftBatch',
  'repeatGiftBatch',
  'listGifts',
  'listGiftBatches',
  'revokeGift',
  'revokeGiftBatch',
  'giftChangeRefused',
  'refund',
  'refundRefused',
  'detachDevice',
  'sendPush',
  'sendPushRefused',
] as const;

export type StaffAction = (typeof STAFF_ACTIONS)[number];

export interface AuditEntry {
  at: Date;
  action: StaffAction;
  /** The customer it was done to. */
  accountId?: number | null;
  /** Facts of the action; never a secret. */
  details?: Record<string, unknown>;
}

/** Write it in the transaction of the action. */
export async function writeAudit(tx: Database, origin: StaffOrigin, entry: AuditEntry): Promise<void> {
  await tx.insert(staffAudit).values({
    at: entry.at,
    staffId: origin.staffId,
    username: origin.username,
    action: entry.action,
    accountId: entry.accountId ?? null,
    details: entry.details ?? {},
    ip: origin.ip,
    requestId: origin.requestId,
  });
}

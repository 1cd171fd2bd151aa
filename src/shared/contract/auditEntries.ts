/**
 * Schemas of the audit log entries: the details of each staff action. The server writes only audit log entries that
 * match these schemas. The staff console has a text for each action.
 */
import * as v from 'valibot';
import { toRubles } from '../money';
import { PAYMENT_ISSUE_ACTIONS, PAYMENT_ISSUES } from '../paymentIssues';
import { STAFF_ROLES } from '../staffRoles';
import { NOTE_CHANGES } from './customerNotes';
import { TAG_CHANGES } from './customerTags';
import { maybe } from './fields';
import { pushBody } from './staff';
import { GRANT_REASONS } from './staffAccountRecovery';
import { ERASE_REASONS } from './staffEraseCustomer';
import { REFUND_REASONS } from './staffPayments';

/** Delivery results of a push message. `unregistered` means that the app is no longer installed on the device. */
const PUSH_OUTCOMES = ['delivered', 'unregistered', 'failed'] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/**
 * Details of audit log entries by name. A name has the same meaning in every staff action. Amounts are in kopecks. The
 * details must not contain secrets.
 */
export const AUDIT_FIELDS = {
  /** Username of the staff member whose account was changed. */
  staff: v.string(),
  role: v.picklist(STAFF_ROLES),
  from: v.string(),
  to: v.string(),
  session: v.string(),
  sessionsEnded: v.number(),
  secondFactor: v.boolean(),
  credential: v.picklist(['password', 'code']),
  /** Name of the API call in the API contract. */
  call: v.string(),
  /** Reason why the action was rejected. */
  because: v.string(),
  username: v.string(),
  action: v.string(),
  accountId: v.number(),
  ip: v.string(),
  requestId: v.string(),
  before: v.number(),
  /** Number of exported audit log entries. */
  entries: v.number(),
  emailPart: v.string(),
  value: v.string(),
  /** True if staff searched for a gift key. The gift key itself is a secret, so it is not logged. */
  giftKey: v.literal(true),
  found: v.array(v.object({ matchedBy: v.string(), accountId: v.number() })),
  page: v.number(),
  size: v.number(),
  sortBy: v.string(),
  sortDirection: v.picklist(['ASC', 'DESC']),
  state: v.string(),
  noteId: v.number(),
  change: v.picklist(NOTE_CHANGES),
  giftId: v.number(),
  keyEnding: v.string(),
  batchId: v.number(),
  name: v.string(),
  months: v.number(),
  revoked: v.number(),
  /** Name of the rejected action. */
  wanted: v.picklist(['createGiftBatch', 'revokeGift', 'revokeGiftBatch']),
  email: v.string(),
  uid: v.string(),
  transactionId: v.string(),
  amountKopecks: v.number(),
  paidKopecks: v.number(),
  /** Reason of the refund, or error of the push service. */
  reason: v.string(),
  comment: v.string(),
  /** Whether the customer keeps the access that a refunded payment bought, and whether the renewal continues. */
  keepsAccess: v.boolean(),
  keepsRenewal: v.boolean(),
  tag: v.string(),
  tagChange: v.picklist(TAG_CHANGES),
  status: v.string(),
  registeredFrom: v.string(),
  registeredTo: v.string(),
  bulkPushId: v.number(),
  devices: v.number(),
  days: v.number(),
  grantReason: v.picklist(GRANT_REASONS),
  eraseReason: v.picklist(ERASE_REASONS),
  /** Id of the customer who had the other email address before the exchange. */
  otherId: v.number(),
  /** Kind of the payment issue. */
  question: v.picklist(PAYMENT_ISSUES),
  /** Name of the card provider. */
  provider: v.string(),
  /** Domain of device links. */
  domain: v.string(),
  /** Name of the email template. */
  template: v.string(),
  /** Version of the list of VPN apps. */
  version: v.number(),
  /** Version of the list of VPN apps that was restored, or 0 for the shipped list. */
  restored: v.number(),
  /** Changes of the list of VPN apps, such as «edited Happ». */
  changes: v.string(),
  /** Number of requested store links, and of those that did not respond with success. */
  links: v.number(),
  failedLinks: v.number(),
  deviceId: v.string(),
  deviceName: v.string(),
  /** Whether the action changed anything. */
  success: v.boolean(),
  push: pushBody,
  /** Text and end of the maintenance notice. */
  notice: v.string(),
  endsAt: v.string(),
  /** Delivery result of the push. Null if the server has not recorded the result. */
  outcome: v.nullable(v.picklist(PUSH_OUTCOMES)),
} as const;

export type AuditField = keyof typeof AUDIT_FIELDS;

type DescriptionList = typeof AUDIT_FIELDS;

function pickEvents<const Name extends AuditField>(names: readonly Name[]): Pick<DescriptionList, Name> {
  return Object.fromEntries(names.map((name) => [name, AUDIT_FIELDS[name]])) as Pick<DescriptionList, Name>;
}

/**
 * Returns the schema of an action's details, from the names of the required and of the optional details.
 * @example details(['staff', 'role']) // schema of { staff: string, role: StaffRole }
 */
function details<const Always extends AuditField = never, const Maybe extends AuditField = never>(
  always: readonly Always[] = [],
  maybes: readonly Maybe[] = [],
) {
  return v.object({ ...pickEvents(always), ...v.partial(v.object(pickEvents(maybes))).entries });
}

const paging = ['page', 'size'] as const;
const sorting = ['sortBy', 'sortDirection'] as const;
const filters = ['status', 'tag', 'registeredFrom', 'registeredTo'] as const;
/** Payment id and amount in the refund request. Each value is null if the request omitted it. */
const asked = { transactionId: v.nullable(v.string()), amountKopecks: v.nullable(v.number()) };
const reason = v.picklist(REFUND_REASONS);

/** Schema of the details of each staff action. */
export const AUDIT_DETAILS = {
  signIn: details(['session', 'secondFactor']),
  signInRejected: details([], ['because']),
  signOut: details(['session']),
  sessionReuseStopped: details(['session']),
  offerSecondFactor: details(),
  /**
   * The audit log entry has `session` if the second factor was set up at sign-in. The entry has `sessionsEnded` if the
   * second factor was set up on the account page, which ends all other sessions.
   */
  turnOnSecondFactor: details([], ['session', 'sessionsEnded']),
  turnOffSecondFactor: details(),
  resetSecondFactor: details(['staff', 'sessionsEnded']),
  changeOwnPassword: details(['sessionsEnded']),
  ownCredentialRejected: details(['credential']),
  accessRejected: details(['call']),
  revokeSession: details(['staff', 'session']),
  createStaff: details(['staff', 'role']),
  changeStaffRole: details(['staff', 'from', 'to']),
  resetStaffPassword: details(['staff', 'sessionsEnded']),
  disableStaff: details(['staff', 'sessionsEnded']),
  enableStaff: details(['staff']),
  viewAudit: details(),
  exportCustomerData: details(),
  exportAudit: details(
    [],
    ['username', 'action', 'accountId', 'from', 'to', 'ip', 'requestId', 'before', 'entries'],
  ),
  searchUsers: details([...paging, ...sorting], ['emailPart', 'giftKey', ...filters]),
  findUsers: details(['found'], ['value', 'giftKey', 'giftId']),
  viewUser: details(),
  resendSignInEmail: details(),
  addNote: details(['noteId']),
  changeNote: details(['noteId', 'change']),
  changeNoteRejected: details(['noteId', 'change', 'because']),
  changeTag: details(['tag', 'tagChange']),
  /** `emailPart` and the filters describe the customer search whose results receive the push. */
  sendBulkPush: details(['bulkPushId', 'push', 'devices', 'emailPart'], filters),
  sendBulkPushRejected: details(['push', 'because']),
  /** Preview of a broadcast push. `devices` is the number of devices that the broadcast push would reach. */
  previewBulkPush: details(['devices'], ['emailPart', 'giftKey', ...filters]),
  /** Access to the list of customers who received a broadcast push. */
  viewBulkPush: details(['bulkPushId']),
  createGift: details(['giftId', 'months']),
  createGiftBatch: details(['batchId', 'name', 'months', 'size']),
  /** Repeated request that returned the keys of an existing gift batch again. */
  repeatGiftBatch: details(['batchId']),
  listGifts: details([...paging, ...sorting], ['state', 'batchId', 'keyEnding']),
  listGiftBatches: details(paging),
  revokeGift: details(['giftId']),
  revokeGiftBatch: details(['batchId', 'revoked']),
  giftChangeRejected: details(['wanted', 'because'], ['giftId', 'batchId', 'name', 'months', 'size']),
  refund: v.object({
    ...details(
      ['transactionId', 'amountKopecks', 'paidKopecks', 'comment'],
      ['provider', 'keepsAccess', 'keepsRenewal'],
    ).entries,
    reason,
  }),
  stopRenewal: details(['comment'], ['provider']),
  eraseCustomer: details(['eraseReason']),
  eraseCustomerRejected: details(['eraseReason', 'because']),
  grantDays: details(['days', 'grantReason', 'comment']),
  grantDaysRejected: details(['days', 'grantReason', 'comment', 'because']),
  /**
   * An exchange of email addresses writes two entries: `moveSubscription` for the owner of the subscription, and
   * `giveUpEmail` for the previous owner of the new address.
   */
  moveSubscription: details(['from', 'to', 'otherId', 'comment']),
  giveUpEmail: details(['from', 'to', 'otherId', 'comment']),
  moveSubscriptionRejected: details(['to', 'comment', 'because']),
  refundRejected: v.object({
    ...details(['comment', 'because'], ['provider']).entries,
    ...asked,
    reason,
    email: maybe(v.string()),
    uid: maybe(v.string()),
  }),
  viewUndeliveredEmails: details(),
  viewLastCustomers: details(),
  sendEmailAgain: details(['template']),
  viewPaymentIssues: details(),
  reportPaymentIssue: v.object({
    ...details(['question', 'comment'], ['provider']).entries,
    ...asked,
    action: v.picklist(PAYMENT_ISSUE_ACTIONS),
  }),
  recordChargeback: details(['transactionId', 'amountKopecks', 'paidKopecks', 'comment'], ['provider']),
  /** `days` is the number of days in which no subscription of the card provider ends because of a missed charge. */
  providerGone: details(['provider', 'days']),
  providerBack: details(['provider']),
  saveVpnApps: details(['version', 'changes'], ['restored']),
  saveVpnAppsRejected: details(['because']),
  checkVpnAppLinks: details(['links', 'failedLinks']),
  setNotice: details(['notice', 'endsAt']),
  endNotice: details(['notice']),
  blockLinkDomain: details(['domain']),
  unblockLinkDomain: details(['domain']),
  detachDevice: details(['deviceId', 'success']),
  /**
   * `outcome` and `reason` of a push are not known when the audit log entry is written, so the server adds them when it
   * reads the entry.
   */
  sendPush: details(['deviceId', 'deviceName', 'push'], ['outcome', 'reason']),
  sendPushRejected: details(['push', 'because']),
} as const;

export type StaffAction = keyof typeof AUDIT_DETAILS;
export const STAFF_ACTIONS = Object.keys(AUDIT_DETAILS) as [StaffAction, ...StaffAction[]];
export type AuditDetails<Action extends StaffAction = StaffAction> = v.InferOutput<
  (typeof AUDIT_DETAILS)[Action]
>;

/** Returns the amount of an entry in rubles, or null if the entry has no amount. */
export function readAmount({ amountKopecks }: Readonly<Record<string, unknown>>): number | null {
  return typeof amountKopecks === 'number' ? toRubles(amountKopecks) : null;
}

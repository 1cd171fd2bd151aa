/**
 * Everything that the audit log may hold: each action of staff with its details. The server writes
 * nothing else; the console has words for each.
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
import { REFUND_REASONS } from './staffPayments';

/** What became of a push; `unregistered`: the app is gone from the device. */
const PUSH_OUTCOMES = ['delivered', 'unregistered', 'failed'] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** Each detail means the same in whichever action it stands. Amounts are kopecks. Never a secret. */
export const AUDIT_FIELDS = {
  /** Username of the colleague to whom it was done. */
  staff: v.string(),
  role: v.picklist(STAFF_ROLES),
  from: v.string(),
  to: v.string(),
  session: v.string(),
  sessionsEnded: v.number(),
  secondFactor: v.boolean(),
  credential: v.picklist(['password', 'code']),
  /** Name of the call of the contract. */
  call: v.string(),
  /** Why it was rejected. */
  because: v.string(),
  username: v.string(),
  action: v.string(),
  accountId: v.number(),
  ip: v.string(),
  requestId: v.string(),
  before: v.number(),
  /** How many entries were taken out. */
  entries: v.number(),
  emailPart: v.string(),
  value: v.string(),
  /** A gift key was looked for: the key itself is a secret. */
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
  /** The action that was rejected. */
  wanted: v.picklist(['createGiftBatch', 'revokeGift', 'revokeGiftBatch']),
  email: v.string(),
  uid: v.string(),
  transactionId: v.string(),
  amountKopecks: v.number(),
  paidKopecks: v.number(),
  /** Why money goes back, or what the push service said. */
  reason: v.string(),
  comment: v.string(),
  /** What a refunded payment bought stays, and the renewal goes on. */
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
  /** The customer with whose address it was exchanged. */
  otherId: v.number(),
  /** Why money needed an explanation. */
  question: v.picklist(PAYMENT_ISSUES),
  deviceId: v.string(),
  deviceName: v.string(),
  /** Something was there to be changed. */
  success: v.boolean(),
  push: pushBody,
  /** Null: the server has not written it down. */
  outcome: v.nullable(v.picklist(PUSH_OUTCOMES)),
} as const;

export type AuditField = keyof typeof AUDIT_FIELDS;

type DescriptionList = typeof AUDIT_FIELDS;

function eventsOf<const Name extends AuditField>(names: readonly Name[]): Pick<DescriptionList, Name> {
  return Object.fromEntries(names.map((name) => [name, AUDIT_FIELDS[name]])) as Pick<DescriptionList, Name>;
}

/** Details of an action: the facts that it always has, and those that it may have. */
function details<const Always extends AuditField = never, const Maybe extends AuditField = never>(
  always: readonly Always[] = [],
  maybes: readonly Maybe[] = [],
) {
  return v.object({ ...eventsOf(always), ...v.partial(v.object(eventsOf(maybes))).entries });
}

const paging = ['page', 'size'] as const;
const sorting = ['sortBy', 'sortDirection'] as const;
const filters = ['status', 'tag', 'registeredFrom', 'registeredTo'] as const;
/** As asked: null where the request left it open. */
const asked = { transactionId: v.nullable(v.string()), amountKopecks: v.nullable(v.number()) };
const reason = v.picklist(REFUND_REASONS);

/** The details of each action. */
export const AUDIT_DETAILS = {
  signIn: details(['session', 'secondFactor']),
  signInRejected: details([], ['because']),
  signOut: details(['session']),
  sessionReuseStopped: details(['session']),
  offerSecondFactor: details(),
  /** At a sign-in: the session; on one's account page: how many others ended. */
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
  /** `emailPart` and the filters are those of the search that found the customers. */
  sendBulkPush: details(['bulkPushId', 'push', 'devices', 'emailPart'], filters),
  sendBulkPushRejected: details(['push', 'because']),
  /** A search that was counted: `devices` is the number of devices that a push would reach. */
  previewBulkPush: details(['devices'], ['emailPart', 'giftKey', ...filters]),
  /** The customers whom a push was sent to. */
  viewBulkPush: details(['bulkPushId']),
  createGift: details(['giftId', 'months']),
  createGiftBatch: details(['batchId', 'name', 'months', 'size']),
  /** The keys of a batch were answered again. */
  repeatGiftBatch: details(['batchId']),
  listGifts: details([...paging, ...sorting], ['state', 'batchId', 'keyEnding']),
  listGiftBatches: details(paging),
  revokeGift: details(['giftId']),
  revokeGiftBatch: details(['batchId', 'revoked']),
  giftChangeRejected: details(['wanted', 'because'], ['giftId', 'batchId', 'name', 'months', 'size']),
  refund: v.object({
    ...details(['transactionId', 'amountKopecks', 'paidKopecks', 'comment'], ['keepsAccess', 'keepsRenewal'])
      .entries,
    reason,
  }),
  stopRenewal: details(['comment']),
  grantDays: details(['days', 'grantReason', 'comment']),
  grantDaysRejected: details(['days', 'grantReason', 'comment', 'because']),
  /** Of the customer whose subscription it is, and of the one who had the other address. */
  moveSubscription: details(['from', 'to', 'otherId', 'comment']),
  giveUpEmail: details(['from', 'to', 'otherId', 'comment']),
  moveSubscriptionRejected: details(['to', 'comment', 'because']),
  refundRejected: v.object({
    ...details(['comment', 'because']).entries,
    ...asked,
    reason,
    email: maybe(v.string()),
    uid: maybe(v.string()),
  }),
  viewUndeliveredEmails: details(),
  sendEmailAgain: v.object({ template: v.string() }),
  viewPaymentIssues: details(),
  reportPaymentIssue: v.object({
    ...details(['question', 'comment']).entries,
    ...asked,
    action: v.picklist(PAYMENT_ISSUE_ACTIONS),
  }),
  recordChargeback: details(['transactionId', 'amountKopecks', 'paidKopecks', 'comment']),
  detachDevice: details(['deviceId', 'success']),
  /** The outcome comes later, and is joined to the entry when it is read. */
  sendPush: details(['deviceId', 'deviceName', 'push'], ['outcome', 'reason']),
  sendPushRejected: details(['push', 'because']),
} as const;

export type StaffAction = keyof typeof AUDIT_DETAILS;
export const STAFF_ACTIONS = Object.keys(AUDIT_DETAILS) as [StaffAction, ...StaffAction[]];
export type AuditDetails<Action extends StaffAction = StaffAction> = v.InferOutput<
  (typeof AUDIT_DETAILS)[Action]
>;

/** Rubles that an entry with these details is about; null: it is about none. */
export function amountOf({ amountKopecks }: Readonly<Record<string, unknown>>): number | null {
  return typeof amountKopecks === 'number' ? toRubles(amountKopecks) : null;
}

/**
 * Everything that the audit log may hold: each action of staff with its details. The server writes
 * nothing else; the console has words for each.
 */
import * as v from 'valibot';
import { toRubles } from '../money';
import { MONEY_ACTIONS, MONEY_QUESTIONS } from '../moneyToExplain';
import { STAFF_ROLES } from '../staffRoles';
import { NOTE_CHANGES } from './customerNotes';
import { TAG_CHANGES } from './customerTags';
import { maybe } from './fields';
import { pushBody } from './staff';
import { REFUND_REASONS } from './staffPayments';
import { GRANT_REASONS } from './staffRescue';

/** What became of a push; `unregistered`: the app is gone from the device. */
export const PUSH_OUTCOMES = ['delivered', 'unregistered', 'failed'] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** Each detail means the same in whichever action it stands. Amounts are kopecks. Never a secret. */
export const AUDIT_FACTS = {
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
  /** Why it was refused. */
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
  /** The action that was refused. */
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
  question: v.picklist(MONEY_QUESTIONS),
  deviceId: v.string(),
  deviceName: v.string(),
  /** Something was there to be changed. */
  success: v.boolean(),
  push: pushBody,
  /** Null: the server has not written it down. */
  outcome: v.nullable(v.picklist(PUSH_OUTCOMES)),
} as const;

export type AuditFact = keyof typeof AUDIT_FACTS;

const facts = v.object(AUDIT_FACTS);
const none = v.object({});
const paging = ['page', 'size'] as const;
const sorting = ['sortBy', 'sortDirection'] as const;
const filters = ['status', 'tag', 'registeredFrom', 'registeredTo'] as const;
const endedSessionsOf = v.pick(facts, ['staff', 'sessionsEnded']);
const reason = v.picklist(REFUND_REASONS);

/** The details of each action. */
export const AUDIT_DETAILS = {
  signIn: v.pick(facts, ['session', 'secondFactor']),
  signInRefused: v.partial(v.pick(facts, ['because'])),
  signOut: v.pick(facts, ['session']),
  sessionReuseStopped: v.pick(facts, ['session']),
  offerSecondFactor: none,
  /** At a sign-in: the session; on one's account page: how many others ended. */
  turnOnSecondFactor: v.partial(v.pick(facts, ['session', 'sessionsEnded'])),
  turnOffSecondFactor: none,
  resetSecondFactor: endedSessionsOf,
  changeOwnPassword: v.pick(facts, ['sessionsEnded']),
  ownCredentialRefused: v.pick(facts, ['credential']),
  accessRefused: v.pick(facts, ['call']),
  revokeSession: v.pick(facts, ['staff', 'session']),
  createStaff: v.pick(facts, ['staff', 'role']),
  changeStaffRole: v.pick(facts, ['staff', 'from', 'to']),
  resetStaffPassword: endedSessionsOf,
  disableStaff: endedSessionsOf,
  enableStaff: v.pick(facts, ['staff']),
  viewAudit: none,
  exportAudit: v.partial(
    v.pick(facts, ['username', 'action', 'accountId', 'from', 'to', 'ip', 'requestId', 'before', 'entries']),
  ),
  searchUsers: v.partial(v.pick(facts, ['emailPart', 'giftKey', ...filters, ...paging, ...sorting]), [
    'emailPart',
    'giftKey',
    ...filters,
  ]),
  findUsers: v.partial(v.pick(facts, ['value', 'giftKey', 'giftId', 'found']), [
    'value',
    'giftKey',
    'giftId',
  ]),
  viewUser: none,
  resendSignInLetter: none,
  addNote: v.pick(facts, ['noteId']),
  changeNote: v.pick(facts, ['noteId', 'change']),
  changeNoteRefused: v.pick(facts, ['noteId', 'change', 'because']),
  changeTag: v.pick(facts, ['tag', 'tagChange']),
  /** `emailPart` and the filters are those of the search that found the customers. */
  sendBulkPush: v.partial(v.pick(facts, ['bulkPushId', 'push', 'devices', 'emailPart', ...filters]), [
    ...filters,
  ]),
  sendBulkPushRefused: v.pick(facts, ['push', 'because']),
  /** A search that was counted: `devices` is the number of devices that a push would reach. */
  previewBulkPush: v.partial(v.pick(facts, ['emailPart', 'giftKey', 'devices', ...filters]), [
    'emailPart',
    'giftKey',
    ...filters,
  ]),
  /** The customers whom a push was sent to. */
  viewBulkPush: v.pick(facts, ['bulkPushId']),
  createGift: v.pick(facts, ['giftId', 'months']),
  createGiftBatch: v.pick(facts, ['batchId', 'name', 'months', 'size']),
  /** The keys of a batch were answered again. */
  repeatGiftBatch: v.pick(facts, ['batchId']),
  listGifts: v.partial(v.pick(facts, ['state', 'batchId', 'keyEnding', ...paging, ...sorting]), [
    'state',
    'batchId',
    'keyEnding',
  ]),
  listGiftBatches: v.pick(facts, paging),
  revokeGift: v.pick(facts, ['giftId']),
  revokeGiftBatch: v.pick(facts, ['batchId', 'revoked']),
  giftChangeRefused: v.partial(
    v.pick(facts, ['wanted', 'giftId', 'batchId', 'name', 'months', 'size', 'because']),
    ['giftId', 'batchId', 'name', 'months', 'size'],
  ),
  refund: v.object({
    ...v.pick(facts, ['transactionId', 'amountKopecks', 'paidKopecks', 'comment']).entries,
    ...v.partial(v.pick(facts, ['keepsAccess', 'keepsRenewal'])).entries,
    reason,
  }),
  stopRenewal: v.pick(facts, ['comment']),
  grantDays: v.pick(facts, ['days', 'grantReason', 'comment']),
  grantDaysRefused: v.pick(facts, ['days', 'grantReason', 'comment', 'because']),
  /** Of the customer whose subscription it is, and of the one who had the other address. */
  moveSubscription: v.pick(facts, ['from', 'to', 'otherId', 'comment']),
  giveUpEmail: v.pick(facts, ['from', 'to', 'otherId', 'comment']),
  moveSubscriptionRefused: v.pick(facts, ['to', 'comment', 'because']),
  /** Whom, which payment and how much as asked: null or left out where the request left it open. */
  refundRefused: v.object({
    ...v.pick(facts, ['comment', 'because']).entries,
    reason,
    transactionId: v.nullable(v.string()),
    amountKopecks: v.nullable(v.number()),
    email: maybe(v.string()),
    uid: maybe(v.string()),
  }),
  viewUndeliveredLetters: none,
  sendLetterAgain: v.object({ letter: v.string() }),
  viewMoneyToExplain: none,
  explainMoney: v.object({
    ...v.pick(facts, ['question', 'comment']).entries,
    action: v.picklist(MONEY_ACTIONS),
    transactionId: v.nullable(v.string()),
    amountKopecks: v.nullable(v.number()),
  }),
  recordChargeback: v.pick(facts, ['transactionId', 'amountKopecks', 'paidKopecks', 'comment']),
  detachDevice: v.pick(facts, ['deviceId', 'success']),
  /** The outcome comes later, and is joined to the entry when it is read. */
  sendPush: v.partial(v.pick(facts, ['deviceId', 'deviceName', 'push', 'outcome', 'reason']), [
    'outcome',
    'reason',
  ]),
  sendPushRefused: v.pick(facts, ['push', 'because']),
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

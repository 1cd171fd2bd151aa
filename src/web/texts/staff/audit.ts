/** Texts of /adept/audit: actions and their facts in words. */
import * as v from 'valibot';
import { AUDIT_FIELDS, type AuditField, type StaffAction } from '../../../shared/contract/auditEntries';
import { formatAmount } from '../../../shared/russianFormats';
import { shownDeviceId, shownDeviceName } from '../devices';
import { GRANT_REASON_TEXTS } from './accountRecovery';
import { REFUND_REASON_TEXTS } from './refund';
import { matchedByText } from './search';
import { pushOutcomeWords, spelled } from './timeline';

export const STAFF_AUDIT_TEXTS = {
  title: 'Audit',
  table: 'Audit log',
  loadFailed: 'The audit log could not be read.',
  forbidden: 'Only admins see the audit log.',
  empty: 'Nothing of this kind was done.',
  when: 'When',
  who: 'Who',
  action: 'Action',
  customer: 'Customer',
  details: 'Details',
  amount: 'Amount',
  notUnderstood: 'Not understood',
  correctFilters: 'A filter above is not understood.',
  from: 'From',
  request: 'Request',
  filters: 'Filters',
  anyAction: 'any',
  customerId: 'Customer id',
  ip: 'IP address',
  requestId: 'Request id',
  since: 'Since',
  until: 'Until',
  clear: 'Clear filters',
  export: 'Download CSV',
  exporting: 'Downloading',
  exported: (count: number) => `${String(count)} entries downloaded`,
  exportCut: (count: number) =>
    `Only the newest ${String(count)} entries are in the file: choose a shorter period for the rest.`,
  exportFailed: 'The export did not work. Try again.',
  file: (day: string) => `audit-${day}.csv`,
  csvHead: [
    'Id',
    'At (UTC)',
    'Who',
    'Action',
    'Customer id',
    'Customer',
    'Amount, RUB',
    'Details',
    'IP address',
    'Request id',
  ],
} as const;

/** The actions in the order of the filter's list. */
export const STAFF_ACTION_NAMES: Readonly<Record<StaffAction, string>> = {
  signIn: 'Signed in',
  signInRejected: 'Sign-in rejected',
  signOut: 'Signed out',
  sessionReuseStopped: 'Stolen session stopped',
  offerSecondFactor: 'Began second factor',
  turnOnSecondFactor: 'Turned second factor on',
  turnOffSecondFactor: 'Turned second factor off',
  resetSecondFactor: 'Reset second factor',
  changeOwnPassword: 'Changed own password',
  ownCredentialRejected: 'Own password or code rejected',
  accessRejected: 'Role not sufficient',
  revokeSession: 'Ended a session',
  createStaff: 'Created staff account',
  changeStaffRole: 'Changed role',
  resetStaffPassword: 'Reset password',
  disableStaff: 'Disabled staff account',
  enableStaff: 'Enabled staff account',
  viewAudit: 'Viewed the audit log',
  exportAudit: 'Exported the audit log',
  searchUsers: 'Searched customers',
  findUsers: 'Looked customers up',
  viewUser: 'Viewed customer',
  viewUndeliveredEmails: 'Viewed undelivered emails',
  sendEmailAgain: 'Sent email again',
  viewPaymentIssues: 'Viewed money to explain',
  reportPaymentIssue: 'Dealt with money to explain',
  recordChargeback: 'Recorded chargeback',
  resendSignInEmail: 'Sent sign-in email again',
  createGift: 'Created gift',
  createGiftBatch: 'Created gift batch',
  repeatGiftBatch: 'Took gift batch again',
  listGifts: 'Listed gifts',
  listGiftBatches: 'Listed gift batches',
  revokeGift: 'Revoked gift',
  revokeGiftBatch: 'Revoked gift batch',
  giftChangeRejected: 'Gift change rejected',
  refund: 'Refunded',
  refundRejected: 'Refund rejected',
  stopRenewal: 'Stopped the renewal',
  grantDays: 'Gave days',
  grantDaysRejected: 'Days rejected',
  moveSubscription: 'Moved subscription to another email',
  giveUpEmail: 'Gave up email to a moved subscription',
  moveSubscriptionRejected: 'Move to another email rejected',
  addNote: 'Wrote a note',
  changeNote: 'Changed a note',
  changeNoteRejected: 'Changing a note rejected',
  changeTag: 'Changed a tag',
  sendBulkPush: 'Sent push to many',
  sendBulkPushRejected: 'Push to many rejected',
  previewBulkPush: 'Previewed push to many',
  viewBulkPush: 'Viewed recipients of push to many',
  detachDevice: 'Detached device',
  sendPush: 'Sent push',
  sendPushRejected: 'Push rejected',
};

/** An action in words; one that is not known here by its own name. */
export function actionName(action: string): string {
  return Object.entries(STAFF_ACTION_NAMES).find(([name]) => name === action)?.[1] ?? spelled(action);
}

type Details = Readonly<Record<string, unknown>>;
type Description<Name extends AuditField> = v.InferOutput<(typeof AUDIT_FIELDS)[Name]>;
type Wording<Name extends AuditField> = (value: Description<Name>, entry: AuditEntry) => string | null;

/** A text or a number may go without a wording: it is told by its name and value. */
type RequiredWordings = {
  [Name in AuditField as Description<Name> extends string | number ? never : Name]: Wording<Name>;
};

interface AuditEntry {
  action: string;
  details: Details;
}

const SESSION_ID_SHOWN = 8;

/** Facts with a wording of their own; null: not worth a word. */
const WORDINGS: { readonly [Name in AuditField]?: Wording<Name> } = {
  // The beginning tells sessions apart.
  session: (id) => `session ${id.slice(0, SESSION_ID_SHOWN)}`,
  secondFactor: (isOn) => (isOn ? 'with a second factor' : null),
  success: (hasChanged) => (hasChanged ? null : 'without effect'),
  because: (reason) => SIGN_IN_REJECTIONS[reason] ?? reason,
  credential: (kind) => `wrong ${kind}`,
  call: (name) => spelled(name).toLowerCase(),
  wanted: (action) => spelled(action).toLowerCase(),
  emailPart: quoted,
  value: quoted,
  giftKey: () => 'gift key',
  page: (page) => (page === 0 ? null : `page ${String(page + 1)}`),
  size: (size, { action }) => (action === 'createGiftBatch' ? `${String(size)} gifts` : null),
  sortBy: (column, { details: { sortDirection } }) => {
    if (column === 'id' && sortDirection === 'DESC') return null;
    return `by ${spelled(column).toLowerCase()}${sortDirection === 'DESC' ? ', descending' : ''}`;
  },
  sortDirection: () => null,
  found: (found) =>
    found
      .map(({ accountId, matchedBy }) => `customer ${String(accountId)} found by ${matchedByText(matchedBy)}`)
      .join(', ') || 'nobody found',
  push: (push) => {
    const { type, title, link, email } = { title: '', link: '', email: '', ...push };
    return [type, title && quoted(title), link, email].filter((part) => part !== '').join(' ');
  },
  outcome: pushOutcomeWords,
  // The name says more.
  deviceId: (id, { details }) => (details['deviceName'] ? null : `device ${shownDeviceId(id)}`),
  deviceName: (name) => `to «${shownDeviceName(name)}»`,
  transactionId: (id) => `payment ${id}`,
  // It has a column of its own.
  amountKopecks: () => null,
  paidKopecks: (kopecks) => `paid ${formatAmount(kopecks / 100)}`,
  reason: (reason) =>
    Object.entries(REFUND_REASON_TEXTS)
      .find(([name]) => name === reason)?.[1]
      .toLowerCase() ?? reason,
  comment: quoted,
  tag: quoted,
  tagChange: (change) => (change === 'add' ? 'tag added' : 'tag removed'),
  bulkPushId: (id) => `push to many ${String(id)}`,
  devices: (count) => `${String(count)} devices`,
  days: (days) => `${String(days)} ${days === 1 ? 'day' : 'days'}`,
  grantReason: (reason) => GRANT_REASON_TEXTS[reason].toLowerCase(),
  otherId: (id) => `exchanged with customer ${String(id)}`,
  keepsAccess: (stays) => (stays ? 'access stays' : null),
  keepsRenewal: (goesOn) => (goesOn ? 'renewal goes on' : null),
  name: quoted,
} satisfies RequiredWordings & { [Name in AuditField]?: Wording<Name> };

const SIGN_IN_REJECTIONS: Readonly<Record<string, string>> = {
  code: 'wrong code',
  tooManyTries: 'blocked after too many tries',
};

/** What is read first and last; the database keeps facts in an order of its own. */
const FIRST = [
  'wanted',
  'value',
  'giftKey',
  'emailPart',
  'staff',
  'amountKopecks',
  'paidKopecks',
  'push',
  'deviceName',
  'outcome',
];
const LAST = ['size', 'sortBy', 'comment', 'because'];

function rankOf(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length + 1 + LAST.indexOf(name);
}

/** The facts of an entry as one line: «“anna” · page 2», never as code. */
export function detailWords(action: string, details: Details): string {
  return Object.entries(details)
    .sort(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([name, value]) => eventWords(name, value, { action, details }))
    .filter((detail) => detail !== null && detail !== '')
    .join(' · ');
}

function isEventData(name: string): name is AuditField {
  return Object.hasOwn(AUDIT_FIELDS, name);
}

function eventWords(name: string, value: unknown, entry: AuditEntry): string | null {
  if (value === '' || value === undefined) return null;
  const own = isEventData(name) ? ownWords(name, AUDIT_FIELDS[name], value, entry) : undefined;
  if (own !== undefined) return own;
  return value === null ? null : `${spelled(name).toLowerCase()}: ${scalar(value)}`;
}

/** Undefined for a fact that has no words of its own, or that only a newer server writes so. */
function ownWords<Name extends AuditField>(
  name: Name,
  schema: (typeof AUDIT_FIELDS)[Name],
  value: unknown,
  entry: AuditEntry,
): string | null | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? WORDINGS[name]?.(parsed.output, entry) : undefined;
}

function quoted(text: string): string {
  return `“${text}”`;
}

/** A value of a kind as words: lists by commas, objects fact by fact. */
function scalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(scalar).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, inner]) => `${spelled(name).toLowerCase()}: ${scalar(inner)}`)
    .join(', ');
}

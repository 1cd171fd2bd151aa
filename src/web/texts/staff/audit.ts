/** Texts of `/adept/audit`: names of the actions and descriptions of their details. */
import * as v from 'valibot';
import { AUDIT_FIELDS, type AuditField } from '../../../shared/contract/auditEntries';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { formatDateTime } from '../dates';
import { shownDeviceId, shownDeviceName } from '../devices';
import { GRANT_REASON_TEXTS } from './accountRecovery';
import { cardProviderName } from './cardProviderName';
import { emailName } from './emailNames';
import { ERASE_REASON_TEXTS } from './eraseCustomer';
import { paymentIssueName, startedIssueAction } from './paymentIssueNames';
import { pushOutcomeWords } from './pushOutcomes';
import { REFUND_REASON_TEXTS } from './refund';
import { matchedByText } from './search';
import { spelled } from './spelled';
import { actionName } from './staffActionNames';

export const STAFF_AUDIT_TEXTS = {
  title: 'Audit log',
  table: 'Audit log',
  loadFailed: 'Couldn’t load the audit log.',
  forbidden: 'You need the Admin role to view the audit log.',
  empty: 'No matching events',
  when: 'When',
  who: 'Actor',
  action: 'Action',
  customer: 'Customer',
  details: 'Details',
  amount: 'Amount',
  notUnderstood: 'Invalid value',
  correctFilters: 'Fix the invalid filter above to see results.',
  from: 'IP address',
  request: 'Request',
  filters: 'Filters',
  anyAction: 'Any',
  customerId: 'Customer ID',
  ip: 'IP address',
  requestId: 'Request ID',
  since: 'From',
  until: 'To',
  clear: 'Clear filters',
  export: 'Export CSV',
  exporting: 'Exporting',
  exported: (count: number) => `Exported ${String(count)} ${count === 1 ? 'event' : 'events'}`,
  exportCut: (count: number) =>
    `Export limited to the latest ${String(count)} events. Narrow the date range to export the rest.`,
  exportFailed: 'Export failed. Try again.',
  file: (day: string) => `audit-${day}.csv`,
  csvHead: [
    'ID',
    'At (UTC)',
    'Actor',
    'Action',
    'Customer ID',
    'Customer',
    'Amount, RUB',
    'Details',
    'IP address',
    'Request ID',
  ],
} as const;

type Details = Readonly<Record<string, unknown>>;
type Description<Name extends AuditField> = v.InferOutput<(typeof AUDIT_FIELDS)[Name]>;
type Wording<Name extends AuditField> = (value: Description<Name>, entry: AuditEntry) => string | null;

/**
 * Texts that must be defined for audit log details. A text is optional for a detail of type string or number, which is
 * otherwise shown by name and value.
 */
type RequiredWordings = {
  [Name in AuditField as Description<Name> extends string | number ? never : Name]: Wording<Name>;
};

interface AuditEntry {
  action: string;
  details: Details;
}

const SESSION_ID_SHOWN = 8;

/** Functions that return the text of an individual detail, or null if the detail is not shown. */
const WORDINGS: { readonly [Name in AuditField]?: Wording<Name> } = {
  // The first characters of a session id are enough to distinguish sessions.
  session: (id) => `session ${id.slice(0, SESSION_ID_SHOWN)}`,
  secondFactor: (isOn) => (isOn ? 'with 2FA' : null),
  success: (hasChanged) => (hasChanged ? null : 'no change'),
  because: (reason) => SIGN_IN_REJECTIONS[reason] ?? reason,
  question: paymentIssueName,
  template: emailName,
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
      .map(
        ({ accountId, matchedBy }) => `customer ${String(accountId)} matched by ${matchedByText(matchedBy)}`,
      )
      .join(', ') || 'no match',
  push: (push) => {
    const { type, title, link, email } = { title: '', link: '', email: '', ...push };
    return [type, title && quoted(title), link, email].filter((part) => part !== '').join(' ');
  },
  action: (action, entry) =>
    entry.action === 'reportPaymentIssue' ? startedIssueAction(action) : actionName(action),
  outcome: pushOutcomeWords,
  // The device name is shown instead of the device id if the device name is known.
  deviceId: (id, { details }) => (details['deviceName'] ? null : `device ${shownDeviceId(id)}`),
  version: (version) => `version ${String(version)}`,
  restored: (version) => (version === 0 ? 'shipped list restored' : `version ${String(version)} restored`),
  changes: (changes) => changes || null,
  links: (count) => `${String(count)} links`,
  failedLinks: (count) => `${String(count)} failed`,
  deviceName: (name) => `to “${shownDeviceName(name)}”`,
  transactionId: (id) => `payment #${id}`,
  provider: cardProviderName,
  // The amount is shown in a separate column.
  amountKopecks: () => null,
  paidKopecks: (kopecks) => `paid ${formatEnglishAmount(kopecks / 100)}`,
  reason: (reason) =>
    Object.entries(REFUND_REASON_TEXTS)
      .find(([name]) => name === reason)?.[1]
      .toLowerCase() ?? reason,
  comment: quoted,
  tag: quoted,
  tagChange: (change) => ({ add: 'tag added', remove: 'tag removed', restore: 'tag restored' })[change],
  bulkPushId: (id) => `bulk push ${String(id)}`,
  devices: (count) => `${String(count)} devices`,
  days: (days) => `${String(days)} ${days === 1 ? 'day' : 'days'}`,
  eraseReason: (reason) => ERASE_REASON_TEXTS[reason].toLowerCase(),
  grantReason: (reason) => GRANT_REASON_TEXTS[reason].toLowerCase(),
  otherId: (id) => `swapped with customer ${String(id)}`,
  keepsAccess: (stays) => (stays ? 'access kept' : null),
  keepsRenewal: (goesOn) => (goesOn ? 'renewal kept' : null),
  name: quoted,
  notice: quoted,
  endsAt: (at) => `until ${formatDateTime(at) ?? at}`,
} satisfies RequiredWordings & { [Name in AuditField]?: Wording<Name> };

const SIGN_IN_REJECTIONS: Readonly<Record<string, string>> = {
  code: 'wrong code',
  tooManyTries: 'blocked after too many attempts',
};

/**
 * Names of the details that are shown first and last. The order is fixed here, because the database returns details in
 * an arbitrary order.
 */
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

function computeRank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length + 1 + LAST.indexOf(name);
}

/** Returns the details of an audit entry as one line of text, such as «“anna” · page 2». */
export function detailWords(action: string, details: Details): string {
  return Object.entries(details)
    .sort(([one], [other]) => computeRank(one) - computeRank(other))
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

/**
 * Returns undefined if the detail has no wording, or if its value does not match the schema because the server is
 * newer.
 */
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

/** Formats a value as text: arrays separated by commas, objects property by property. */
function scalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(scalar).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, inner]) => `${spelled(name).toLowerCase()}: ${scalar(inner)}`)
    .join(', ');
}

/** Texts of /adept/audit: actions and their facts in words. */
import { formatAmount } from '../../../shared/amounts';
import { shownDeviceId, shownDeviceName } from '../devices';
import { REFUND_REASON_TEXTS } from './refund';
import { matchedByText } from './search';
import { pushOutcomeWords } from './timeline';

export const STAFF_AUDIT_TEXTS = {
  title: 'Audit',
  table: 'Audit log',
  loadFailed: 'The audit log could not be read.',
  forAdmins: 'Only admins see the audit log.',
  empty: 'Nothing of this kind was done.',
  when: 'When',
  who: 'Who',
  action: 'Action',
  customer: 'Customer',
  details: 'Details',
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
  newest: 'Newest',
  older: 'Older',
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
    'Details',
    'IP address',
    'Request id',
  ],
} as const;

/** Known actions in the order of the filter's list. */
export const STAFF_ACTION_NAMES: Readonly<Record<string, string>> = {
  signIn: 'Signed in',
  signInRefused: 'Sign-in refused',
  signOut: 'Signed out',
  sessionReuseStopped: 'Stolen session stopped',
  offerSecondFactor: 'Began second factor',
  turnOnSecondFactor: 'Turned second factor on',
  turnOffSecondFactor: 'Turned second factor off',
  resetSecondFactor: 'Reset second factor',
  changeOwnPassword: 'Changed own password',
  ownCredentialRefused: 'Own password or code refused',
  accessRefused: 'Role not sufficient',
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
  viewTimeline: 'Viewed timeline',
  viewPayments: 'Viewed payments',
  viewConnectionLogs: 'Viewed connections',
  resendSignInLetter: 'Sent sign-in letter again',
  createGift: 'Created gift',
  createGiftBatch: 'Created gift batch',
  repeatGiftBatch: 'Took gift batch again',
  listGifts: 'Listed gifts',
  listGiftBatches: 'Listed gift batches',
  revokeGift: 'Revoked gift',
  revokeGiftBatch: 'Revoked gift batch',
  giftChangeRefused: 'Gift change refused',
  refund: 'Refunded',
  refundRefused: 'Refund refused',
  detachDevice: 'Detached device',
  sendPush: 'Sent push',
  sendPushRefused: 'Push refused',
  // Entries until November 2026: the outcome stands with the push itself now.
  sendPushAccepted: 'Push accepted',
  sendPushFailed: 'Push failed',
};

/** An action in words; one that is not known here by its own name. */
export function actionName(action: string): string {
  return STAFF_ACTION_NAMES[action] ?? words(action);
}

type Details = Readonly<Record<string, unknown>>;

const SESSION_ID_SHOWN = 8;

/** Facts that have a wording of their own; null: not worth a word. */
const FACTS: Readonly<Record<string, (value: unknown) => string | null>> = {
  // The beginning tells sessions apart.
  session: (value) => `session ${scalar(value).slice(0, SESSION_ID_SHOWN)}`,
  secondFactor: (value) => (value === true ? 'with a second factor' : null),
  success: (value) => (value === false ? 'without effect' : null),
  because: (value) => REFUSALS[scalar(value)] ?? scalar(value),
  credential: (value) => `wrong ${scalar(value)}`,
  call: (value) => words(scalar(value)).toLowerCase(),
  wanted: (value) => words(scalar(value)).toLowerCase(),
  emailPart: (value) => quoted(scalar(value)),
  value: (value) => quoted(scalar(value)),
  giftKey: () => 'gift key',
  page: (value) => (value === 0 ? null : `page ${String(Number(value) + 1)}`),
  size: () => null,
  found: (value) => foundWords(value),
  push: (value) => pushWords(value),
  deviceId: (value) => `device ${shownDeviceId(scalar(value))}`,
  deviceName: (value) => `«${shownDeviceName(scalar(value))}»`,
  transactionId: (value) => `payment ${scalar(value)}`,
  reason: (value) => {
    const known = Object.entries(REFUND_REASON_TEXTS).find(([name]) => name === value)?.[1];
    return known?.toLowerCase() ?? scalar(value);
  },
  comment: (value) => quoted(scalar(value)),
  name: (value) => quoted(scalar(value)),
};

const REFUSALS: Readonly<Record<string, string>> = {
  code: 'wrong code',
  tooManyTries: 'blocked after too many tries',
};

/** Actions of which the facts do not speak one by one. */
const LINES: Readonly<Record<string, (details: Details) => string>> = {
  searchUsers: ({ sortBy, sortDirection, ...details }) =>
    joined([facts(details), sortWords(sortBy, sortDirection, 'id DESC')]),
  listGifts: ({ sortBy, sortDirection, ...details }) =>
    joined([facts(details), sortWords(sortBy, sortDirection, 'id DESC')]),
  createGiftBatch: ({ size, ...details }) => joined([facts(details), `${scalar(size)} gifts`]),
  sendPush: ({ deviceId, deviceName, push, outcome, reason, ...details }) =>
    joined([
      pushWords(push),
      typeof deviceName === 'string'
        ? `to «${shownDeviceName(deviceName)}»`
        : typeof deviceId === 'string'
          ? `to device ${shownDeviceId(deviceId)}`
          : null,
      pushOutcomeWords(outcome),
      typeof reason === 'string' ? reason : null,
      facts(details),
    ]),
};

/** The facts of an entry as one line: «“anna” · page 2», never as code. */
export function detailWords(action: string, details: Details): string {
  return (Object.hasOwn(LINES, action) ? LINES[action] : undefined)?.(details) ?? facts(details);
}

/** What is read first; the database keeps facts in an order of its own. The reason of a refusal is last. */
const FIRST = ['wanted', 'value', 'giftKey', 'emailPart', 'staff', 'amountKopecks', 'paidKopecks'];
const LAST = ['comment', 'because'];

function rankOf(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length + 1 + LAST.indexOf(name);
}

function facts(details: Details): string {
  return joined(
    Object.entries(details)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .sort(([one], [other]) => rankOf(one) - rankOf(other))
      .map(([name, value]) => factWords(name, value)),
  );
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

function factWords(name: string, value: unknown): string | null {
  if (name.endsWith('Kopecks') && typeof value === 'number') {
    return `${words(name.slice(0, -'Kopecks'.length)).toLowerCase()} ${formatAmount(value / 100)}`;
  }
  const own = Object.hasOwn(FACTS, name) ? FACTS[name] : undefined;
  return own === undefined ? `${words(name).toLowerCase()}: ${scalar(value)}` : own(value);
}

const quoted = (text: string): string => `“${text}”`;

/** A value of a kind as words: lists by commas, objects fact by fact. */
function scalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(scalar).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, inner]) => `${words(name).toLowerCase()}: ${scalar(inner)}`)
    .join(', ');
}

function sortWords(by: unknown, direction: unknown, usual: string): string | null {
  const order = `${scalar(by)} ${scalar(direction)}`;
  if (by === undefined || order === usual) return null;
  return `by ${words(scalar(by)).toLowerCase()}${direction === 'DESC' ? ', descending' : ''}`;
}

function foundWords(found: unknown): string {
  if (!Array.isArray(found)) return scalar(found);
  if (found.length === 0) return 'nobody found';
  return found.map(matchWords).join(', ');
}

function matchWords(match: unknown): string {
  if (typeof match !== 'object' || match === null) return scalar(match);
  const { accountId, matchedBy } = { accountId: null, matchedBy: null, ...match };
  return `customer ${scalar(accountId)} found by ${matchedByText(scalar(matchedBy))}`;
}

/** Before 2026-11 an entry had the type alone. */
function pushWords(push: unknown): string | null {
  if (typeof push !== 'object' || push === null) return typeof push === 'string' ? push : null;
  const { type, title, link, email } = { type: '', title: '', link: '', email: '', ...push };
  return [scalar(type), title === '' ? '' : quoted(scalar(title)), scalar(link), scalar(email)]
    .filter((part) => part !== '')
    .join(' ');
}

/** «sessionsEnded» as «Sessions ended». */
function words(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

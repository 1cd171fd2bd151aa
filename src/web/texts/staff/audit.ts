/** Texts of /adept/audit: actions and their facts in words. */
import { formatAmount } from '../amounts';

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
  revokeSession: 'Ended a session',
  createStaff: 'Created staff account',
  changeStaffRole: 'Changed role',
  resetStaffPassword: 'Reset password',
  disableStaff: 'Disabled staff account',
  enableStaff: 'Enabled staff account',
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
  refund: 'Refunded',
  detachDevice: 'Detached device',
  sendPush: 'Sent push',
  sendPushAccepted: 'Push accepted',
  sendPushFailed: 'Push failed',
};

/** An action in words; one that is not known here by its own name. */
export function actionName(action: string): string {
  return STAFF_ACTION_NAMES[action] ?? words(action);
}

const SESSION_ID_SHOWN = 8;

/** The facts of an entry in words: «staff ann · sessions ended 2». */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => factWords(name, value))
    .join(' · ');
}

function factWords(name: string, value: unknown): string {
  if (name.endsWith('Kopecks') && typeof value === 'number') {
    return `${words(name.slice(0, -'Kopecks'.length)).toLowerCase()} ${formatAmount(value / 100)}`;
  }
  // The beginning tells sessions apart; the file of an export holds the same words.
  const shown = name === 'session' ? String(value).slice(0, SESSION_ID_SHOWN) : valueWords(value);
  return `${words(name).toLowerCase()} ${shown}`;
}

function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return JSON.stringify(value);
}

/** «sessionsEnded» as «Sessions ended». */
function words(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

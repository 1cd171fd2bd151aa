/** Texts of the search pages `/adept` and `/exorcio`. */
import { UID_SHOWN } from '../../../shared/constants';
import type { FoundUsers } from '../../../shared/contract/staffFind';
import { formatAmount } from '../../../shared/russianFormats';
import { formatDateTime } from '../dates';
import { withProvider } from './cardProviderName';

const EMAIL_CUT = 24;
const DEVICE_NAME_CUT = 14;

/** Shortens an email address to 24 characters plus an ellipsis. */
export function shownSearchEmail(email: string): string {
  return isLonger(email, EMAIL_CUT) ? `${cut(email, EMAIL_CUT)}...` : email;
}

export function shownSearchUid(uid: string): string {
  return cut(uid, UID_SHOWN);
}

export function shownSearchDevice(name: string): string {
  return cut(name, DEVICE_NAME_CUT);
}

function cut(text: string, at: number): string {
  return Array.from(text).slice(0, at).join('');
}

function isLonger(text: string, than: number): boolean {
  return Array.from(text).length > than;
}

export const STAFF_SEARCH_TEXTS = {
  title: 'Customers',
  label: 'Search customers',
  placeholder: 'Search by email, any ID, or a payment: 4242 23.11.26',
  hint: 'Type at least 3 characters to search inside emails. 1–2 characters search only the start.',
  /** What the search understood: an address, or a part of one, that is searched. */
  understood: {
    anywhere: (text: string) =>
      `Searching emails that contain “${text}”${text.includes('@') ? '' : ', exact IDs and payments'}.`,
    beginning: (text: string) =>
      `Searching emails that start with “${text}”. Type at least 3 characters to search inside emails.`,
    hidden: (text: string) => `Searching emails like “${text}”, where * is any text.`,
  },
  slashHint: '/ to focus · ',
  keysHint: '↑↓ to select · ↵ to open',
  keyHint: 'Looks like a gift key. It won’t be saved in the URL.',
  idle: 'input your search...',
  nothing: 'nothing was found...',
  results: 'Customers found',
  exact: 'Exact match',
  exactCapped:
    'Only 10 customers are listed. Name card, amount and day to narrow a payment: 4242 299 23.11.26',
  noEmail: 'No email',
  columns: {
    email: 'Email',
    uid: 'UID',
    devices: 'Devices',
    status: 'Status',
    id: 'ID',
    matchedBy: 'Matched by',
  },
  matchedBy: {
    uid: 'UID',
    deviceId: 'Device ID',
    payment: 'Payment',
    refund: 'Refund',
    order: 'Order',
    gift: 'Gift',
    giftKey: 'Gift key',
    vpnCredential: 'VPN credential',
    customerId: 'Customer ID',
    shownUid: 'UID',
    shownDeviceId: 'Device ID',
    requestId: 'Request',
    paid: 'Payment',
    declined: 'Declined payment',
    refunded: 'Refund',
  },
  gift: 'Gift link',
} as const;

export const FAILED_REQUEST_TEXTS = {
  title: (code: string) => `Failed request ${code}`,
  at: 'Time',
  customer: 'Customer',
  noCustomer: 'Not signed in',
  call: 'Call',
  error: 'Error',
  requestId: 'Request ID',
} as const;

/** Returns the name of the field that matched the search. An unknown field of another server is shown by its identifier. */
export function matchedByText(kind: string): string {
  return Object.entries(STAFF_SEARCH_TEXTS.matchedBy).find(([name]) => name === kind)?.[1] ?? kind;
}

type Match = FoundUsers['matches'][number];

/**
 * Returns why a customer was found.
 * @example matchReason({ matchedBy: 'payment', matched: '43' }) // 'Payment 43'
 */
export function matchReason({ matchedBy, matched, payment, provider }: Omit<Match, 'user'>): string {
  const details = payment
    ? [
        payment.amount === null ? null : formatAmount(payment.amount),
        payment.cardMask,
        formatDateTime(payment.at),
      ]
    : [matched];
  const found = details.filter(Boolean).join(', ');
  return [matchedByText(matchedBy), withProvider(found, provider)].filter(Boolean).join(' ');
}

export const PARTNER_CONSOLE_TEXTS = {
  title: 'Partner console',
  text: 'Coming soon: partners and their results',
  back: 'Back to customers',
} as const;

export const RETRY_REFRESH_TEXTS = {
  title: 'Can’t reach the server',
  text: 'We couldn’t refresh your session. You’re still signed in.',
  retry: 'Try again',
} as const;

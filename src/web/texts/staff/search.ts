/** Words of /adept and /exorcio. */
const EMAIL_CUT = 24;
const UID_CUT = 18;
const DEVICE_NAME_CUT = 14;

/** Cut to 24 characters plus an ellipsis. */
export function shownSearchEmail(email: string): string {
  return isLonger(email, EMAIL_CUT) ? `${cut(email, EMAIL_CUT)}...` : email;
}

export function shownSearchUid(uid: string): string {
  return cut(uid, UID_CUT);
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
  placeholder: 'Part of an email, uid, device id, payment, order, gift key',
  hint: 'One or two characters find how an email begins.',
  keysHint: 'Press / to come here, arrows to choose, Enter to open.',
  keyHint: 'Read as a gift key: looked up whole, kept out of the address.',
  idle: 'input your search...',
  nothing: 'nothing was found...',
  results: 'Customers found',
  exact: 'Exact match',
  noEmail: 'no email',
  columns: {
    email: 'Email',
    uid: 'UID',
    devices: 'Devices',
    status: 'Status',
    id: 'ID',
    matchedBy: 'Found by',
  },
  matchedBy: {
    uid: 'UID',
    deviceId: 'Device id',
    payment: 'Payment',
    order: 'Order',
    giftKey: 'Gift key',
  },
  gift: 'Gift link',
} as const;

/** What named the customer; another server may know more kinds. */
export function matchedByText(kind: string): string {
  return Object.entries(STAFF_SEARCH_TEXTS.matchedBy).find(([name]) => name === kind)?.[1] ?? kind;
}

export const PARTNER_CONSOLE_TEXTS = {
  title: 'Partner console',
  text: 'There is nothing here yet: partners, their prefixes and what they brought will be listed on this page.',
  back: 'Back to customers',
} as const;

export const RETRY_REFRESH_TEXTS = {
  title: 'Your session is still open',
  text: 'It could not be renewed just now: the server did not answer, or its answers kept failing.',
  retry: 'Try again',
} as const;

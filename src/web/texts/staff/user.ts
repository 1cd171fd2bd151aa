/** Texts of a customer's page in the console. */
import { daysBetween, moscowDay } from '../../../shared/moscowDays';

export const STAFF_USER_TEXTS = {
  title: 'Customer',
  refresh: 'Refresh',
  refreshing: 'Refreshing',
  loading: 'Loading the customer',
  unknownTitle: 'Customer not found',
  unknownText: 'The ID in this link is wrong or incomplete.',
  toSearch: 'Back to search',
  failedTitle: 'Couldn’t load the customer',
  retry: 'Try again',

  copyEmail: (email: string) => `Copy ${email}`,
  mailCopied: 'Mail copied to clipboard',
  copyFailed: 'Couldn’t copy. Select the text and copy it manually.',
  uidCopied: 'UID copied to clipboard',
  copyUid: 'Copy UID',

  /** Usernames of colleagues who have the same customer open. */
  alsoOpen: (usernames: readonly string[]) => `Also open: ${usernames.join(', ')}`,

  summary: 'Overview',
  lastSignIn: 'Last sign-in',
  lastConnection: 'Last connection',
  never: 'never',
  unknown: 'Unknown',

  record: 'Details',
  rawRecord: 'Raw record',
  email: 'Email',
  emails: 'Emails',
  emailsBounce: (since: string) => `Bouncing since ${since}`,
  uid: 'UID',
  phone: 'Phone for receipts',
  signsInBy: 'Sign-in method',
  registered: 'Registered',
  fields: {
    id: 'id',
    email: 'email',
    uid: 'uid',
    firstPayment: 'firstPayment',
    firstPaymentIsActive: 'firstPaymentIsActive',
    currency: 'currency',
    subscriptionStatus: 'status',
    totalCost: 'totalCost',
    endDate: 'endDate',
  },
  yes: 'true',
  no: 'false',

  devices: 'Devices',
  notActiveDevice: 'NOT ACTIVE DEVICE',
  firstActivation: 'First activation',

  actions: 'Actions',
  moreActions: 'More actions',
  refund: 'Refund',
  refundNeedsSenior: 'You need the Senior role to refund.',
  refundNeedsActive: 'Refunds are available for active subscriptions, or for unused days after cancellation.',
  stopRenewal: 'Cancel renewal',
  stopRenewalSubject: 'cancel the renewal',
  stopRenewalLead:
    'The customer won’t be charged again and keeps access until the period ends. We’ll email them.',
  renewalStopped: 'Renewal canceled',
  signInEmail: 'send the sign-in email',
  resend: 'Resend sign-in email',
  resending: 'Sending',
  resent: 'Sign-in email sent',
  resendTooMany: 'Too many emails to this address. Try later.',
  resendFailed: 'Couldn’t send email',
  logs: 'Connection logs',
  export: 'Export data',
  exporting: 'Exporting',
  exported: 'Customer data exported',
  exportSubject: 'The export',
  exportFile: (day: string, userId: number) => `customer-data-${day}-${String(userId)}`,
} as const;

/**
 * Returns the number of calendar days in Moscow time between `now` and a date, such as «in 9 days», «today» or «5 days
 * ago».
 */
export function daysFromNow(iso: string, now: Date): string {
  const days = daysBetween(moscowDay(now), moscowDay(new Date(iso))) - 1;
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day');
}

/** Words of a customer's record in the console. */
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';

const DAY_MS = 86_400_000;

export const staffUserTextsOf = (terms: OfferTerms) =>
  ({
    title: 'Customer',
    refresh: 'Refresh',
    refreshing: 'Refreshing',
    loading: 'Loading the customer',
    unknownTitle: 'There is no such customer',
    unknownText: 'The address names nobody: the id is wrong, or it was cut off when it was copied.',
    toSearch: 'Back to the search',
    failedTitle: 'The customer could not be read',
    retry: 'Try again',

    copyEmail: (email: string) => `Copy ${email}`,
    mailCopied: 'Mail copied to clipboard',
    copyFailed: 'Not copied. Select it and copy it yourself.',
    uidCopied: 'Uid copied to clipboard',
    copyUid: 'Copy uid',

    summary: 'At a glance',
    status: 'Status',
    until: 'Until',
    accessEnded: 'Access ended',
    nextCharge: 'Next charge',
    noCharge: 'none',
    devicesUsed: 'Devices',
    usedOf: (used: number) => `${String(used)} of ${String(terms.maxDevices)}`,
    lastSignIn: 'Last sign-in',
    lastConnection: 'Last connection',
    never: 'never',
    unknown: 'unknown',

    record: 'Record',
    rawRecord: 'Raw record',
    email: 'Email',
    letters: 'Letters',
    lettersBounce: (since: string) => `bounce since ${since}`,
    uid: 'UID',
    signsInBy: 'Signed up by',
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
    firstActivation: 'first activation',

    actions: 'Actions',
    refund: 'Refund',
    refundNeedsSenior: 'Refunds are made by senior staff.',
    refundNeedsActive:
      'No refund: it is possible while the status is ACTIVE, and of unused days while it is CANCELED.',
    stopRenewal: 'Stop renewal',
    stopRenewalSubject: 'the end of the renewal',
    stopRenewalLead:
      'Nothing is charged from now on. The access lasts to its paid end, and a letter tells the customer so.',
    renewalStopped: 'The renewal is stopped',
    signInLetter: 'the sign-in letter',
    resend: 'Resend sign-in letter',
    resending: 'Sending',
    resent: 'The sign-in letter is on its way',
    resendTooMany: 'Too many letters to this address. Wait a little.',
    resendFailed: 'The letter was not sent',
    logs: 'Connection logs',
  }) as const;

export const STAFF_USER_TEXTS = staffUserTextsOf(OFFER_TERMS);

/** «in 9 days», «today», «5 days ago»: whole days by the calendar of the viewer. */
export function daysFromNow(iso: string, now: Date): string {
  const midnight = (moment: Date) =>
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS;
  const days = Math.round(midnight(new Date(iso)) - midnight(now));
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day');
}

/** Texts of a customer's payments in the console. */
import { isChargeKey } from '../../../shared/chargeKeys';
import { formatDateTime } from '../dates';
import { REFUND_REASON_TEXTS } from './refund';

const STATES: Readonly<Record<string, string>> = {
  paid: 'Paid',
  returning: 'Refund pending',
  returned: 'Refunded',
  voided: 'Voided',
  declined: 'Failed',
};

const PROVIDERS: Readonly<Record<string, string>> = { email: 'Email', 'google.com': 'Google' };

export const STAFF_PAYMENT_TEXTS = {
  title: 'Payments',
  failed: 'Couldn’t load payments',
  columns: {
    at: 'Date',
    amount: 'Amount',
    state: 'Status',
    card: 'Card',
    kind: 'Type',
    access: 'Access bought',
    provider: 'Provider',
    number: 'Number',
  },
  anyState: (count: number) => `Any (${String(count)})`,
  none: 'No payments yet',
  all: (count: number) => `Show all ${String(count)}`,
  receipt: 'Receipt',
  formatReceiptDay: (day: string) => ` of ${day}`,
  /** Returns the payment number, or null for a rejected charge, which has no payment number. */
  number: (transactionId: string) => (isChargeKey(transactionId) ? null : `#${transactionId}`),
  /** `returned` is the amount refunded so far. */
  state: (state: string, returned: string) =>
    state === 'partlyReturned' ? `${returned} refunded` : (STATES[state] ?? state),
  stateName: (state: string) => (state === 'partlyReturned' ? 'Partly refunded' : (STATES[state] ?? state)),
  bought: (from: string | null | undefined, until: string | null | undefined) => {
    const [start, end] = [formatDateTime(from), formatDateTime(until)];
    return start === null || end === null ? null : `${start} – ${end}`;
  },
  /** `reason` is one of `REFUND_REASONS`, or an unknown reason of a newer server. */
  refund: (amount: string, by: string, reason: string) => {
    const words = Object.entries(REFUND_REASON_TEXTS).find(([name]) => name === reason)?.[1] ?? reason;
    return `refund of ${amount} by ${by}, ${words.toLowerCase()}`;
  },
  refundRejected: (why: string) => `declined: ${why}`,
} as const;

/** Returns the name of the provider of the customer's first sign-in. An unknown provider is shown by its id. */
export const signInProvider = (providerId: string): string => PROVIDERS[providerId] ?? providerId;

/** Words of a customer's payments in the console. */
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
  loading: 'Loading payments...',
  failed: 'Couldn’t load payments',
  retry: 'Try again',
  none: 'No payments yet',
  all: (count: number) => `Show all ${String(count)}`,
  receipt: 'Receipt',
  receiptOf: (day: string) => ` of ${day}`,
  number: (transactionId: string) => `#${transactionId}`,
  /** `returned`: the amount refunded so far. */
  state: (state: string, returned: string) =>
    state === 'partlyReturned' ? `${returned} refunded` : (STATES[state] ?? state),
  bought: (from: string | null | undefined, until: string | null | undefined) => {
    const [start, end] = [formatDateTime(from), formatDateTime(until)];
    return start === null || end === null ? null : `access ${start} – ${end}`;
  },
  /** `reason`: one of `REFUND_REASONS`, or what only a newer server knows. */
  refund: (amount: string, by: string, reason: string) => {
    const words = Object.entries(REFUND_REASON_TEXTS).find(([name]) => name === reason)?.[1] ?? reason;
    return `refund of ${amount} by ${by}, ${words.toLowerCase()}`;
  },
  refundRejected: (why: string) => `declined: ${why}`,
} as const;

/** By what the customer signed in first; a provider that is not known here by its own name. */
export const signInProvider = (providerId: string): string => PROVIDERS[providerId] ?? providerId;

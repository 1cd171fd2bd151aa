/** Words of a customer's payments in the console. */
import { formatAmount } from '../../../shared/amounts';
import { formatDateTime } from '../dates';
import { REFUND_REASON_TEXTS, REFUND_TEXTS } from './refund';

const STATES: Readonly<Record<string, string>> = {
  paid: 'paid',
  returning: 'going back',
  returned: 'returned',
  voided: 'voided',
  declined: 'declined',
};

const PROVIDERS: Readonly<Record<string, string>> = { email: 'Email', 'google.com': 'Google' };

export const STAFF_PAYMENT_TEXTS = {
  title: 'Payments',
  loading: 'Loading payments...',
  failed: 'The payments could not be read',
  retry: 'Try again',
  none: 'No payments yet.',
  all: (count: number) => `Show all ${String(count)}`,
  receipt: 'Receipt',
  receiptOf: (day: string) => ` of ${day}`,
  number: (transactionId: string) => `no. ${transactionId}`,
  /** `returned`: the amount given back so far. */
  state: (state: string, returned: string) =>
    state === 'partlyReturned' ? `${returned} returned` : (STATES[state] ?? state),
  kind: (role: string, orderKind: string | null | undefined) =>
    REFUND_TEXTS.kinds[role === 'recurrent' ? 'recurrent' : (orderKind ?? '')] ?? null,
  bought: (from: string | null | undefined, until: string | null | undefined) => {
    const [start, end] = [formatDateTime(from), formatDateTime(until)];
    return start === null || end === null ? null : `access ${start} – ${end}`;
  },
  refund: (refund: { amount: number; by: string; reason: string; refusal?: string | null | undefined }) => {
    const reason = Object.entries(REFUND_REASON_TEXTS).find(([name]) => name === refund.reason)?.[1];
    const words = `refund of ${formatAmount(refund.amount)} by ${refund.by}`;
    return [words, reason?.toLowerCase(), refund.refusal && `refused: ${refund.refusal}`]
      .filter(Boolean)
      .join(', ');
  },
} as const;

/** By what the customer signed in first; a provider that is not known here by its own name. */
export const signInProvider = (providerId: string): string => PROVIDERS[providerId] ?? providerId;

/** Texts of granting days and of moving a subscription to another email address. */
import {
  GRANT_DAYS_MAX,
  GRANT_DAYS_MAX_IN_YEAR,
  type GrantReason,
} from '../../../shared/contract/staffAccountRecovery';

export const GRANT_REASON_TEXTS: Readonly<Record<GrantReason, string>> = {
  outage: 'Outage',
  badConnection: 'Poor connection',
  ourMistake: 'Our error',
  other: 'Other',
};

const daysInWords = (days: number): string => `${String(days)} ${days === 1 ? 'day' : 'days'}`;

export const GRANT_TEXTS = {
  open: 'Add days',
  subject: 'add days',
  lead: `Added to the end of the current period. The next charge moves by the same number of days, and we email the customer. Limits: ${String(GRANT_DAYS_MAX)} days at once, ${String(GRANT_DAYS_MAX_IN_YEAR)} days a year.`,
  days: 'Days',
  daysInvalid: `Enter a whole number from 1 to ${String(GRANT_DAYS_MAX)}`,
  reason: 'Reason',
  submit: (days: number | null) => (days === null ? 'Add days' : `Add ${daysInWords(days)}`),
  done: (days: number) => `${daysInWords(days)} added`,
} as const;

export const MOVE_TEXTS = {
  open: 'Move to another email',
  subject: 'move the subscription',
  lead: 'Use when the customer mistyped their email or lost access to it. Everything moves to the new email; they’re signed out and both addresses are notified.',
  foreignDevices: 'Afterwards, detach any device that isn’t the customer’s.',
  from: 'Current email',
  fromWrong: 'Doesn’t match this customer',
  to: 'New email',
  toInvalid: 'Enter a full email',
  toSame: 'Already the current email',
  again: 'Confirm new email',
  againWrong: 'Emails don’t match',
  proof: 'Proof of ownership',
  proofHint:
    'Ask the customer for the last 4 digits of the card, a payment number, or the end of the gift key.',
  proofMissing: 'Enter the customer’s answer',
  submit: 'Move subscription',
  done: (email: string) => `Subscription moved to ${email}`,
} as const;

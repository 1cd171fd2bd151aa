/** Words of giving days and of moving a subscription to another email. */
import {
  GRANT_DAYS_MAX,
  GRANT_DAYS_MAX_IN_YEAR,
  type GrantReason,
} from '../../../shared/contract/staffRescue';

export const GRANT_REASON_TEXTS: Readonly<Record<GrantReason, string>> = {
  outage: 'The service was down',
  badConnection: 'It worked badly for them',
  ourMistake: 'A mistake of ours',
  other: 'Another reason',
};

export const GRANT_TEXTS = {
  open: 'Give days',
  subject: 'the days',
  lead: `They come after what is paid or given, a charge to come moves by as much, and a letter says so. At most ${String(GRANT_DAYS_MAX)} at once and ${String(GRANT_DAYS_MAX_IN_YEAR)} in a year.`,
  days: 'Days',
  daysInvalid: `A whole number from 1 to ${String(GRANT_DAYS_MAX)}`,
  reason: 'Reason',
  submit: (days: number | null) =>
    days === null ? 'Give days' : `Give ${String(days)} ${days === 1 ? 'day' : 'days'}`,
  done: 'The days are given',
} as const;

export const MOVE_TEXTS = {
  open: 'Move to another email',
  subject: 'the move to another email',
  lead: 'For a customer who mistyped the address, or lost the mailbox. Payments, the renewal, gifts and devices stay with the subscription; whoever signs in with the new address has it. Browsers are signed out, and both addresses get a letter.',
  foreignDevices: 'Afterwards detach each device that is not the customer’s.',
  from: 'Address that it has',
  fromWrong: 'Not the address of this customer',
  to: 'New address',
  toInvalid: 'Type a whole address',
  toSame: 'It has this address already',
  again: 'New address once more',
  againWrong: 'The two are not the same',
  proof: 'What proves it',
  proofHint:
    'Ask the customer: the last four digits of the card, the number of a payment, or the end of the gift key',
  proofMissing: 'Type what the customer told you',
  submit: 'Move the subscription',
  done: (email: string) => `The subscription is with ${email} now`,
} as const;

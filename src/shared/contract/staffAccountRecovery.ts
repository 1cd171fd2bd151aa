/** Ours: what senior staff do when a customer mistyped an email, or when we owe one something. */
import * as v from 'valibot';
import { STAFF_COMMENT_MAX } from '../constants';
import { calls } from './call';
import { countUpTo, done, email, requestKey, rowId, shortText } from './fields';

/** Why staff give days. */
export const GRANT_REASONS = ['outage', 'badConnection', 'ourMistake', 'other'] as const;
export type GrantReason = (typeof GRANT_REASONS)[number];

/** At once, and within a year to one customer. */
export const GRANT_DAYS_MAX = 31;
export const GRANT_DAYS_MAX_IN_YEAR = 93;

const comment = v.pipe(shortText(STAFF_COMMENT_MAX), v.trim());

/** Of what proves that a subscription is its owner's: a payment's number, digits of a card, the end of a gift key. */
const PROOF_MIN_LENGTH = 4;
export const PROOF_MAX_LENGTH = 64;

export const staffAccountRecoveryCalls = calls({
  grantDays: {
    path: 'panel/users/grantDays',
    audience: 'staff:recoverAccounts',
    kind: 'change',
    body: v.object({
      userId: rowId,
      days: countUpTo(GRANT_DAYS_MAX),
      reason: v.picklist(GRANT_REASONS),
      comment,
      requestKey,
    }),
    response: done,
    summary: 'Give a customer days to make up for something; the next charge moves by as much.',
  },

  moveSubscription: {
    path: 'panel/users/moveSubscription',
    audience: 'staff:recoverAccounts',
    kind: 'change',
    body: v.object({
      userId: rowId,
      /** The address that the subscription has, typed again. */
      from: email,
      to: email,
      /** What only its owner knows: the number of a payment, the last digits of the card, the end of the gift key. */
      proof: v.pipe(
        v.string(),
        v.maxLength(PROOF_MAX_LENGTH),
        v.transform((text) => text.replace(/\s/g, '')),
        v.minLength(PROOF_MIN_LENGTH),
      ),
      comment,
    }),
    response: done,
    summary: 'Move a subscription with all that belongs to it to another email; both addresses are told.',
  },
});

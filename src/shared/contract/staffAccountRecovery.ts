/**
 * API calls for account recovery, which let senior staff correct a mistyped email address or grant free days as
 * compensation. The API calls for account recovery are additions to the specified API.
 */
import * as v from 'valibot';
import { STAFF_COMMENT_MAX } from '../constants';
import { identifyingText } from '../identifyingText';
import { calls } from './call';
import { countUpTo, done, email, requestKey, rowId, writtenText } from './fields';

/** Reasons why staff grant free days. */
export const GRANT_REASONS = ['outage', 'badConnection', 'ourMistake', 'other'] as const;
export type GrantReason = (typeof GRANT_REASONS)[number];

/** Maximum number of free days in one grant, and for one customer within a year. */
export const GRANT_DAYS_MAX = 31;
export const GRANT_DAYS_MAX_IN_YEAR = 93;

const comment = writtenText(STAFF_COMMENT_MAX);

/**
 * Minimum length of the proof of ownership, in characters. A proof of ownership is the id of a payment, digits of the
 * card number, or the end of a gift key.
 */
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
    summary:
      'Grant a customer free days as compensation. The next charge is delayed by the same number of days.',
  },

  moveSubscription: {
    path: 'panel/users/moveSubscription',
    audience: 'staff:recoverAccounts',
    kind: 'change',
    body: v.object({
      userId: rowId,
      /** Current email address of the subscription, which staff type again as a confirmation. */
      from: email,
      to: email,
      /**
       * Detail that only the owner of the subscription knows: the id of a payment, the last digits of the card, or the
       * end of the gift key.
       */
      proof: v.pipe(
        v.string(),
        v.maxLength(PROOF_MAX_LENGTH),
        v.transform((text) => identifyingText(text).replace(/ /g, '')),
        v.minLength(PROOF_MIN_LENGTH),
      ),
      comment,
    }),
    response: done,
    summary:
      'Move a subscription with all of its data to another email address. Both addresses are notified.',
  },
});

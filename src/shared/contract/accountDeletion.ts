/** API calls with which customers delete their account. These calls are an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { emailCode, instant, maybe, rubles, secret } from './fields';

const confirmation = {
  /** Token from the response of `sendDeletionCode`. */
  requestToken: secret,
  /** Code from the email. */
  code: emailCode,
  /** Whether the customer waives the paid and gifted days that remain. Required if any remain. */
  waivesDays: v.optional(v.boolean(), false),
};

const confirmed = v.object({
  success: v.boolean(),
  /**
   * `wrong`: the code is wrong, `triesLeft` are left. `invalid`: the code can no longer be used, request another.
   * `tooManyTries`: too many wrong codes from this network. `waiverNeeded`: days remain that were not waived.
   */
  reason: maybe(v.picklist(['wrong', 'invalid', 'tooManyTries', 'waiverNeeded'])),
  triesLeft: maybe(v.number()),
  /**
   * With `success: true`: the account's address was changed in the last seven days, so the account is deleted at this time
   * and stays until then. The former mailbox can take the address back, which withdraws the deletion.
   */
  carriedOutAt: maybe(instant),
});

export const accountDeletionCalls = calls({
  previewDeletion: {
    path: 'account/deletion/preview',
    audience: 'customer',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      success: v.boolean(),
      /** Days of access that were paid for and would end, rounded up. */
      paidDays: v.number(),
      /** Days of access that were given and would end, rounded up. */
      giftDays: v.number(),
      /** Date of the next charge, or null if the subscription does not renew. */
      nextChargeAt: maybe(instant),
      /** Total of refunds that are not made yet, in rubles. They are finished after the deletion. */
      pendingRefunds: rubles,
      /** If the address was changed in the last seven days: the time until which a deletion waits. */
      waitsUntil: maybe(instant),
      /** Whether the customer has requested a deletion that waits. */
      isRequested: maybe(v.boolean()),
    }),
    summary: 'Get what the deletion of the account would end.',
  },

  sendDeletionCode: {
    path: 'account/deletion/code',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: v.object({ success: v.boolean(), requestToken: maybe(secret) }),
    summary: "Email a code that confirms the deletion to the account's address.",
  },

  confirmDeletion: {
    path: 'account/deletion/confirm',
    audience: 'customer',
    kind: 'change',
    body: v.object(confirmation),
    response: confirmed,
    // All sessions end with the deletion. A repeated request gets a 401.
    summary: 'Delete the account with all personal data, after the customer typed the code.',
  },

  withdrawDeletion: {
    path: 'account/deletion/withdraw',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    /** `success: false`: no requested deletion waits. */
    response: v.object({ success: v.boolean() }),
    summary: 'Withdraw a requested deletion that waits because the address was changed.',
  },

  deleteAppAccount: {
    path: 'app/deleteAccount',
    audience: 'customer',
    kind: 'change',
    body: v.object(confirmation),
    response: confirmed,
    summary: 'Delete the account from a native application, after the customer typed the code.',
  },
});

/** API calls for sign-in with a link or a code that is sent by email. */
import * as v from 'valibot';
import { calls } from './call';
import { email, fullEmailCode, maybe, optionalEmail, secret, shortText } from './fields';
import { issuedSession, knownBrowser, rejectedSignIn } from './models';

const emailLinkBody = v.object({
  email,
  platform: shortText(32),
  fcmToken: v.optional(shortText(4096), ''),
  giftKey: maybe(shortText(200)),
  ...knownBrowser,
});

/**
 * `mailToken` binds the link and the code to the browser that requested the email. The `mailToken` alone gives no
 * access. `reason` is an addition to the specified API. With `success: true`, the reason `lastOfDay` means that the
 * sent email is the last email allowed on this day, and contains a link but no code. With `success: false`, the reason
 * `lastOfDay` means that the last email of the day was already sent, and `addressUnsupported` that the mail server cannot
 * send to an address with characters outside ASCII before the `@`.
 */
const emailLinkSent = v.object({
  success: v.boolean(),
  mailToken: maybe(v.string()),
  reason: maybe(v.string()),
});

const redeemed = v.object({
  success: v.boolean(),
  /** Single-use token for the page /confirm, valid for 60 seconds. */
  token: maybe(v.string()),
  /**
   * True if the email was requested while activating a gift. If true, the page navigates to /giftConfirm with the gift
   * key, otherwise to /confirm.
   */
  gift: maybe(v.boolean()),
  /**
   * Reason of a failure. `emailNeeded`: another browser requested the email, so the user must type the email address.
   * `tooManyTries`: the sign-in code is blocked after too many attempts at this email, or too many wrong codes came from
   * this network. The link in the same email still works.
   * The field `reason` is an addition to the specified API.
   */
  reason: maybe(v.string()),
});

export const emailVerificationCalls = calls({
  sendEmailLink: {
    path: 'emailVerification/send',
    audience: 'public',
    kind: 'change',
    body: emailLinkBody,
    response: emailLinkSent,
    summary: 'Send a sign-in email.',
  },

  sendGiftEmailLink: {
    path: 'emailVerification/giftSend',
    audience: 'public',
    kind: 'change',
    body: emailLinkBody,
    response: emailLinkSent,
    summary: 'Send a sign-in email whose link also activates a gift.',
  },

  /** Returns `success: false` if the sign-in token is used, expired, malformed or not from this server. */
  restoreEmailLink: {
    path: 'emailVerification/restore',
    audience: 'public',
    kind: 'change',
    body: v.object({ token: secret, platform: v.optional(shortText(32)), ...knownBrowser }),
    response: v.object({
      success: v.boolean(),
      email: maybe(v.string()),
      ...issuedSession,
      ...rejectedSignIn,
    }),
    summary: 'Sign in with the single-use token of /confirm.',
  },

  /**
   * Returns `success: false` if the sign-in token is used, expired, malformed or not from this server. A preview does
   * not use up the sign-in token. The API call `previewEmailLink` is an addition to the specified API.
   */
  previewEmailLink: {
    path: 'emailVerification/preview',
    audience: 'public',
    kind: 'read',
    body: v.object({ token: secret }),
    response: v.object({ success: v.boolean(), email: maybe(v.string()) }),
    summary: 'Get the email address that the single-use token of /confirm signs in.',
  },

  redeemEmailLink: {
    path: 'emailVerification/redeem',
    audience: 'public',
    kind: 'change',
    body: v.object({
      linkToken: secret,
      mailToken: maybe(shortText(4096)),
      email: optionalEmail,
    }),
    response: redeemed,
    summary:
      'Exchange an email link for a single-use token, in the browser or application that requested it or with the email address.',
  },

  redeemEmailCode: {
    path: 'emailVerification/code',
    audience: 'public',
    kind: 'change',
    body: v.object({
      mailToken: secret,
      code: fullEmailCode,
      ...knownBrowser,
    }),
    response: v.object({
      ...redeemed.entries,
      /** Number of remaining attempts to type the code of the sign-in email. */
      triesLeft: maybe(v.number()),
    }),
    summary: 'Exchange the 8-digit code of an email for a single-use token.',
  },
});

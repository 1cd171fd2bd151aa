/** Email-link sign-in. */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX, SIGN_IN_CODE_LENGTH } from '../constants';
import { calls } from './call';
import { email, maybe, secret, shortText } from './fields';
import { issuedSession } from './models';

const emailLinkBody = v.object({
  email,
  platform: shortText(32),
  fcmToken: v.optional(shortText(4096), ''),
  giftKey: maybe(shortText(200)),
  /** Ours: what an earlier sign-in in this browser returned. */
  browserMark: maybe(shortText(200)),
});

/**
 * `mailToken` binds the browser that asked; it can never be redeemed by itself. `reason` is ours. `lastOfDay` with success
 * true: this was the last email of the day, which has a link only; with success false: that email is in the mailbox.
 */
const emailLinkSent = v.object({
  success: v.boolean(),
  mailToken: maybe(v.string()),
  reason: maybe(v.string()),
});

const redeemed = v.object({
  success: v.boolean(),
  /** One-time token for /confirm, valid for 60 s. */
  token: maybe(v.string()),
  /** True when the email was asked for in gift mode: go to /giftConfirm with the key, else to /confirm. */
  gift: maybe(v.boolean()),
  /**
   * Ours: why not. `emailNeeded`: this browser did not ask for the email, so type the address. `tooManyTries`: the
   * code is no longer compared, but the link of the same email works.
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
    summary: 'Mail a sign-in link.',
  },

  sendGiftEmailLink: {
    path: 'emailVerification/giftSend',
    audience: 'public',
    kind: 'change',
    body: emailLinkBody,
    response: emailLinkSent,
    summary: 'Mail a sign-in link that also activates a gift.',
  },

  /** Success false: the token is used, expired, foreign or garbage. */
  restoreEmailLink: {
    path: 'emailVerification/restore',
    audience: 'public',
    kind: 'change',
    body: v.object({ token: secret, platform: v.optional(shortText(32)) }),
    response: v.object({ success: v.boolean(), email: maybe(v.string()), ...issuedSession }),
    summary: 'Restore the email sign-in from the one-time token of /confirm.',
  },

  /** Ours. Success false: the token is used, expired, foreign or garbage. Spends nothing. */
  previewEmailLink: {
    path: 'emailVerification/preview',
    audience: 'public',
    kind: 'read',
    body: v.object({ token: secret }),
    response: v.object({ success: v.boolean(), email: maybe(v.string()) }),
    summary: 'Whose sign-in the one-time token of /confirm restores.',
  },

  redeemEmailLink: {
    path: 'emailVerification/redeem',
    audience: 'public',
    kind: 'change',
    body: v.object({
      linkToken: secret,
      mailToken: maybe(shortText(4096)),
      email: maybe(shortText(EMAIL_TYPED_MAX)),
    }),
    response: redeemed,
    summary:
      "Exchange the email's secret for a one-time token, in the browser that asked or with the address.",
  },

  redeemEmailCode: {
    path: 'emailVerification/code',
    audience: 'public',
    kind: 'change',
    body: v.object({
      mailToken: secret,
      code: v.pipe(v.string(), v.trim(), v.regex(new RegExp(`^\\d{${SIGN_IN_CODE_LENGTH}}$`))),
    }),
    response: v.object({
      ...redeemed.entries,
      /** Tries left for the code of this email. */
      triesLeft: maybe(v.number()),
    }),
    summary: "Exchange the email's 8-digit code for a one-time token.",
  },
});

/** API calls with which a customer changes the account's email address, and takes the change back. All are additions. */
import * as v from 'valibot';
import { calls } from './call';
import { email, fullEmailCode, instant, maybe, secret } from './fields';

/**
 * `reason` of a failure. `wrong`: wrong code. `invalid`: the code is used, replaced or expired, or its attempts are used up.
 * `tooManyTries`: too many wrong codes came from this network. `expired`: start anew. `sameEmail`: the account already has
 * the address. `addressUnsupported`: the mail server cannot send to the address. `taken`: the address has an account. `changedRecently`: the address can be changed from `until` on.
 */
const failure = { reason: maybe(v.string()), triesLeft: maybe(v.number()), until: maybe(instant) };

const codeSent = v.object({
  success: v.boolean(),
  /** Binds the code to this browser. Repeat it with the code. */
  requestToken: maybe(v.string()),
  ...failure,
});

export const emailChangeCalls = calls({
  sendCodeToPresentEmail: {
    path: 'account/email/send',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: codeSent,
    summary: 'Send a code to the present email address, as the first step of changing it.',
  },

  confirmPresentEmail: {
    path: 'account/email/confirm',
    audience: 'customer',
    kind: 'change',
    body: v.object({ requestToken: secret, code: fullEmailCode }),
    response: v.object({ success: v.boolean(), ...failure }),
    summary: 'Verify the code that was sent to the present email address.',
  },

  sendCodeToNewEmail: {
    path: 'account/email/sendNew',
    audience: 'customer',
    kind: 'change',
    body: v.object({ requestToken: secret, newEmail: email }),
    response: codeSent,
    summary: 'Send a code to the new email address. `requestToken` is the one of the present address.',
  },

  changeEmail: {
    path: 'account/email/change',
    audience: 'customer',
    kind: 'change',
    body: v.object({ requestToken: secret, newRequestToken: secret, code: fullEmailCode }),
    response: v.object({
      success: v.boolean(),
      email: maybe(v.string()),
      /** Mark of this browser for the new address. */
      browserMark: maybe(v.string()),
      ...failure,
    }),
    summary: 'Verify the code that was sent to the new email address, and change the address.',
  },

  sendCodeToFormerEmail: {
    path: 'account/email/sendRestore',
    audience: 'public',
    kind: 'change',
    body: v.object({ restoreToken: secret }),
    response: codeSent,
    summary: 'Send a code to the former email address, which takes a change back within seven days.',
  },

  restoreFormerEmail: {
    path: 'account/email/restore',
    audience: 'public',
    kind: 'change',
    body: v.object({ restoreToken: secret, requestToken: secret, code: fullEmailCode }),
    response: v.object({ success: v.boolean(), email: maybe(v.string()), ...failure }),
    summary: 'Take a change of the email address back. All browsers are signed out.',
  },
});

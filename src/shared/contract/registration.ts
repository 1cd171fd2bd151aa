/** API calls that register a signed-in user and sign the user out. `session/logout` is an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe } from './fields';
import { identityBody, issuedSession, rejectedSignIn, signInBody } from './models';

const registered = v.object({
  success: v.boolean(),
  expirationDate: maybe(instant),
  subscriptionIsActive: maybe(v.boolean()),
  firstPaymentActivated: maybe(v.boolean()),
  ...issuedSession,
  ...rejectedSignIn,
});

export const registrationCalls = calls({
  registerByGoogle: {
    path: 'v2/register',
    audience: 'google',
    kind: 'change',
    body: v.object(signInBody),
    response: registered,
    summary: 'Register the user of a verified Google identity token.',
  },

  registerByEmail: {
    path: 'register',
    audience: 'customer',
    kind: 'change',
    body: v.object(identityBody),
    response: registered,
    summary: 'Register the user who signed in by email.',
  },

  logOut: {
    path: 'session/logout',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: done,
    summary: 'Revoke the customer access token of this call.',
  },
});

/** Registration of a signed-in identity; logout is ours. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe } from './fields';
import { identityBody, issuedSession } from './models';

const registered = v.object({
  success: v.boolean(),
  expirationDate: maybe(instant),
  subscriptionIsActive: maybe(v.boolean()),
  firstPaymentActivated: maybe(v.boolean()),
  ...issuedSession,
});

export const registrationCalls = calls({
  registerByGoogle: {
    path: 'v2/register',
    audience: 'google',
    kind: 'change',
    body: v.object(identityBody),
    response: registered,
    summary: 'Register the owner of a verified Google identity token.',
  },

  registerByEmail: {
    path: 'register',
    audience: 'customer',
    kind: 'change',
    body: v.object(identityBody),
    response: registered,
    summary: 'Register the owner of a restored email sign-in.',
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

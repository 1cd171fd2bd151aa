/** API calls with which a recipient checks and activates a gift. */
import * as v from 'valibot';
import { calls } from './call';
import { filledText, instant, maybe, shortText } from './fields';
import { issuedSession, rejectedSignIn, signInBody } from './models';

const giftKey = filledText(200);

export const giftsCalls = calls({
  /**
   * Returns a response without `months` if the gift key is unknown, used, revoked or malformed. The response is the
   * same for an unknown, a used, a revoked and a malformed gift key.
   */
  checkGift: {
    path: 'checkGift',
    audience: 'public',
    kind: 'read',
    body: v.object({ key: giftKey }),
    response: v.object({ success: maybe(v.boolean()), months: maybe(v.number()) }),
    summary: 'Get the number of months of a gift that is not activated yet.',
  },

  activateGift: {
    path: 'activateGift',
    audience: 'customerOrGoogle',
    kind: 'change',
    body: v.object({ ...signInBody, key: shortText(200) }),
    response: v.object({
      success: v.boolean(),
      subExpirationDateTime: maybe(instant),
      ...issuedSession,
      ...rejectedSignIn,
    }),
    summary: 'Activate a gift for the signed-in customer.',
  },
});

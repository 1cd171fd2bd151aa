/** Gifts as a recipient meets them. */
import * as v from 'valibot';
import { calls } from './call';
import { filledText, instant, maybe, shortText } from './fields';
import { identityBody, issuedSession } from './models';

const giftKey = filledText(200);

export const giftsCalls = calls({
  /** An unknown, used, revoked or malformed key has no months: all look the same from outside. */
  checkGift: {
    path: 'checkGift',
    audience: 'public',
    kind: 'read',
    body: v.object({ key: giftKey }),
    response: v.object({ success: maybe(v.boolean()), months: maybe(v.number()) }),
    summary: 'Duration of a gift that is still to be activated.',
  },

  activateGift: {
    path: 'activateGift',
    audience: 'customerOrGoogle',
    kind: 'change',
    body: v.object({ ...identityBody, key: shortText(200) }),
    response: v.object({ success: v.boolean(), subExpirationDateTime: maybe(instant), ...issuedSession }),
    summary: 'Activate a gift for the signed-in customer.',
  },
});

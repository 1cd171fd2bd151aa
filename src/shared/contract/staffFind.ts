/**
 * API call that finds customers by an exact identifier. The API call for finding customers is an addition to the
 * specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { maybe, shortText } from './fields';
import { staffUser } from './models';
import { staffGift } from './staffGifts';

export const staffFindCalls = calls({
  findUsers: {
    path: 'panel/users/find',
    audience: 'staff:readCustomers',
    kind: 'read',
    // The identifier is sent in the request body and not in the URL, because it may be the key of a gift that is not
    // activated yet, which is a secret.
    body: v.object({ value: v.pipe(shortText(256), v.trim(), v.nonEmpty()) }),
    response: v.object({
      matches: v.array(
        v.object({
          /** Kind of the identifier, one of `EXACT_KINDS` in `store/accountSearch.ts`. */
          matchedBy: v.string(),
          /** Complete identifier that matched; null for a gift key, which is secret. */
          matched: maybe(v.string()),
          user: staffUser,
        }),
      ),
      /**
       * Gift with the searched gift key, even if another customer has activated the gift. The gift is omitted if no
       * gift has the searched gift key.
       */
      gift: maybe(staffGift),
    }),
    summary:
      'Find customers by uid, device id, payment number, order number, gift key, VPN credential or customer id.',
  },
});

export type FoundUsers = v.InferOutput<typeof staffFindCalls.findUsers.response>;

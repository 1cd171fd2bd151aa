/** API call that finds customers by an exact identifier. This call is an addition to the specified API. */
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
    // The value is in the body and not in the URL, because the key of a gift that is not activated is a secret.
    body: v.object({ value: v.pipe(shortText(256), v.trim(), v.nonEmpty()) }),
    response: v.object({
      matches: v.array(
        v.object({
          /** Kind of the identifier: `uid`, `deviceId`, `payment`, `order` or `giftKey`. */
          matchedBy: v.string(),
          user: staffUser,
        }),
      ),
      /** Gift with this key, even if another customer has activated it. Omitted if no gift has this key. */
      gift: maybe(staffGift),
    }),
    summary: 'Find customers by their exact uid, device id, payment id, order number or gift key.',
  },
});

export type FoundUsers = v.InferOutput<typeof staffFindCalls.findUsers.response>;

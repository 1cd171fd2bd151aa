/** Ours: customers by something that names them exactly. */
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
    // In the body and not in the query: a gift key that nobody has activated is a secret.
    body: v.object({ value: v.pipe(shortText(256), v.trim(), v.nonEmpty()) }),
    response: v.object({
      matches: v.array(
        v.object({
          /** uid, deviceId, payment, order or giftKey. */
          matchedBy: v.string(),
          user: staffUser,
        }),
      ),
      /** The gift of that key, whoever has activated it; nothing for what is no key of ours. */
      gift: maybe(staffGift),
    }),
    summary: 'Customers by their uid, device id, payment number, order number or gift key, exactly.',
  },
});

export type FoundUsers = v.InferOutput<typeof staffFindCalls.findUsers.response>;

/** Ours: customers by something that names them exactly. */
import * as v from 'valibot';
import { call } from './call';
import { shortText } from './fields';
import { staffUser } from './models';

export const findUsers = call({
  method: 'POST',
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
  }),
  summary: 'Customers by their uid, device id, payment number, order number or gift key, exactly.',
});
export type FoundUsers = v.InferOutput<typeof findUsers.response>;

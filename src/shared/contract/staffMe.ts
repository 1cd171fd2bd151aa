/** Ours: who of the staff is signed in, for the console's navigation. */
import * as v from 'valibot';
import { calls } from './call';
import { maybe } from './fields';

export const staffMeCalls = calls({
  getStaffMe: {
    path: 'panel/me',
    audience: 'staff:ownAccount',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      username: v.string(),
      /** One of `STAFF_ROLES`; a newer server may know more. */
      role: v.string(),
      /** A second factor is set up and proved by a first code. */
      totpEnabled: maybe(v.boolean()),
      /** The server asks everybody for a second factor. */
      totpRequired: maybe(v.boolean()),
    }),
    summary: 'The signed-in member of staff: name, role and second factor.',
  },
});

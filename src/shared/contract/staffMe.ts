/**
 * API call that returns the signed-in staff member, for the navigation of the console. The API call `staffMe` is an
 * addition to the specified API.
 */
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
      /** Role of the staff member: one of `STAFF_ROLES`, or another role that only a newer server knows. */
      role: v.string(),
      /**
       * Whether the staff member has set up a second factor and confirmed it with a first code from the authenticator
       * app.
       */
      totpEnabled: maybe(v.boolean()),
      /** Whether the server requires a second factor from all staff. */
      totpRequired: maybe(v.boolean()),
    }),
    summary: 'Get the name, role and second factor state of the signed-in staff member.',
  },
});

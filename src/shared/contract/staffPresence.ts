/**
 * API call by which the console reports that a staff member has a customer open. The API call is an addition to the
 * specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { rowId } from './fields';

/** Interval in ms at which the console reports that a customer is open in a visible tab. */
export const PRESENCE_EVERY_MS = 20_000;

export const staffPresenceCalls = calls({
  reportPresence: {
    path: 'panel/users/presence',
    audience: 'staff:readCustomers',
    kind: 'read',
    body: v.object({
      userId: rowId,
      /** Whether the staff member closes the customer. */
      isLeaving: v.optional(v.boolean(), false),
    }),
    response: v.object({
      /** Usernames of the other staff members who have the customer open. */
      others: v.array(v.string()),
      /** Text that differs after each change of the customer. */
      version: v.string(),
    }),
    summary: 'Report that this customer is open, and list the other staff who have the customer open.',
  },
});

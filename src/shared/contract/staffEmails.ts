/** API calls for undelivered emails, which failed permanently or were rejected by the mailbox. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowId } from './fields';

const undeliveredEmail = v.object({
  id: v.number(),
  /** Name of the email's template in the timeline. Null if the email's data is deleted. */
  template: maybe(v.string()),
  /** Id of the customer. Null if the recipient has no account. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  failedAt: instant,
  attempts: v.number(),
  /** Status codes of the recipient's mail server, without its texts. */
  reason: v.string(),
  /** Time since which the mailbox has rejected all emails. Null if the mailbox accepts emails. */
  rejectedSince: maybe(instant),
  /** False if the email contained a secret that is deleted. */
  canBeSentAgain: v.boolean(),
});
export type StaffUndeliveredEmail = v.InferOutput<typeof undeliveredEmail>;

export const staffEmailsCalls = calls({
  listUndeliveredEmails: {
    path: 'panel/emails/list',
    audience: 'staff:helpCustomers',
    kind: 'read',
    body: v.object({
      /** Value of `next` from the previous page. Omitted for the first page. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(undeliveredEmail), next: maybe(v.number()) }),
    summary: 'List the emails that failed permanently or were rejected, newest first.',
  },

  sendEmailAgain: {
    path: 'panel/emails/sendAgain',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ id: rowId }),
    response: done,
    summary: 'Send a permanently failed email again, if its content is still true.',
  },
});

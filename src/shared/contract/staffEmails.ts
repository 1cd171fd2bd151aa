/** API calls for undelivered emails. An undelivered email failed permanently or was rejected by the mailbox. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowId } from './fields';

const undeliveredEmail = v.object({
  id: v.number(),
  /** Name of the email template, as in the timeline, or null if the data of the email is deleted. */
  template: maybe(v.string()),
  /** Id of the customer. Null if the recipient has no account. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  /** Time of the permanent failure or of the expiry. For a waiting email, the time of its request. */
  failedAt: instant,
  /**
   * `failed`: the email failed permanently. `waiting`: a sign-in email or a confirmation code is not delivered yet.
   * `expired`: its link or code expired before it was delivered.
   */
  state: maybe(v.string()),
  attempts: v.number(),
  /** Status codes that the recipient's mail server returned, without the texts of the mail server. */
  reason: v.string(),
  /** Time since which the mailbox has rejected all emails, or null if the mailbox accepts emails. */
  rejectedSince: maybe(instant),
  /** Whether the email can be sent again. This value is false if the email contained a secret that is now deleted. */
  canBeSentAgain: v.boolean(),
});
export type StaffUndeliveredEmail = v.InferOutput<typeof undeliveredEmail>;

export const staffEmailsCalls = calls({
  listUndeliveredEmails: {
    path: 'panel/emails/list',
    audience: 'staff:helpCustomers',
    kind: 'read',
    body: v.object({
      /** Value of `next` from the previous page of the list, omitted for the first page. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(undeliveredEmail), next: maybe(v.number()) }),
    summary:
      'List the emails that failed permanently, and sign-in emails and codes that wait or expired, newest first.',
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

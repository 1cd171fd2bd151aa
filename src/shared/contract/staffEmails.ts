/** Emails that reached nobody: given up, or rejected by the mailbox. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowId } from './fields';

const undeliveredEmail = v.object({
  id: v.number(),
  /** Its name in the timeline; null: nothing is known of it any more. */
  template: maybe(v.string()),
  /** The customer; null: nobody who has an account. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  failedAt: instant,
  attempts: v.number(),
  /** Status codes, no words of the other server. */
  reason: v.string(),
  /** Since when the mailbox has rejected every email; null: it does not. */
  rejectedSince: maybe(instant),
  /** False: it held a secret that is gone. */
  canBeSentAgain: v.boolean(),
});
export type StaffUndeliveredEmail = v.InferOutput<typeof undeliveredEmail>;

export const staffEmailsCalls = calls({
  listUndeliveredEmails: {
    path: 'panel/emails/list',
    audience: 'staff:helpCustomers',
    kind: 'read',
    body: v.object({
      /** `next` of the page before. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(undeliveredEmail), next: maybe(v.number()) }),
    summary: 'Emails that were given up or rejected, newest first.',
  },

  sendEmailAgain: {
    path: 'panel/emails/sendAgain',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ id: rowId }),
    response: done,
    summary: 'Has an email that was given up leave once more, if what it tells is still true.',
  },
});

/** Letters that reached nobody: given up, or refused by the mailbox. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowId } from './fields';

const undeliveredLetter = v.object({
  id: v.number(),
  /** Its name in the timeline; null: nothing is known of it any more. */
  letter: maybe(v.string()),
  /** The customer; null: nobody who has an account. */
  userId: maybe(v.number()),
  email: maybe(v.string()),
  failedAt: instant,
  attempts: v.number(),
  /** Status codes, no words of the other server. */
  reason: v.string(),
  /** Since when the mailbox has refused every letter; null: it does not. */
  refusedSince: maybe(instant),
  /** False: it held a secret that is gone. */
  canBeSentAgain: v.boolean(),
});
export type StaffUndeliveredLetter = v.InferOutput<typeof undeliveredLetter>;

export const staffLettersCalls = calls({
  listUndeliveredLetters: {
    path: 'panel/letters/list',
    audience: 'staff:helpCustomers',
    kind: 'read',
    body: v.object({
      /** `next` of the page before. */
      before: maybe(rowId),
    }),
    response: v.object({ content: v.array(undeliveredLetter), next: maybe(v.number()) }),
    summary: 'Letters that were given up or refused, newest first.',
  },

  sendLetterAgain: {
    path: 'panel/letters/sendAgain',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ id: rowId }),
    response: done,
    summary: 'Has a letter that was given up leave once more, if what it tells is still true.',
  },
});

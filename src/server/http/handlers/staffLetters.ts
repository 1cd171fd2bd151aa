/** Handlers of the staff calls about letters that reached nobody. */
import type { staffLettersCalls } from '../../../shared/contract/staffLetters';
import { readUndeliveredLetters, sendLetterAgain } from '../../usecases/console/undeliveredLetters';
import { type HandlersOf, succeeded } from './handler';
import { originOf } from './staffOrigin';

export const staffLettersHandlers: HandlersOf<typeof staffLettersCalls> = {
  listUndeliveredLetters: async (context, { body }) => {
    const page = await readUndeliveredLetters(context.deps, originOf(context), body.before ?? null);
    return {
      content: page.content.map(({ id, letter, email, attempts, reason, canBeSentAgain, ...row }) => ({
        ...{ id, letter, email, attempts, reason, canBeSentAgain },
        userId: row.accountId,
        failedAt: row.failedAt.toISOString(),
        refusedSince: row.refusedSince?.toISOString() ?? null,
      })),
      next: page.next,
    };
  },

  sendLetterAgain: (context, { body }) =>
    succeeded(sendLetterAgain(context.deps, originOf(context), body.id)),
};

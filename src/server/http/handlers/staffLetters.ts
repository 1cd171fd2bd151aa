/** Handlers of the staff calls about letters that reached nobody. */
import type { Contract } from '../../../shared/contract/contract';
import { readUndeliveredLetters, sendLetterAgain } from '../../usecases/console/undeliveredLetters';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

const list: Handler<Contract['listUndeliveredLetters']> = async (context, { body }) => {
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
};

const sendAgain: Handler<Contract['sendLetterAgain']> = (context, { body }) =>
  succeeded(sendLetterAgain(context.deps, originOf(context), body.id));

export const staffLettersHandlers = { listUndeliveredLetters: list, sendLetterAgain: sendAgain };

/** Handlers of the staff endpoints about undelivered emails. */
import type { staffEmailsCalls } from '../../../shared/contract/staffEmails';
import { readUndeliveredEmails, sendEmailAgain } from '../../usecases/console/undeliveredEmails';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffEmailsHandlers: HandlersOf<typeof staffEmailsCalls> = {
  listUndeliveredEmails: async (context, { body }) => {
    const page = await readUndeliveredEmails(context.deps, buildStaffOrigin(context), body.before ?? null);
    return {
      content: page.content.map(
        ({ id, template, email, state, attempts, reason, canBeSentAgain, ...row }) => ({
          ...{ id, template, email, state, attempts, reason, canBeSentAgain },
          userId: row.accountId,
          failedAt: row.failedAt.toISOString(),
          rejectedSince: row.rejectedSince?.toISOString() ?? null,
        }),
      ),
      next: page.next,
    };
  },

  sendEmailAgain: (context, { body }) =>
    succeeded(sendEmailAgain(context.deps, buildStaffOrigin(context), body.id)),
};

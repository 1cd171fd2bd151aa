/** Handlers of the staff endpoints that read a customer's timeline. */
import type { timelineCalls } from '../../../shared/contract/timeline';
import { viewTimeline } from '../../usecases/console/timeline';
import { resendSignInEmail } from '../../usecases/signIn/sendSignInEmail';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const timelineHandlers: HandlersOf<typeof timelineCalls> = {
  getTimeline: async (context, { body }) => {
    const { userId, ...view } = body;
    const { rows, next } = await viewTimeline(context.deps, buildStaffOrigin(context), {
      accountId: userId,
      ...view,
    });
    const entries = rows.map(({ source, id, at, ...entry }) => ({
      id: `${source}-${id}`,
      at: at.toISOString(),
      ...entry,
    }));
    return { entries, next };
  },

  resendSignInEmail: (context, { body }) =>
    succeeded(resendSignInEmail(context.deps, buildStaffOrigin(context), body.userId)),
};

/** Handlers of a customer's timeline. */
import type { Contract } from '../../../shared/contract/contract';
import { viewTimeline } from '../../usecases/console/timeline';
import { resendSignInLetter } from '../../usecases/signIn/emailLinks';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

const timeline: Handler<Contract['getTimeline']> = async (context, { body }) => {
  const { userId, ...view } = body;
  const { rows, next } = await viewTimeline(context.deps, originOf(context), { accountId: userId, ...view });
  const entries = rows.map(({ source, id, at, ...entry }) => ({
    id: `${source}-${id}`,
    at: at.toISOString(),
    ...entry,
  }));
  return { entries, next };
};

const resend: Handler<Contract['resendSignInLetter']> = (context, { body }) =>
  succeeded(resendSignInLetter(context.deps, originOf(context), body.userId));

export const timelineHandlers = { getTimeline: timeline, resendSignInLetter: resend };

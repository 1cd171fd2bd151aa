/** Handlers of the API endpoints with which staff manage their own account. */
import type { staffAccountCalls } from '../../../shared/contract/staffAccount';
import type { StaffSession } from '../../../shared/contract/staffAccount';
import {
  changeOwnPassword,
  confirmOwnSecondFactor,
  offerOwnSecondFactor,
  type OwnAccount,
  readOwnAccount,
  removeOwnSecondFactor,
  revokeOwnSession,
} from '../../usecases/staff/ownStaffAccount';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

/**
 * Converts a staff session to its response format. `currentFamily` is the id of the session in which the API request
 * was made.
 */
export function sessionResponse(
  session: OwnAccount['sessions'][number],
  currentFamily: string,
): StaffSession {
  return {
    id: session.family,
    ip: session.ip,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: session.family === currentFamily,
  };
}

export const staffAccountHandlers: HandlersOf<typeof staffAccountCalls> = {
  getOwnStaffAccount: async ({ deps, caller }) => {
    const { hasSecondFactor, sessions } = await readOwnAccount(deps, caller);
    return {
      username: caller.username,
      role: caller.role,
      hasSecondFactor,
      secondFactorRequired: deps.settings.totpRequired,
      sessions: sessions.map((session) => sessionResponse(session, caller.sessionFamily)),
    };
  },

  revokeOwnStaffSession: (context, { body }) =>
    succeeded(revokeOwnSession(context.deps, buildStaffOrigin(context), context.caller, body.sessionId)),

  changeOwnStaffPassword: async (context, { body }) => {
    const { sessionsEnded } = await changeOwnPassword(
      context.deps,
      buildStaffOrigin(context),
      context.caller,
      body,
    );
    return { success: true, sessionsEnded };
  },

  offerOwnSecondFactor: (context, { body }) =>
    offerOwnSecondFactor(context.deps, buildStaffOrigin(context), context.caller, body.password),

  confirmOwnSecondFactor: (context, { body }) =>
    succeeded(confirmOwnSecondFactor(context.deps, buildStaffOrigin(context), context.caller, body.code)),

  removeOwnSecondFactor: (context, { body }) =>
    succeeded(removeOwnSecondFactor(context.deps, buildStaffOrigin(context), context.caller, body)),
};

/** Handlers of what staff do with their own account. */
import type { Contract } from '../../../shared/contract/contract';
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
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

/** `currentFamily`: of the session in which the call was made. */
export function sessionAnswer(session: OwnAccount['sessions'][number], currentFamily: string): StaffSession {
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

const getOwn: Handler<Contract['getOwnStaffAccount']> = async ({ deps, caller }) => {
  const { hasSecondFactor, sessions } = await readOwnAccount(deps, caller);
  return {
    username: caller.username,
    role: caller.role,
    hasSecondFactor,
    secondFactorRequired: deps.settings.totpRequired,
    sessions: sessions.map((session) => sessionAnswer(session, caller.sessionFamily)),
  };
};

const revoke: Handler<Contract['revokeOwnStaffSession']> = (context, { body }) =>
  succeeded(revokeOwnSession(context.deps, originOf(context), context.caller, body.sessionId));

const changePassword: Handler<Contract['changeOwnStaffPassword']> = async (context, { body }) => {
  const { sessionsEnded } = await changeOwnPassword(context.deps, originOf(context), context.caller, body);
  return { success: true, sessionsEnded };
};

const offerFactor: Handler<Contract['offerOwnSecondFactor']> = (context, { body }) =>
  offerOwnSecondFactor(context.deps, originOf(context), context.caller, body.password);

const confirmFactor: Handler<Contract['confirmOwnSecondFactor']> = (context, { body }) =>
  succeeded(confirmOwnSecondFactor(context.deps, originOf(context), context.caller, body.code));

const removeFactor: Handler<Contract['removeOwnSecondFactor']> = (context, { body }) =>
  succeeded(removeOwnSecondFactor(context.deps, originOf(context), context.caller, body));

export const staffAccountHandlers = {
  getOwnStaffAccount: getOwn,
  revokeOwnStaffSession: revoke,
  changeOwnStaffPassword: changePassword,
  offerOwnSecondFactor: offerFactor,
  confirmOwnSecondFactor: confirmFactor,
  removeOwnSecondFactor: removeFactor,
};

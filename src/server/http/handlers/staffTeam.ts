/** Handlers of what admins do with staff accounts. */
import type { Contract } from '../../../shared/contract/contract';
import {
  changeStaffRole,
  createStaff,
  disableStaff,
  enableStaff,
  listSessionsOf,
  listStaff,
  resetSecondFactor,
  resetStaffPassword,
  revokeSessionOfStaff,
} from '../../usecases/staff/staffTeam';
import { type Handler, succeeded } from './handler';
import { sessionAnswer } from './staffAccount';
import { originOf } from './staffOrigin';

const list: Handler<Contract['listStaff']> = async ({ deps, caller }) => ({
  content: (await listStaff(deps)).map((member) => ({
    ...member,
    createdAt: member.createdAt.toISOString(),
    disabledAt: member.disabledAt?.toISOString() ?? null,
    lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
    isOwn: member.id === caller.staffId,
  })),
});

const sessions: Handler<Contract['getStaffSessions']> = async ({ deps, caller }, { body }) => ({
  content: (await listSessionsOf(deps, body.staffId)).map((session) =>
    sessionAnswer(session, caller.sessionFamily),
  ),
});

const create: Handler<Contract['createStaff']> = (context, { body }) =>
  createStaff(context.deps, originOf(context), { ...body, password: body.password ?? null });

const changeRole: Handler<Contract['changeStaffRole']> = (context, { body }) =>
  succeeded(changeStaffRole(context.deps, originOf(context), body));

const resetPassword: Handler<Contract['resetStaffPassword']> = async (context, { body }) => {
  const { password } = await resetStaffPassword(context.deps, originOf(context), {
    staffId: body.staffId,
    password: body.password ?? null,
  });
  return { success: true, password };
};

const disable: Handler<Contract['disableStaff']> = (context, { body }) =>
  succeeded(disableStaff(context.deps, originOf(context), body.staffId));

const enable: Handler<Contract['enableStaff']> = (context, { body }) =>
  succeeded(enableStaff(context.deps, originOf(context), body.staffId));

const resetFactor: Handler<Contract['resetStaffSecondFactor']> = (context, { body }) =>
  succeeded(resetSecondFactor(context.deps, originOf(context), body.staffId));

const revokeSession: Handler<Contract['revokeStaffSession']> = (context, { body }) =>
  succeeded(revokeSessionOfStaff(context.deps, originOf(context), body.sessionId));

export const staffTeamHandlers = {
  listStaff: list,
  getStaffSessions: sessions,
  createStaff: create,
  changeStaffRole: changeRole,
  resetStaffPassword: resetPassword,
  disableStaff: disable,
  enableStaff: enable,
  resetStaffSecondFactor: resetFactor,
  revokeStaffSession: revokeSession,
};

/** Handlers of the API endpoints with which administrators manage staff accounts. */
import type { staffTeamCalls } from '../../../shared/contract/staffTeam';
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
import { type HandlersOf, succeeded } from './handler';
import { sessionResponse } from './staffAccount';
import { originOf } from './staffOrigin';

export const staffTeamHandlers: HandlersOf<typeof staffTeamCalls> = {
  listStaff: async ({ deps, caller }) => ({
    content: (await listStaff(deps)).map((member) => ({
      ...member,
      createdAt: member.createdAt.toISOString(),
      disabledAt: member.disabledAt?.toISOString() ?? null,
      lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
      isOwn: member.id === caller.staffId,
    })),
  }),

  getStaffSessions: async ({ deps, caller }, { body }) => ({
    content: (await listSessionsOf(deps, body.staffId)).map((session) =>
      sessionResponse(session, caller.sessionFamily),
    ),
  }),

  createStaff: (context, { body }) =>
    createStaff(context.deps, originOf(context), { ...body, password: body.password ?? null }),

  changeStaffRole: (context, { body }) => succeeded(changeStaffRole(context.deps, originOf(context), body)),

  resetStaffPassword: async (context, { body }) => {
    const { password } = await resetStaffPassword(context.deps, originOf(context), {
      staffId: body.staffId,
      password: body.password ?? null,
    });
    return { success: true, password };
  },

  disableStaff: (context, { body }) => succeeded(disableStaff(context.deps, originOf(context), body.staffId)),

  enableStaff: (context, { body }) => succeeded(enableStaff(context.deps, originOf(context), body.staffId)),

  resetStaffSecondFactor: (context, { body }) =>
    succeeded(resetSecondFactor(context.deps, originOf(context), body.staffId)),

  revokeStaffSession: (context, { body }) =>
    succeeded(revokeSessionOfStaff(context.deps, originOf(context), body.sessionId)),
};

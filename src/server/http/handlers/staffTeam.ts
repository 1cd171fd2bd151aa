/** Handlers of the API endpoints with which administrators manage staff accounts. */
import type { staffTeamCalls } from '../../../shared/contract/staffTeam';
import {
  changeStaffRole,
  createStaff,
  disableStaff,
  enableStaff,
  listSessions,
  listStaff,
  resetSecondFactor,
  resetStaffPassword,
  revokeSessionOfStaff,
} from '../../usecases/staff/staffTeam';
import { type HandlersOf, succeeded } from './handler';
import { sessionResponse } from './staffAccount';
import { buildStaffOrigin } from './staffOrigin';

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
    content: (await listSessions(deps, body.staffId)).map((session) =>
      sessionResponse(session, caller.sessionFamily),
    ),
  }),

  createStaff: (context, { body }) =>
    createStaff(context.deps, buildStaffOrigin(context), { ...body, password: body.password ?? null }),

  changeStaffRole: (context, { body }) =>
    succeeded(changeStaffRole(context.deps, buildStaffOrigin(context), body)),

  resetStaffPassword: async (context, { body }) => {
    const { password } = await resetStaffPassword(context.deps, buildStaffOrigin(context), {
      staffId: body.staffId,
      password: body.password ?? null,
    });
    return { success: true, password };
  },

  disableStaff: (context, { body }) =>
    succeeded(disableStaff(context.deps, buildStaffOrigin(context), body.staffId)),

  enableStaff: (context, { body }) =>
    succeeded(enableStaff(context.deps, buildStaffOrigin(context), body.staffId)),

  resetStaffSecondFactor: (context, { body }) =>
    succeeded(resetSecondFactor(context.deps, buildStaffOrigin(context), body.staffId)),

  revokeStaffSession: (context, { body }) =>
    succeeded(revokeSessionOfStaff(context.deps, buildStaffOrigin(context), body.sessionId)),
};

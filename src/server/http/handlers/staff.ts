/** Handlers of the basic staff endpoints, such as sign-in, customer search, gifts and refunds. */
import type { staffCalls } from '../../../shared/contract/staff';
import { toKopecks, toRubles } from '../../../shared/money';
import { getUser } from '../../usecases/console/getUser';
import { refundUser } from '../../usecases/console/refundUser';
import { searchUsers } from '../../usecases/console/searchUsers';
import { sendPush } from '../../usecases/console/sendPush';
import { readConnectionLogs } from '../../usecases/customer/connectionLogs';
import { createGift } from '../../usecases/gifts/gifts';
import {
  offerSecondFactorAtSignIn,
  refreshStaff,
  signInStaff,
  signOutStaff,
} from '../../usecases/staff/staffSessions';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';
import { staffUserResponse } from './staffRecords';

export const staffHandlers: HandlersOf<typeof staffCalls> = {
  staffLogin: async ({ deps, ...origin }, { body }) => signInStaff(deps, origin, body),

  offerSecondFactor: async ({ deps, ...origin }, { body }) => offerSecondFactorAtSignIn(deps, origin, body),

  staffRefresh: async ({ deps, ...origin }, { body }) => refreshStaff(deps, origin, body.refreshToken),

  staffLogOut: async ({ deps, ...origin }, { body }) => ({
    success: await signOutStaff(deps, origin, body.refreshToken),
  }),

  searchUsers: async (context, { query }) => {
    const { content, ...info } = await searchUsers(context.deps, buildStaffOrigin(context), query);
    return { content: content.map(staffUserResponse), number: query.page, size: query.size, ...info };
  },

  getUserById: async (context, { query }) =>
    staffUserResponse(await getUser(context.deps, buildStaffOrigin(context), query.id)),

  createGift: async (context, { body }) => {
    const { activationKey } = await createGift(context.deps, buildStaffOrigin(context), body);
    return { activationKey, months: body.months };
  },

  refund: async (context, { body }) => {
    const { payments, accessUntil } = await refundUser(
      context.deps,
      buildStaffOrigin(context),
      { uid: body.uid, email: body.email },
      {
        transactionIds: body.transactionIds ?? (body.transactionId ? [body.transactionId] : []),
        // A refund request without an amount refunds everything, as the specification requires.
        amountKopecks: typeof body.amount === 'number' ? toKopecks(body.amount) : 'all',
        unusedDays: body.unusedDays ?? false,
        keepsAccess: body.access === 'keep',
        keepsRenewal: body.stopRenewal === false,
        reason: body.reason ?? 'other',
        comment: body.comment ?? '',
        requestKey: body.requestKey ?? null,
      },
    );
    return {
      success: true,
      amount: toRubles(payments.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0)),
      transactionId: payments[0]?.transactionId ?? null,
      accessUntil: accessUntil?.toISOString() ?? null,
    };
  },

  getConnectionLogs: async (context, { query }) => {
    const entries = await readConnectionLogs(context.deps, buildStaffOrigin(context), query.userId);
    return entries.map(({ id, platform, deviceName, connectedAt, success }) => ({
      id,
      platform,
      deviceName,
      connectionDate: connectedAt.toISOString(),
      success,
    }));
  },

  sendPush: async (context, { body, query }) => {
    const message = await sendPush(context.deps, buildStaffOrigin(context), {
      token: query.token,
      push: body,
    });
    return { success: true, message };
  },
};

/** Handlers of the staff calls. */
import type { Contract } from '../../../shared/contract/contract';
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
import type { Handler } from './handler';
import { originOf } from './staffOrigin';
import { staffUserAnswer } from './staffRecords';

const login: Handler<Contract['staffLogin']> = async ({ deps, ...origin }, { body }) =>
  signInStaff(deps, origin, body);

const secondFactor: Handler<Contract['offerSecondFactor']> = async ({ deps, ...origin }, { body }) =>
  offerSecondFactorAtSignIn(deps, origin, body);

const refresh: Handler<Contract['staffRefresh']> = async ({ deps, ...origin }, { body }) =>
  refreshStaff(deps, origin, body.refreshToken);

const logOut: Handler<Contract['staffLogOut']> = async ({ deps, ...origin }, { body }) => ({
  success: await signOutStaff(deps, origin, body.refreshToken),
});

const search: Handler<Contract['searchUsers']> = async (context, { query }) => {
  const { content, last } = await searchUsers(context.deps, originOf(context), query);
  return { content: content.map(staffUserAnswer), number: query.page, size: query.size, last };
};

const userById: Handler<Contract['getUserById']> = async (context, { query }) =>
  staffUserAnswer(await getUser(context.deps, originOf(context), query.id));

const newGift: Handler<Contract['createGift']> = async (context, { body }) => {
  const { activationKey } = await createGift(context.deps, originOf(context), body);
  return { activationKey, months: body.months };
};

const refund: Handler<Contract['refund']> = async (context, { body }) => {
  const { payments, accessUntil } = await refundUser(
    context.deps,
    originOf(context),
    { uid: body.uid, email: body.email },
    {
      transactionIds: body.transactionIds ?? (body.transactionId ? [body.transactionId] : []),
      // The specification's request names no amount: everything.
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
};

const connectionLogs: Handler<Contract['getConnectionLogs']> = async (context, { query }) => {
  const entries = await readConnectionLogs(context.deps, originOf(context), query.userId);
  return entries.map(({ id, platform, deviceName, connectedAt, success }) => ({
    id,
    platform,
    deviceName,
    connectionDate: connectedAt.toISOString(),
    success,
  }));
};

const push: Handler<Contract['sendPush']> = async (context, { body, query }) => {
  const message = await sendPush(context.deps, originOf(context), { token: query.token, push: body });
  return { success: true, message };
};

export const staffHandlers = {
  staffLogin: login,
  offerSecondFactor: secondFactor,
  staffRefresh: refresh,
  staffLogOut: logOut,
  searchUsers: search,
  getUserById: userById,
  createGift: newGift,
  refund,
  getConnectionLogs: connectionLogs,
  sendPush: push,
};

/** Handlers of the staff endpoints that move a subscription to another account or grant free days. */
import type { staffAccountRecoveryCalls } from '../../../shared/contract/staffAccountRecovery';
import { grantDays } from '../../usecases/billing/subscriptions/grantDays';
import { moveSubscription } from '../../usecases/billing/subscriptions/moveSubscription';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffAccountRecoveryHandlers: HandlersOf<typeof staffAccountRecoveryCalls> = {
  grantDays: (context, { body: { userId, ...days } }) =>
    succeeded(grantDays(context.deps, buildStaffOrigin(context), { accountId: userId, ...days })),

  moveSubscription: (context, { body: { userId, ...asked } }) =>
    succeeded(moveSubscription(context.deps, buildStaffOrigin(context), { accountId: userId, ...asked })),
};

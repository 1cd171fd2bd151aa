/** Handlers of moving a subscription and of giving days. */
import type { Contract } from '../../../shared/contract/contract';
import { grantDays } from '../../usecases/billing/grantDays';
import { moveSubscription } from '../../usecases/billing/moveSubscription';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

const grant: Handler<Contract['grantDays']> = (context, { body: { userId, ...days } }) =>
  succeeded(grantDays(context.deps, originOf(context), { accountId: userId, ...days }));

const move: Handler<Contract['moveSubscription']> = (context, { body: { userId, ...asked } }) =>
  succeeded(moveSubscription(context.deps, originOf(context), { accountId: userId, ...asked }));

export const staffRescueHandlers = { grantDays: grant, moveSubscription: move };

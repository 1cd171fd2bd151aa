/** Handler of the call with which admins delete the account of a customer. */
import type { staffEraseCustomerCalls } from '../../../shared/contract/staffEraseCustomer';
import { eraseCustomer } from '../../usecases/console/eraseCustomer';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffEraseCustomerHandlers: HandlersOf<typeof staffEraseCustomerCalls> = {
  eraseCustomer: (context, { body: { userId, ...asked } }) =>
    succeeded(eraseCustomer(context.deps, buildStaffOrigin(context), { accountId: userId, ...asked })),
};

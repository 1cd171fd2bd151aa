/** Handler of the call that tells staff who they are. */
import type { Contract } from '../../../shared/contract/contract';
import { Refusal } from '../../domain/refusal';
import { findStaffAccount } from '../../store/staff';
import type { Handler } from '../handler';

/** Nothing of a customer is shown, so nothing is written to the audit log. */
const staffMe: Handler<Contract['getStaffMe']> = async ({ deps, caller }) => {
  const account = await findStaffAccount(deps.db, caller.username);
  if (account === null) throw new Refusal('NOT_FOUND', 'There is no such staff account.');
  return {
    username: account.username,
    role: account.role,
    totpEnabled: account.totpConfirmedAt !== null,
    totpRequired: deps.settings.totpRequired,
  };
};

export const staffMeHandlers = { getStaffMe: staffMe };

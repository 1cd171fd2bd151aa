/** Handler of the call that tells staff who they are. */
import type { Contract } from '../../../shared/contract/contract';
import { readStaffMe } from '../../usecases/staff/ownStaffAccount';
import type { Handler } from './handler';

const staffMe: Handler<Contract['getStaffMe']> = async ({ deps, caller }) => ({
  ...(await readStaffMe(deps, caller)),
  totpRequired: deps.settings.totpRequired,
});

export const staffMeHandlers = { getStaffMe: staffMe };

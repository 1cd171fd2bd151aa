/** Handler of the API endpoint that returns the signed-in staff member. */
import type { staffMeCalls } from '../../../shared/contract/staffMe';
import { readStaffMe } from '../../usecases/staff/ownStaffAccount';
import type { HandlersOf } from './handler';

export const staffMeHandlers: HandlersOf<typeof staffMeCalls> = {
  getStaffMe: async ({ deps, caller }) => ({
    ...(await readStaffMe(deps, caller)),
    totpRequired: deps.settings.totpRequired,
  }),
};

/** Handler of the staff endpoint that shows which staff have a customer open. */
import type { staffPresenceCalls } from '../../../shared/contract/staffPresence';
import { reportPresence } from '../../usecases/console/staffPresence';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffPresenceHandlers: HandlersOf<typeof staffPresenceCalls> = {
  reportPresence: (context, { body: { userId, isLeaving } }) =>
    reportPresence(context.deps, buildStaffOrigin(context), { accountId: userId, isLeaving }),
};

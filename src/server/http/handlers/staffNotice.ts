/** Handlers of the API endpoints with which admins set and end the maintenance notice. */
import type { staffNoticeCalls } from '../../../shared/contract/staffNotice';
import { endNotice, readNotice, setNotice } from '../../usecases/console/maintenanceNotice';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffNoticeHandlers: HandlersOf<typeof staffNoticeCalls> = {
  getNotice: ({ deps }) => readNotice(deps),
  setNotice: (context, { body }) => setNotice(context.deps, buildStaffOrigin(context), body),
  endNotice: (context, { body }) => endNotice(context.deps, buildStaffOrigin(context), body),
};

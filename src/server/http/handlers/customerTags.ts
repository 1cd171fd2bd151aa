/** Handlers of the staff endpoints for customer tags. */
import type { customerTagsCalls } from '../../../shared/contract/customerTags';
import { changeTag, readTags } from '../../usecases/console/customerTags';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const customerTagsHandlers: HandlersOf<typeof customerTagsCalls> = {
  listTags: async ({ deps }) => ({ tags: await readTags(deps) }),

  changeTag: (context, { body: { userId, ...asked } }) =>
    succeeded(changeTag(context.deps, buildStaffOrigin(context), { accountId: userId, ...asked })),
};

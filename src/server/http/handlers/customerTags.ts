/** Handlers of the staff endpoints for customer tags. */
import type { customerTagsCalls } from '../../../shared/contract/customerTags';
import { changeTag, readTags } from '../../usecases/console/customerTags';
import { type HandlersOf, succeeded } from './handler';
import { originOf } from './staffOrigin';

export const customerTagsHandlers: HandlersOf<typeof customerTagsCalls> = {
  listTags: async ({ deps }) => ({ tags: await readTags(deps) }),

  changeTag: (context, { body: { userId, ...asked } }) =>
    succeeded(changeTag(context.deps, originOf(context), { accountId: userId, ...asked })),
};

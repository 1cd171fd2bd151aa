/** Handlers of the tags of customers. */
import type { Contract } from '../../../shared/contract/contract';
import { changeTag, readTags } from '../../usecases/console/customerTags';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

const list: Handler<Contract['listTags']> = async ({ deps }) => ({ tags: await readTags(deps) });

const change: Handler<Contract['changeTag']> = (context, { body: { userId, ...asked } }) =>
  succeeded(changeTag(context.deps, originOf(context), { accountId: userId, ...asked }));

export const customerTagHandlers = { listTags: list, changeTag: change };

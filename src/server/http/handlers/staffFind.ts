/** Handler of the exact look-up of customers. */
import type { Contract } from '../../../shared/contract/contract';
import { findUsers } from '../../usecases/console/findUsers';
import { giftAnswer } from './giftAnswer';
import type { Handler } from './handler';
import { originOf } from './staffOrigin';
import { staffUserAnswer } from './staffRecords';

const find: Handler<Contract['findUsers']> = async (context, { body }) => {
  const { users, gift } = await findUsers(context.deps, originOf(context), body.value);
  return {
    matches: users.map(({ matchedBy, record }) => ({ matchedBy, user: staffUserAnswer(record) })),
    gift: gift === null ? null : giftAnswer(gift),
  };
};

export const staffFindHandlers = { findUsers: find };

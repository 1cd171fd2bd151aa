/** Handler of the staff endpoint that finds customers by an exact value. */
import type { staffFindCalls } from '../../../shared/contract/staffFind';
import { toRubles } from '../../../shared/money';
import { findUsers } from '../../usecases/console/findUsers';
import { giftResponse } from './giftResponse';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';
import { staffUserResponse } from './staffRecords';

export const staffFindHandlers: HandlersOf<typeof staffFindCalls> = {
  findUsers: async (context, { body }) => {
    const { users, hasMore, gift, failedRequests } = await findUsers(
      context.deps,
      buildStaffOrigin(context),
      body.value,
    );
    return {
      matches: users.map(({ matchedBy, matched, payment, provider, record }) => ({
        matchedBy,
        matched,
        payment:
          payment === null
            ? null
            : {
                at: payment.at.toISOString(),
                amount: payment.kopecks === null ? null : toRubles(payment.kopecks),
                cardMask: payment.cardMask,
              },
        provider,
        user: staffUserResponse(record),
      })),
      hasMore,
      gift: gift === null ? null : giftResponse(gift),
      failedRequests: failedRequests.map(({ requestId, at, call, errorCode, error, accountId, email }) => ({
        ...{ requestId, at: at.toISOString(), call, errorCode, error },
        customer: accountId === null || email === null ? null : { id: accountId, email },
      })),
    };
  },
};

/** Refunds a payment from the staff console. */
import type { BodyOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import { type Answered, type CallError, hasNoResponse, toCallError } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

/** Returns whether the response status means that no refund was made. */
const isRejection = (status: CallError['status']): boolean =>
  status === 'SCHEMA' || (typeof status === 'number' && status >= 400 && status < 500);

/**
 * Makes a refund. A response that does not say whether the refund was made, such as a proxy error, counts as lost. For
 * a lost response, the flow returns a failure without a response.
 */
export function refundPayment(order: BodyOf<Contract['refund']>): Flow<Answered<'refunded'>> {
  return async (dispatch) => {
    const { data, error } = await dispatch(staffApi.endpoints.refund.initiate(order, { track: false }));
    if (data !== undefined && data.success !== false) return { data: 'refunded' };
    const failure = error === undefined ? null : toCallError(error);
    if (failure !== null && (isRejection(failure.status) || hasNoResponse(failure)))
      return { error: failure };
    return {
      error: {
        status: 'TIMEOUT',
        message: failure?.message ?? 'The response does not say whether the refund was made',
      },
    };
  };
}

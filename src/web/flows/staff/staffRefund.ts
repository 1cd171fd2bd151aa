/** Staff give a payment back. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { type Answered, type CallError, callErrorOf, hasNoResponse } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

export interface RefundOrder {
  email: string | null;
  uid: string | null;
  transactionIds: string[];
  /** Rubles, of a single payment, or all that is left of each. */
  amount: number | 'all';
  /** What becomes of the access, and of the renewal where the access stays. */
  access: 'end' | 'keep';
  stopRenewal: boolean;
  reason: RefundReason;
  comment: string;
  /** The same for every try of one refund. */
  requestKey: string;
}

/** Of a CANCELED subscription: what falls on the days that are left of what this payment bought. */
export interface UnusedDaysRefund extends Pick<
  RefundOrder,
  'email' | 'uid' | 'amount' | 'reason' | 'comment' | 'requestKey'
> {
  transactionId: string;
  unusedDays: true;
}

/** What a server that lists no payments takes: all of the last one goes back. */
export type LastPaymentRefund = Pick<RefundOrder, 'email' | 'uid'>;

/** `unknown`: no answer, or none that says whether the refund was made. */
export type RefundOutcome = 'refunded' | 'unknown';

/** Statuses that say that nothing was done. */
const isRejection = (status: CallError['status']): boolean =>
  status === 'SCHEMA' || (typeof status === 'number' && status >= 400 && status < 500);

export function refundPayment(
  order: RefundOrder | UnusedDaysRefund | LastPaymentRefund,
): Flow<Answered<RefundOutcome>> {
  return async (dispatch) => {
    const { data, error } = await dispatch(staffApi.endpoints.refund.initiate(order, { track: false }));
    if (error === undefined) return { data: data.success === false ? 'unknown' : 'refunded' };
    const failure = callErrorOf(error);
    // Without a request id another attempt may refund twice: whoever sends changes asks first.
    const needsQuestion = !('requestKey' in order) && hasNoResponse(failure);
    return isRejection(failure.status) || needsQuestion ? { error } : { data: 'unknown' };
  };
}

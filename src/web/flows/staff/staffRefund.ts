/** Staff give a payment back. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { callErrorOf, type CallError } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import type { Flow } from '../flow';

export interface RefundOrder {
  email: string | null;
  uid: string | null;
  transactionId: string;
  /** Rubles. */
  amount: number | null;
  reason: RefundReason;
  comment: string;
  /** The same for every try of one refund. */
  requestKey: string;
}

export type StaffRefundOutcome =
  | { kind: 'refunded'; amount: number | null }
  /** The server's sentence. */
  | { kind: 'refundRefused'; reason: string }
  /** No answer, or none that tells: whether it was made is not known. */
  | { kind: 'refundUnknown' }
  /** The session is over. */
  | { kind: 'refundNotAllowed'; error: CallError };

/** Statuses that say that nothing was done. */
const isRefusal = (status: CallError['status']): boolean =>
  typeof status === 'number' && status >= 400 && status < 500;

export function refundPayment(order: RefundOrder): Flow<StaffRefundOutcome> {
  return async (dispatch) => {
    const { data, error } = await dispatch(staffApi.endpoints.refund.initiate(order, { track: false }));
    if (error === undefined) {
      return data.success === false
        ? { kind: 'refundUnknown' }
        : { kind: 'refunded', amount: data.amount ?? null };
    }
    const failure = callErrorOf(error);
    if (failure.status === 401) return { kind: 'refundNotAllowed', error: failure };
    if (isRefusal(failure.status) || failure.status === 'SCHEMA') {
      return { kind: 'refundRefused', reason: failure.reason ?? failure.message };
    }
    return { kind: 'refundUnknown' };
  };
}

/** A key that nobody else makes: 128 bits, also where the page is not served securely. */
export function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Provides the payments that a refund form shows. */
import { useState } from 'react';
import { toCallError } from '../../../../api/callError';
import { staffPaymentsApi, useGetUserPaymentsQuery } from '../../../../api/endpoints/staffPayments';
import { endRead } from '../../../../flows/readAnew';
import { useAppDispatch } from '../../../../hooks/storeHooks';

/**
 * Fetches a customer's payments for a refund form. The form keeps the payments that it was opened with while a refund
 * is sent. `onRejected` receives the reason of a rejected refund and refetches the payments, because another agent may
 * have refunded the payments in the meantime.
 *
 * @example
 * const { shown, error, onRejected } = useRefundablePayments(user.id);
 */
export function useRefundablePayments(userId: number) {
  const dispatch = useAppDispatch();
  const { data, error, isFetching, refetch } = useGetUserPaymentsQuery(
    { userId },
    { refetchOnMountOrArgChange: true },
  );
  const [shown, setShown] = useState<typeof data>(undefined);
  const [isStale, setIsStale] = useState(true);
  const [rejection, setRejection] = useState<string | null>(null);
  if (isStale && data !== undefined && !isFetching) {
    setShown(data);
    setIsStale(false);
  }
  return {
    shown,
    /** Error of the request for the payments if no payments can be shown, otherwise null. */
    error: shown === undefined && error !== undefined ? toCallError(error) : null,
    refetch: () => void refetch(),
    rejection,
    /** Shows the present payments instead of the payments that the form was opened with. */
    showCurrent: () => {
      setRejection(null);
      setIsStale(true);
    },
    onRejected: (reason: string) => {
      setRejection(reason);
      const running = dispatch(staffPaymentsApi.util.getRunningQueryThunk('getUserPayments', { userId }));
      void endRead(running)
        .then(refetch)
        .then(() => setIsStale(true));
    },
  };
}

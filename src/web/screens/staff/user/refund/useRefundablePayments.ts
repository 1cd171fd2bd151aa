/** The payments that a refund form is about. */
import { useState } from 'react';
import { callErrorOf } from '../../../../api/callError';
import { useGetUserPaymentsQuery } from '../../../../api/endpoints/staffPayments';

/**
 * Reads a customer's payments for a refund form. While a refund is sent, the form keeps the payments that it was opened with.
 * `onRejected` takes the reason of a rejected refund and reads them again, because another agent may have refunded meanwhile.
 */
export function useRefundablePayments(userId: number) {
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
    /** Why no payments can be shown; null while they are read. */
    error: shown === undefined && error !== undefined ? callErrorOf(error) : null,
    refetch: () => void refetch(),
    rejection,
    onRejected: (reason: string) => {
      setRejection(reason);
      void refetch().then(() => setIsStale(true));
    },
  };
}

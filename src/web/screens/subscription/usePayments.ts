/** Provides the signed-in customer's payments. */
import type { SerializedError } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { CustomerPayment } from '../../../shared/contract/subscriptions';
import { type CallError, toCallError } from '../../api/callError';
import { useListPaymentsQuery } from '../../api/endpoints/subscriptions';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectCaller } from '../../identity/selectors';

export interface PaymentsQuery {
  /**
   * Payments of the customer, newest first. The value is null until the first successful response, or if the server
   * does not support a payment history (404).
   */
  payments: readonly CustomerPayment[] | null;
  isLoading: boolean;
  hasFailed: boolean;
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

export function usePayments(): PaymentsQuery {
  const caller = useAppSelector(selectCaller);
  const { currentData, error, isFetching, isUninitialized, refetch } = useListPaymentsQuery(
    caller ?? skipToken,
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const isForeign = error !== undefined && toCallError(error).status === 404;
  return {
    payments: currentData?.success ? (currentData.payments ?? []) : null,
    isLoading: currentData === undefined && isFetching,
    hasFailed: error !== undefined && !isForeign && !isFetching,
    error,
    retry: () => {
      if (!isUninitialized) void refetch();
    },
  };
}

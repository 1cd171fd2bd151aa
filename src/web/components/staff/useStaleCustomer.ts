/**
 * Detects that a customer has changed since a dialog about money or access was opened. The dialog lists the changes, and
 * sends nothing until the agent has accepted the present state.
 */
import { useRef, useState } from 'react';
import type { StaffUser } from '../../../shared/contract/staffModels';
import type { Answered } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import { staffPaymentsApi } from '../../api/endpoints/staffPayments';
import { endRead } from '../../flows/readAnew';
import { useAppDispatch } from '../../hooks/storeHooks';
import { changesBetween, type CustomerState } from '../../texts/staff/customerChanges';
import { STALE_ERROR } from './staleError';

export interface StaleCustomer {
  /** Changes since the dialog was opened or the agent accepted the present state. */
  changes: readonly string[];
  accept: () => void;
  /** Present record of the customer, or undefined if it is not loaded. */
  user: StaffUser | undefined;
  /**
   * Wraps the function that sends a request. The wrapped function reads the customer first. If the customer has changed,
   * it sends nothing and returns a 409. A repeated request is always sent, because the change may be its own effect.
   */
  guard: <Body, Result>(
    send: (body: Body) => Promise<Answered<Result>>,
  ) => (body: Body) => Promise<Answered<Result>>;
}

export function useStaleCustomer(userId: number): StaleCustomer {
  const dispatch = useAppDispatch();
  const { data: user } = staffApi.endpoints.getUserById.useQueryState({ id: userId });
  const { data: payments } = staffPaymentsApi.endpoints.getUserPayments.useQueryState({ userId });
  const [seen, setSeen] = useState<CustomerState>({ user, payments });
  const [isSending, setIsSending] = useState(false);
  const sent = useRef(new Set<string>());
  // Data that is loaded after the dialog was opened is no change.
  const isLate =
    (seen.user === undefined && user !== undefined) ||
    (seen.payments === undefined && payments !== undefined);
  if (isLate) setSeen({ user: seen.user ?? user, payments: seen.payments ?? payments });

  const read = async (): Promise<CustomerState> => {
    // A request that is running may be older than the change of a colleague.
    await Promise.all([
      endRead(dispatch(staffApi.util.getRunningQueryThunk('getUserById', { id: userId }))),
      endRead(dispatch(staffPaymentsApi.util.getRunningQueryThunk('getUserPayments', { userId }))),
    ]);
    const options = { forceRefetch: true, subscribe: false } as const;
    const [freshUser, freshPayments] = await Promise.all([
      dispatch(staffApi.endpoints.getUserById.initiate({ id: userId }, options)),
      seen.payments === undefined
        ? null
        : dispatch(staffPaymentsApi.endpoints.getUserPayments.initiate({ userId }, options)),
    ]);
    return { user: freshUser.data, payments: freshPayments?.data };
  };

  return {
    // While a request is sent, the changes are its own effect.
    changes: isSending ? [] : changesBetween(seen, { user, payments }),
    accept: () => setSeen({ user, payments }),
    user,
    guard: (send) => async (body) => {
      const json = JSON.stringify(body);
      if (!sent.current.has(json) && changesBetween(seen, await read()).length > 0)
        return { error: STALE_ERROR };
      sent.current.add(json);
      setIsSending(true);
      const answer = await send(body);
      setIsSending(false);
      return answer;
    },
  };
}

/**
 * Reports to the server that the agent has a customer open, and provides the colleagues who have the same customer open.
 * If the customer has changed since the last report, the data on the page is refetched. Nothing is reported while the tab
 * is hidden.
 */
import { useEffect, useRef } from 'react';
import { PRESENCE_EVERY_MS } from '../../../../shared/contract/staffPresence';
import { api } from '../../../api/api';
import { staffPresenceApi, useReportPresenceQuery } from '../../../api/endpoints/staffPresence';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useAppDispatch } from '../../../hooks/storeHooks';

/**
 * Returns the usernames of the colleagues who have the customer open. Reports nothing until the customer `isLoaded`, because
 * the server rejects a report about an unknown customer.
 */
export function useOpenCustomer(userId: number, isLoaded: boolean): readonly string[] {
  const dispatch = useAppDispatch();
  const { me, knowsAdditions } = useStaffRights();
  const isReporting = isLoaded && me !== undefined && knowsAdditions;
  const { data } = useReportPresenceQuery(
    { userId },
    {
      skip: !isReporting,
      pollingInterval: PRESENCE_EVERY_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    },
  );
  const version = data?.version;
  const known = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (version === undefined) return;
    const hasChanged = known.current !== undefined && known.current !== version;
    known.current = version;
    if (!hasChanged) return;
    const tags = (['User', 'Timeline'] as const).map((type) => ({ type, id: userId }));
    dispatch(api.util.invalidateTags([...tags, 'Notes']));
  }, [dispatch, userId, version]);
  useEffect(() => {
    if (!isReporting) return undefined;
    return () => {
      const leave = { userId, isLeaving: true };
      void dispatch(
        staffPresenceApi.endpoints.reportPresence.initiate(leave, { subscribe: false, forceRefetch: true }),
      );
    };
  }, [dispatch, userId, isReporting]);
  return data?.others ?? [];
}

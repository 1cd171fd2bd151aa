/** Searches customers by part of their email address, and by exact identifiers such as a gift key. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { STAFF_SEARCH_PAGE_SIZE } from '../../../../shared/constants';
import type { ResponseOf } from '../../../../shared/contract/call';
import type { Contract } from '../../../../shared/contract/contract';
import type { CustomerFilters } from '../../../../shared/contract/customerTags';
import type { SEARCH_SORT_COLUMNS } from '../../../../shared/contract/staff';
import type { FailedRequestFound, FoundUsers } from '../../../../shared/contract/staffFind';
import type { StaffGift } from '../../../../shared/contract/staffGifts';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { giftKeyIn } from '../../../../shared/giftKeys';
import type { CallError } from '../../../api/callError';
import { staffApi, useSearchUsersQuery } from '../../../api/endpoints/staff';
import { staffFindApi, useFindUsersQuery } from '../../../api/endpoints/staffFind';
import { mayBeIdentifier } from '../../../components/staff/identifiers';
import { failureToShow, useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import type { SortDirection } from '../../../components/staff/useTableState';
import { useAppDispatch } from '../../../hooks/storeHooks';

export type SearchedUsers = ResponseOf<Contract['searchUsers']>;

export interface UserSearch {
  /** Found customers, or undefined until the first response. */
  users: readonly StaffUser[] | undefined;
  exact: FoundUsers['matches'];
  /** Whether further customers or payments match than `exact` contains. */
  hasMoreExact: boolean;
  /** Gift whose key equals the searched text, or null. */
  gift: StaffGift | null;
  /** Failed requests whose id or support code equals the searched text. */
  failedRequests: readonly FailedRequestFound[];
  /**
   * Whether the searched text is not a gift key, because the text matched an email address or another identifier. A
   * text that is not a gift key is not secret.
   */
  isNoKey: boolean;
  /** Whether customers are searched by email and filters. A text that may be a gift key is not searched by email. */
  isByEmail: boolean;
  /** Response of the search by email whose page is shown, or undefined if there is none. */
  response: SearchedUsers | undefined;
  isFetching: boolean;
  error: CallError | null;
  retry: () => void;
}

export interface UserSearchQuestion {
  /** Trimmed search text. If the text is empty and no filter is set, no request is sent. */
  text: string;
  filters: CustomerFilters;
  page: number;
  sortBy: (typeof SEARCH_SORT_COLUMNS)[number];
  sortDirection: SortDirection;
  /** Whether the server may support the search by exact identifier. */
  isNameable: boolean;
}

const NO_USERS: readonly StaffUser[] = [];
const NO_MATCHES: FoundUsers['matches'] = [];
const NO_FAILED_REQUESTS: readonly FailedRequestFound[] = [];

/**
 * Searches customers. A new search aborts the pending requests of the previous search.
 *
 * @example
 * const { users, exact, gift, isFetching } = useUserSearch(question);
 */
export function useUserSearch({
  text,
  filters,
  page,
  sortBy,
  sortDirection,
  isNameable,
}: UserSearchQuestion): UserSearch {
  // Do not search a possible gift key by email, because a gift key is a secret, and URLs with a query string appear in
  // server logs.
  const byEmail = (text !== '' || Object.keys(filters).length > 0) && giftKeyIn(text) === null;
  const byName = isNameable && mayBeIdentifier(text) && page === 0;
  const search = useMemo(
    () => ({ emailPart: text, ...filters, page, size: STAFF_SEARCH_PAGE_SIZE, sortBy, sortDirection }),
    [text, filters, page, sortBy, sortDirection],
  );
  const find = useMemo(() => ({ value: text }), [text]);
  const found = useSearchUsersQuery(byEmail ? search : skipToken);
  const named = useFindUsersQuery(byName ? find : skipToken);
  const dispatch = useAppDispatch();
  useCancelled(byEmail ? search : null, (former) => {
    dispatch(staffApi.util.getRunningQueryThunk('searchUsers', former))?.abort();
  });
  useCancelled(byName ? find : null, (former) => {
    dispatch(staffFindApi.util.getRunningQueryThunk('findUsers', former))?.abort();
  });
  useStaffQueryFailure(found.error);

  // While another page or sort order loads, the previous page stays visible, but dimmed. The results of another text or
  // filter are never shown, because an agent who types quickly would open a customer of an earlier search.
  const previous = usePrevious(found.currentData, `${text} ${JSON.stringify(filters)}`);
  const response = found.currentData ?? previous;
  const users = byEmail ? response?.content : NO_USERS;
  // A failed search by exact identifier does not hide the results of the email search. The error of the exact search is
  // shown only if there is no email search.
  const error = byEmail ? found.error : named.error;
  const isFetching = (byEmail && found.isFetching) || (byName && named.isFetching);
  const exact = byName ? (named.currentData?.matches ?? NO_MATCHES) : NO_MATCHES;
  const failedRequests = (byName && named.currentData?.failedRequests) || NO_FAILED_REQUESTS;
  return {
    users: isFetching && users?.length === 0 && !byEmail ? undefined : users,
    exact,
    hasMoreExact: (byName && named.currentData?.hasMore) || false,
    gift: (byName && named.currentData?.gift) || null,
    failedRequests,
    isNoKey:
      (byEmail && (found.currentData?.content.length ?? 0) > 0) ||
      failedRequests.length > 0 ||
      exact.some(({ matchedBy }) => matchedBy !== 'giftKey'),
    isByEmail: byEmail,
    response: byEmail ? response : undefined,
    isFetching,
    error: isFetching ? null : failureToShow(error, byEmail && found.currentData !== undefined),
    retry: () => {
      if (byEmail) void found.refetch();
      if (byName) void named.refetch();
    },
  };
}

/** Returns the last response to the same question, or undefined if there is none. */
function usePrevious<Response>(current: Response | undefined, question: string): Response | undefined {
  const [last, setLast] = useState<{ question: string; response: Response } | null>(null);
  if (current !== undefined && (last?.response !== current || last.question !== question)) {
    setLast({ question, response: current });
  }
  return last?.question === question ? last.response : undefined;
}

/** Calls `cancel` with the previous search request when the search changes. */
function useCancelled<Question>(question: Question | null, cancel: (former: Question) => void): void {
  const former = useRef<Question | null>(null);
  const onCancel = useRef(cancel);
  useEffect(() => {
    onCancel.current = cancel;
  });
  useEffect(() => {
    if (former.current !== null && former.current !== question) onCancel.current(former.current);
    former.current = question;
  }, [question]);
}

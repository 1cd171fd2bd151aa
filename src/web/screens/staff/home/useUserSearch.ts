/** What the staff's search box finds: customers by a part of their email, and by what names them exactly. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef } from 'react';
import { STAFF_SEARCH_PAGE_SIZE } from '../../../../shared/constants';
import type { CustomerFilters } from '../../../../shared/contract/customerTags';
import type { StaffUser } from '../../../../shared/contract/models';
import type { SEARCH_SORT_COLUMNS } from '../../../../shared/contract/staff';
import type { FoundUsers } from '../../../../shared/contract/staffFind';
import type { StaffGift } from '../../../../shared/contract/staffGifts';
import { giftKeyIn } from '../../../../shared/validation';
import type { CallError } from '../../../api/callError';
import { staffApi, useSearchUsersQuery } from '../../../api/endpoints/staff';
import { staffFindApi, useFindUsersQuery } from '../../../api/endpoints/staffFind';
import { failureToShow, useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import type { SortDirection } from '../../../components/staff/useTableState';
import { useAppDispatch } from '../../../hooks/storeHooks';

export interface UserSearch {
  /** Undefined while the first answer is on its way. */
  users: readonly StaffUser[] | undefined;
  exact: FoundUsers['matches'];
  /** The gift whose key the text is. */
  gift: StaffGift | null;
  /** The text stands in an email or names somebody otherwise than by a gift key: it is no secret. */
  isNoKey: boolean;
  isLast: boolean;
  isFetching: boolean;
  error: CallError | null;
  retry: () => void;
}

export interface UserSearchQuestion {
  /** Trimmed; empty, without filters: nothing is asked. */
  text: string;
  filters: CustomerFilters;
  page: number;
  sortBy: (typeof SEARCH_SORT_COLUMNS)[number];
  sortDirection: SortDirection;
  /** The server may know what names somebody exactly, beside a part of the email. */
  isNameable: boolean;
}

/** Nothing that names somebody exactly is shorter. */
const EXACT_FROM_LENGTH = 3;

const NO_USERS: readonly StaffUser[] = [];
const NO_MATCHES: FoundUsers['matches'] = [];

/** A question that is asked before the former one was answered cancels it. */
export function useUserSearch({
  text,
  filters,
  page,
  sortBy,
  sortDirection,
  isNameable,
}: UserSearchQuestion): UserSearch {
  // A gift key is a secret, and a query stands in the logs of servers between here and ours.
  const byEmail = (text !== '' || Object.keys(filters).length > 0) && giftKeyIn(text) === null;
  const byName = isNameable && text.length >= EXACT_FROM_LENGTH && page === 0;
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

  // The former rows stay, dimmed, until the new ones are there.
  const response = found.currentData ?? found.data;
  const users = byEmail ? response?.content : NO_USERS;
  // An exact look-up that fails takes nothing from the list; where it is all that is asked, it says so.
  const error = byEmail ? found.error : named.error;
  const isFetching = (byEmail && found.isFetching) || (byName && named.isFetching);
  const exact = byName ? (named.currentData?.matches ?? NO_MATCHES) : NO_MATCHES;
  return {
    users: isFetching && users?.length === 0 && !byEmail ? undefined : users,
    exact,
    gift: (byName && named.currentData?.gift) || null,
    isNoKey:
      (byEmail && (found.currentData?.content.length ?? 0) > 0) ||
      exact.some(({ matchedBy }) => matchedBy !== 'giftKey'),
    isLast: !byEmail || (response?.last ?? true),
    isFetching,
    error: isFetching ? null : failureToShow(error, byEmail && found.currentData !== undefined),
    retry: () => {
      if (byEmail) void found.refetch();
      if (byName) void named.refetch();
    },
  };
}

/** Calls `cancel` with a question when another one takes its place. */
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

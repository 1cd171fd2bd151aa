/** Searches customers while the agent types in the command palette. */
import { useEffect, useState } from 'react';
import { STAFF_SEARCH_PAGE_SIZE } from '../../../shared/constants';
import type { StaffUser } from '../../../shared/contract/staffModels';
import { giftKeyIn } from '../../../shared/giftKeys';
import { identifyingText } from '../../../shared/identifyingText';
import { toCallError } from '../../api/callError';
import { staffApi } from '../../api/endpoints/staff';
import { staffFindApi } from '../../api/endpoints/staffFind';
import { useAppDispatch } from '../../hooks/storeHooks';
import { mayBeIdentifier } from './identifiers';
import { useStaffRights } from './useStaffRights';

const DEBOUNCE_MS = 200;
/** Minimum length of a search text that is not a number, in characters. */
const FROM_LENGTH = 2;

export interface CustomerSuggestions {
  customers: readonly StaffUser[];
  state: 'idle' | 'searching' | 'found' | 'failed';
}

const NOBODY: CustomerSuggestions = { customers: [], state: 'idle' };

/**
 * Returns the customers who match the text by part of their email or by an exact identifier. A new text aborts the
 * pending requests of the former text, so an older response never replaces a newer one. A gift key is not searched,
 * because it is a secret.
 */
export function useCustomerSuggestions(text: string): CustomerSuggestions {
  const dispatch = useAppDispatch();
  const { may, knowsAdditions } = useStaffRights();
  const value = identifyingText(text);
  const isLongEnough = value.length >= FROM_LENGTH || mayBeIdentifier(value);
  const isSearched = isLongEnough && giftKeyIn(value) === null && may('readCustomers');
  const [found, setFound] = useState<CustomerSuggestions & { value: string }>({ ...NOBODY, value: '' });

  useEffect(() => {
    if (!isSearched) return undefined;
    let pending: { abort: () => void }[] = [];
    let isCurrent = true;
    const timer = setTimeout(() => {
      const once = { subscribe: false, forceRefetch: true };
      const byEmail = dispatch(
        staffApi.endpoints.searchUsers.initiate(
          { emailPart: value, page: 0, size: STAFF_SEARCH_PAGE_SIZE },
          once,
        ),
      );
      const exact =
        knowsAdditions && mayBeIdentifier(value)
          ? dispatch(staffFindApi.endpoints.findUsers.initiate({ value }, once))
          : null;
      pending = exact === null ? [byEmail] : [byEmail, exact];
      void Promise.all([byEmail, exact]).then(([emails, matches]) => {
        if (!isCurrent || (emails.error && toCallError(emails.error).status === 'ABORTED')) return;
        const users = [
          ...(matches?.data?.matches.map(({ user }) => user) ?? []),
          ...(emails.data?.content ?? []),
        ];
        const customers = [...new Map(users.map((user) => [user.id, user])).values()];
        setFound({ customers, state: emails.error && customers.length === 0 ? 'failed' : 'found', value });
      });
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      pending.forEach((request) => request.abort());
    };
  }, [dispatch, isSearched, knowsAdditions, value]);

  if (!isSearched) return NOBODY;
  return found.value === value ? found : { customers: [], state: 'searching' };
}

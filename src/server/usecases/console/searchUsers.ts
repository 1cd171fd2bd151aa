/** Search of customers by a part of their email, a page at a time and without a total. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import { type AccountSearch, searchAccounts } from '../../store/accountSearch';
import { changeAsStaff } from '../audit/staffChange';
import { accountFilterOf, searchDetails } from './customerFilter';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

export interface UserSearch extends CustomerFilters {
  /** Matched literally and in any case; see `domain/emailPart.ts` for where in the email. */
  emailPart: string;
  /** From 0. */
  page: number;
  size: number;
  sortBy: AccountSearch['sortBy'];
  sortDirection: AccountSearch['sortDirection'];
}

export interface UserPage {
  content: CustomerRecord[];
  /** No page follows. */
  last: boolean;
}

/** Customers that a person may page to. Beyond it a better search is quicker than another page. */
const SEARCH_REACH = 10_000;

/** Throws INVALID_REQUEST for a page beyond `SEARCH_REACH`. */
export async function searchUsers(deps: Deps, staff: StaffOrigin, search: UserSearch): Promise<UserPage> {
  const { page, size, sortBy, sortDirection } = search;
  if ((page + 1) * size > SEARCH_REACH) {
    throw new Rejection('INVALID_REQUEST', 'Too many results. Refine your search.', ['page']);
  }
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    const rows = await searchAccounts(tx, {
      ...accountFilterOf(search),
      offset: page * size,
      limit: size + 1,
      sortBy,
      sortDirection,
    });
    await audit({
      action: 'searchUsers',
      details: { ...searchDetails(search, rows.length > 0), page, size, sortBy, sortDirection },
    });
    return {
      content: await readCustomerRecords(tx, deps, rows.slice(0, size)),
      last: rows.length <= size,
    };
  });
}

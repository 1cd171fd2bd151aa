/** Searches customers by a part of their email, page by page. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import { type AccountSearch, searchAccounts } from '../../store/accountSearch';
import { changeAsStaff } from '../audit/staffChange';
import { buildAccountFilter, searchDetails } from './customerFilter';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

export interface UserSearch extends CustomerFilters {
  /**
   * Part of an email, matched literally and case-insensitively. `domain/emailPart.ts` decides at which position in the
   * email the search text must match.
   */
  emailPart: string;
  /** Zero-based page number. */
  page: number;
  size: number;
  sortBy: AccountSearch['sortBy'];
  sortDirection: AccountSearch['sortDirection'];
}

export interface UserPage {
  content: CustomerRecord[];
  /** Whether this page of customers is the last page. */
  last: boolean;
  /** Number of all matching customers, or the number to which they were counted. */
  total: number;
  /** Whether more than `total` customers match. */
  isTotalCapped: boolean;
}

/**
 * Maximum number of search results that can be paged through. For more results, refining the search is quicker than
 * paging.
 */
const SEARCH_REACH = 10_000;

/**
 * Returns one page of matching customers and writes an audit entry. Throws INVALID_REQUEST for a page beyond
 * `SEARCH_REACH`.
 */
export async function searchUsers(
  deps: Pick<Deps, 'db' | 'clock' | 'vpnNetwork'>,
  staff: StaffOrigin,
  search: UserSearch,
): Promise<UserPage> {
  const { page, size, sortBy, sortDirection } = search;
  if ((page + 1) * size > SEARCH_REACH) {
    throw new Rejection('INVALID_REQUEST', 'Too many results. Refine your search.', ['page']);
  }
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    const {
      accounts: rows,
      total,
      isCapped,
    } = await searchAccounts(tx, {
      ...buildAccountFilter(search),
      offset: page * size,
      limit: size + 1,
      sortBy,
      sortDirection,
    });
    // The entry of a search that finds one customer is also found by this customer.
    const [only] = rows.length === 1 ? rows : [];
    await audit({
      action: 'searchUsers',
      accountId: only?.id ?? null,
      details: { ...searchDetails(search, rows.length > 0), page, size, sortBy, sortDirection },
    });
    return {
      content: await readCustomerRecords(tx, deps, rows.slice(0, size)),
      last: rows.length <= size,
      total,
      isTotalCapped: isCapped,
    };
  });
}

/** Search of customers by a part of their email, a page at a time and without a total. */
import type { Deps } from '../deps';
import { searchAccounts, type AccountSearch } from '../store/accounts';
import { writeAudit, type StaffOrigin } from '../store/audit';
import { readCustomerRecords, type CustomerRecord } from './customerRecords';

export interface UserSearch {
  /** Matched literally, anywhere in the email, in any case. */
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

export async function searchUsers(deps: Deps, staff: StaffOrigin, search: UserSearch): Promise<UserPage> {
  const { emailPart, page, size, sortBy, sortDirection } = search;
  return deps.db.transaction(async (tx) => {
    await writeAudit(tx, staff, {
      at: deps.clock.now(),
      action: 'searchUsers',
      details: { emailPart, page, size, sortBy, sortDirection },
    });
    const rows = await searchAccounts(tx, {
      emailPart,
      offset: page * size,
      limit: size + 1,
      sortBy,
      sortDirection,
    });
    return {
      content: await readCustomerRecords(tx, deps, rows.slice(0, size)),
      last: rows.length <= size,
    };
  });
}

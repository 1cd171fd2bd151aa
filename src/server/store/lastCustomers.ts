/** Queries of the audit log for the customers whom a staff member opened last. */
import { and, desc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AccountRow } from './accounts';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { staffAudit } from './schema/staff';

/** Maximum number of audit entries to read, because an agent opens some customers several times. */
const ENTRIES_MAX = 100;

/**
 * Returns the customers whom the staff member opened since `since`, last opened first, without deleted customers. A
 * repeated opening within `ONE_READ_ACCESS_MS` is not in the audit log, so it does not change the order.
 */
export async function listLastCustomers(
  db: Database,
  { staffId, since, limit }: { staffId: number; since: Date; limit: number },
): Promise<{ account: AccountRow; openedAt: Date }[]> {
  const opened = await db
    .select({ accountId: staffAudit.accountId, at: staffAudit.at })
    .from(staffAudit)
    .where(
      and(
        eq(staffAudit.staffId, staffId),
        gte(staffAudit.at, since),
        eq(staffAudit.action, 'viewUser'),
        isNotNull(staffAudit.accountId),
      ),
    )
    .orderBy(desc(staffAudit.at), desc(staffAudit.id))
    .limit(ENTRIES_MAX);
  const openedAt = new Map<number, Date>();
  for (const { accountId, at } of opened)
    if (accountId !== null && !openedAt.has(accountId)) openedAt.set(accountId, at);
  if (openedAt.size === 0) return [];
  const known = await db
    .select()
    .from(accounts)
    .where(and(inArray(accounts.id, [...openedAt.keys()]), isNull(accounts.erasedAt)));
  const rows = new Map(known.map((account) => [account.id, account]));
  return [...openedAt]
    .flatMap(([id, at]) => {
      const account = rows.get(id);
      return account === undefined ? [] : [{ account, openedAt: at }];
    })
    .slice(0, limit);
}

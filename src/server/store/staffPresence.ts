/** Queries of the customers that staff have open in the console. */
import { and, asc, eq, gt, isNull, max, ne, notLike, sql } from 'drizzle-orm';
import type { Database } from './database';
import { accountEvents } from './schema/accountEvents';
import { staffAccounts, staffAudit } from './schema/staff';
import { staffPresence } from './schema/staffPresence';

interface Presence {
  accountId: number;
  staffId: number;
}

/** Records that a staff member has a customer open at `seenAt`. */
export async function notePresence(db: Database, row: Presence & { seenAt: Date }): Promise<void> {
  await db
    .insert(staffPresence)
    .values(row)
    .onConflictDoUpdate({
      target: [staffPresence.accountId, staffPresence.staffId],
      set: { seenAt: sql`excluded.seen_at` },
    });
}

/** Records that a staff member has left a customer. */
export async function endPresence(db: Database, { accountId, staffId }: Presence): Promise<void> {
  await db
    .delete(staffPresence)
    .where(and(eq(staffPresence.accountId, accountId), eq(staffPresence.staffId, staffId)));
}

/** Returns the usernames of other staff members who had the customer open after `since`, in alphabetical order. */
export async function listPresentOthers(
  db: Database,
  { accountId, staffId, since }: Presence & { since: Date },
): Promise<string[]> {
  const rows = await db
    .select({ username: staffAccounts.username })
    .from(staffPresence)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffPresence.staffId))
    .where(
      and(
        eq(staffPresence.accountId, accountId),
        ne(staffPresence.staffId, staffId),
        gt(staffPresence.seenAt, since),
        isNull(staffAccounts.disabledAt),
      ),
    )
    .orderBy(asc(staffAccounts.username));
  return rows.map(({ username }) => username);
}

/**
 * Returns a text that differs after each change that the customer's timeline shows. Read accesses of staff and
 * connections do not change the text.
 */
export async function readCustomerVersion(db: Database, accountId: number): Promise<string> {
  const [event] = await db
    .select({ id: max(accountEvents.id) })
    .from(accountEvents)
    .where(eq(accountEvents.accountId, accountId));
  const [action] = await db
    .select({ id: max(staffAudit.id) })
    .from(staffAudit)
    .where(and(eq(staffAudit.accountId, accountId), notLike(staffAudit.action, 'view%')));
  return `${String(event?.id ?? 0)}-${String(action?.id ?? 0)}`;
}

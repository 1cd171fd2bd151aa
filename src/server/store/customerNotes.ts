/** Notes of staff about customers, in SQL. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from './database';
import { customerNotes } from './schema/customerNotes';
import { staffAccounts } from './schema/staff';

export interface CustomerNote {
  id: number;
  text: string;
  isPinned: boolean;
  createdAt: Date;
  /** Of whoever wrote it. */
  username: string;
}

/** Pinned ones first, and the newest before the others. */
export async function listCustomerNotes(
  db: Database,
  accountId: number,
  limit: number,
): Promise<CustomerNote[]> {
  const { id, text, isPinned, createdAt } = customerNotes;
  return db
    .select({ id, text, isPinned, createdAt, username: staffAccounts.username })
    .from(customerNotes)
    .innerJoin(staffAccounts, eq(staffAccounts.id, customerNotes.createdBy))
    .where(and(eq(customerNotes.accountId, accountId), isNull(customerNotes.removedAt)))
    .orderBy(desc(isPinned), desc(id), asc(createdAt))
    .limit(limit);
}

/** Null when its request wrote one already. */
export async function insertCustomerNote(
  tx: Database,
  note: {
    accountId: number;
    text: string;
    isPinned: boolean;
    createdAt: Date;
    createdBy: number;
    requestKey: string | null;
  },
): Promise<number | null> {
  const [row] = await tx
    .insert(customerNotes)
    .values(note)
    .onConflictDoNothing({ target: customerNotes.requestKey })
    .returning({ id: customerNotes.id });
  return row?.id ?? null;
}

/** Changes a note that is shown; null when there is none. Returns whose it is. */
export async function changeCustomerNote(
  tx: Database,
  noteId: number,
  change: { isPinned: boolean } | { removedAt: Date },
): Promise<number | null> {
  const [row] = await tx
    .update(customerNotes)
    .set(change)
    .where(and(eq(customerNotes.id, noteId), isNull(customerNotes.removedAt)))
    .returning({ accountId: customerNotes.accountId });
  return row?.accountId ?? null;
}

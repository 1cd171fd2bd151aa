/** Notes of staff about customers, in SQL. */
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { NoteChange } from '../../shared/contract/customerNotes';
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

/** What identifies a repeated request for a note. */
export interface NoteOfRequest {
  accountId: number;
  /** Staff id of the author. */
  createdBy: number;
  text: string;
  isPinned: boolean;
}

/** The note that a request has written; null if there is none. */
export async function findNoteOfRequest(tx: Database, requestKey: string): Promise<NoteOfRequest | null> {
  const { accountId, createdBy, text, isPinned } = customerNotes;
  const [row] = await tx
    .select({ accountId, createdBy, text, isPinned })
    .from(customerNotes)
    .where(eq(customerNotes.requestKey, requestKey));
  return row ?? null;
}

export interface StoredNote {
  accountId: number;
  createdBy: number;
  /** Null while the note is shown. */
  removedBy: number | null;
}

/** Locks a note for the rest of the transaction; null if there is none. */
export async function lockCustomerNote(tx: Database, noteId: number): Promise<StoredNote | null> {
  const { accountId, createdBy, removedBy } = customerNotes;
  const [row] = await tx
    .select({ accountId, createdBy, removedBy })
    .from(customerNotes)
    .where(eq(customerNotes.id, noteId))
    .for('update');
  return row ?? null;
}

export async function updateCustomerNote(
  tx: Database,
  noteId: number,
  change: { isPinned: boolean } | { removedAt: Date | null; removedBy: number | null },
): Promise<void> {
  await tx.update(customerNotes).set(change).where(eq(customerNotes.id, noteId));
}

/** Adds text and author to each audited removal of a note; other rows are left as they are. */
export async function withRemovedNotes<Row extends { action: string; details: Record<string, unknown> }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => removedNoteOf(row) ?? []);
  if (ids.length === 0) return [...rows];
  const notes = await db
    .select({ id: customerNotes.id, text: customerNotes.text, username: staffAccounts.username })
    .from(customerNotes)
    .innerJoin(staffAccounts, eq(staffAccounts.id, customerNotes.createdBy))
    .where(inArray(customerNotes.id, ids));
  return rows.map((row) => {
    const note = notes.find(({ id }) => id === removedNoteOf(row));
    if (note === undefined) return row;
    return { ...row, details: { ...row.details, noteText: note.text, noteBy: note.username } };
  });
}

/** Id of the note that this entry of the audit log says was removed; null for any other entry. */
function removedNoteOf({
  action,
  details,
}: {
  action: string;
  details: Record<string, unknown>;
}): number | null {
  const { noteId, change } = details;
  const isRemoval =
    action === ('changeNote' satisfies StaffAction) && change === ('remove' satisfies NoteChange);
  return isRemoval && typeof noteId === 'number' ? noteId : null;
}

/** Queries of notes that staff write about customers. */
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
  /** Username of the note's author. */
  username: string;
}

/**
 * Returns the notes of a customer that are not removed. Pinned notes come before other notes; within both groups, the
 * newest note comes first.
 */
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

/**
 * Inserts a note about a customer and returns the note's id. Returns null if the request key of the note was already
 * used.
 */
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

/** Note that an earlier request created. A repeated request is compared with this note. */
export interface NoteOfRequest {
  accountId: number;
  /** Staff id of the note's author. */
  createdBy: number;
  text: string;
  isPinned: boolean;
}

/** Returns the note that the request with this key created, or null if there is none. */
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
  /** Id of the staff member who removed the note; null if the note is not removed. */
  removedBy: number | null;
}

/** Locks a note until the transaction ends and returns it, or null if it does not exist. */
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

/**
 * Adds text and author of the note to each audit log entry that removed a note. Audit log entries of other actions are
 * returned unchanged.
 */
export async function withRemovedNotes<Row extends { action: string; details: Record<string, unknown> }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => parseRemovedNote(row) ?? []);
  if (ids.length === 0) return [...rows];
  const notes = await db
    .select({ id: customerNotes.id, text: customerNotes.text, username: staffAccounts.username })
    .from(customerNotes)
    .innerJoin(staffAccounts, eq(staffAccounts.id, customerNotes.createdBy))
    .where(inArray(customerNotes.id, ids));
  return rows.map((row) => {
    const note = notes.find(({ id }) => id === parseRemovedNote(row));
    if (note === undefined) return row;
    return { ...row, details: { ...row.details, noteText: note.text, noteBy: note.username } };
  });
}

/** Returns the id of the note that this audit log entry removed, or null for any other entry. */
function parseRemovedNote({
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

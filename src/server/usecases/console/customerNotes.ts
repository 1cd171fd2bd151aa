/** Reads and changes the notes that staff write about a customer for their colleagues. */
import type { NoteChange } from '../../../shared/contract/customerNotes';
import { identifyingText } from '../../../shared/identifyingText';
import type { Deps } from '../../deps';
import type { SignedInStaff, StaffOrigin } from '../../domain/caller';
import { accountDeleted, DUPLICATE_REQUEST, noSuchUser, Rejection } from '../../domain/rejection';
import { findAccountById, lockAccount } from '../../store/accounts';
import {
  type CustomerNote,
  findNoteOfRequest,
  insertCustomerNote,
  listCustomerNotes,
  lockCustomerNote,
  type NoteOfRequest,
  type StoredNote,
  updateCustomerNote,
} from '../../store/customerNotes';
import { readCustomer } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

/** Maximum number of notes shown per customer. */
const SHOWN = 100;

/**
 * Returns the notes of a customer, pinned notes first, then newest first. Writes an audit entry. Throws NOT_FOUND for
 * an unknown account.
 */
export function readNotes(deps: Deps, staff: StaffOrigin, accountId: number): Promise<CustomerNote[]> {
  return readCustomer(deps, staff, accountId, (tx) => listCustomerNotes(tx, accountId, SHOWN));
}

/**
 * Adds a note about a customer, idempotent per request id. Writes an audit entry without the text of the note. Throws
 * NOT_FOUND for an unknown account. Throws CONFLICT if the request id was used for a note with another customer,
 * author, text or pin state.
 */
export async function addNote(
  deps: Deps,
  staff: SignedInStaff,
  note: { accountId: number; text: string; isPinned: boolean; requestKey?: string | null | undefined },
): Promise<void> {
  const { accountId } = note;
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    if ((await findAccountById(tx, accountId)) === null) throw noSuchUser();
    if (!(await lockAccount(tx, accountId))) throw accountDeleted();
    const noteId = await insertCustomerNote(tx, {
      ...note,
      requestKey: note.requestKey ?? null,
      ...{ createdAt: at, createdBy: staff.staffId },
    });
    if (noteId === null) {
      const written = await findNoteOfRequest(tx, note.requestKey ?? '');
      if (written !== null && isSameNote(written, { ...note, createdBy: staff.staffId })) return;
      throw new Rejection('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
    }
    await audit({ action: 'addNote', accountId, details: { noteId } });
  });
}

/**
 * Returns whether a stored note equals the note of a repeated request. Two notes also differ if the stored note was
 * pinned or unpinned in the meantime.
 */
function isSameNote(
  written: NoteOfRequest,
  asked: { accountId: number; text: string; isPinned: boolean; createdBy: number },
): boolean {
  return (
    written.accountId === asked.accountId &&
    written.createdBy === asked.createdBy &&
    identifyingText(written.text) === identifyingText(asked.text) &&
    written.isPinned === asked.isPinned
  );
}

interface NoteRequest {
  noteId: number;
  change: NoteChange;
  /** Whether the caller's role allows removing notes of other staff members and restoring notes that others removed. */
  mayModerate: boolean;
}

/**
 * Pins, unpins, removes or restores a note. Writes an audit entry, also for a rejected attempt. A removed note remains
 * in the database; the timeline shows the removed note, and staff can restore it. Throws NOT_FOUND for a note that does
 * not exist or is already removed, and FORBIDDEN if the caller must not change the note.
 */
export async function changeNote(deps: Deps, staff: SignedInStaff, asked: NoteRequest): Promise<void> {
  const { noteId, change } = asked;
  let accountId: number | null = null;
  await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      const note = await lockCustomerNote(tx, noteId);
      accountId = note?.accountId ?? null;
      if (note === null || (note.removedBy !== null && change !== 'restore'))
        throw new Rejection('NOT_FOUND', 'This note was removed.');
      if (note.removedBy === null && change === 'restore') return;
      assertMayChange(note, staff, asked);
      await updateCustomerNote(tx, noteId, buildChange(change, at, staff));
      await audit({ action: 'changeNote', accountId, details: { noteId, change } });
    },
    (because) => ({ action: 'changeNoteRejected', accountId, details: { noteId, change, because } }),
  );
}

function assertMayChange(
  note: StoredNote,
  { staffId }: SignedInStaff,
  { change, mayModerate }: NoteRequest,
): void {
  if (mayModerate) return;
  if (change === 'remove' && note.createdBy !== staffId)
    throw new Rejection('FORBIDDEN', 'Only the author, senior staff and admins can remove this note.');
  if (change === 'restore' && note.removedBy !== staffId)
    throw new Rejection(
      'FORBIDDEN',
      'Only the person who removed this note, senior staff and admins can restore it.',
    );
}

function buildChange(change: NoteChange, at: Date, { staffId }: SignedInStaff) {
  switch (change) {
    case 'pin':
    case 'unpin':
      return { isPinned: change === 'pin' };
    case 'remove':
      return { removedAt: at, removedBy: staffId };
    case 'restore':
      return { removedAt: null, removedBy: null };
  }
}

/** What staff note about a customer, for whoever talks to them next. */
import type { NoteChange } from '../../../shared/contract/customerNotes';
import type { Deps } from '../../deps';
import type { SignedInStaff, StaffOrigin } from '../../domain/caller';
import { noSuchUser, Refusal } from '../../domain/refusal';
import { findAccountById } from '../../store/accounts';
import {
  changeCustomerNote,
  type CustomerNote,
  insertCustomerNote,
  listCustomerNotes,
} from '../../store/customerNotes';
import { readCustomer } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

/** Nobody reads more of them. */
const SHOWN = 100;

/** Pinned first, then the newest. Audited. Throws NOT_FOUND without an account. */
export function readNotes(deps: Deps, staff: StaffOrigin, accountId: number): Promise<CustomerNote[]> {
  return readCustomer(deps, staff, accountId, (tx) => listCustomerNotes(tx, accountId, SHOWN));
}

/** Audited, without its text; once for a request. Throws NOT_FOUND without an account. */
export async function addNote(
  deps: Deps,
  staff: SignedInStaff,
  note: { accountId: number; text: string; isPinned: boolean; requestKey?: string | null | undefined },
): Promise<void> {
  const { accountId } = note;
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    if ((await findAccountById(tx, accountId)) === null) throw noSuchUser();
    const noteId = await insertCustomerNote(tx, {
      ...note,
      requestKey: note.requestKey ?? null,
      ...{ createdAt: at, createdBy: staff.staffId },
    });
    if (noteId === null) return;
    await audit({ action: 'addNote', accountId, details: { noteId } });
  });
}

/** Audited. A removed note stays stored and is not shown. NOT_FOUND for one that is not shown. */
export async function changeNote(
  deps: Deps,
  staff: StaffOrigin,
  { noteId, change }: { noteId: number; change: NoteChange },
): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const changed = change === 'remove' ? { removedAt: at } : { isPinned: change === 'pin' };
    const accountId = await changeCustomerNote(tx, noteId, changed);
    if (accountId === null) throw new Refusal('NOT_FOUND', 'There is no such note any more.');
    await audit({ action: 'changeNote', accountId, details: { noteId, change } });
  });
}

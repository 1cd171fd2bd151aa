/**
 * API calls for notes that staff write about a customer for other staff. The API calls for notes are additions to the
 * specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, requestKey, rowId, writtenText } from './fields';

export const NOTE_CHANGES = ['pin', 'unpin', 'remove', 'restore'] as const;
export type NoteChange = (typeof NOTE_CHANGES)[number];

export const NOTE_MAX_LENGTH = 2000;

const customerNote = v.object({
  id: v.number(),
  text: v.string(),
  isPinned: v.boolean(),
  at: instant,
  /** Username of the note's author. */
  by: v.string(),
});
export type CustomerNote = v.InferOutput<typeof customerNote>;

export const customerNotesCalls = calls({
  listNotes: {
    path: 'panel/users/notes',
    audience: 'staff:readCustomers',
    kind: 'read',
    body: v.object({ userId: rowId }),
    response: v.object({ notes: v.array(customerNote) }),
    summary: 'List the notes about a customer, with pinned notes first and then the newest notes.',
  },

  addNote: {
    path: 'panel/users/addNote',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({
      userId: rowId,
      text: v.pipe(writtenText(NOTE_MAX_LENGTH), v.nonEmpty()),
      /** Whether the note is shown before notes that are not pinned. */
      isPinned: v.optional(v.boolean(), false),
      /** Idempotency key. A repeated request with the same key adds no second note. */
      requestKey: maybe(requestKey),
    }),
    response: done,
    summary: 'Add a note about a customer.',
  },

  /** Only senior staff and admins may remove notes of other authors. Only they and the remover may restore a note. */
  changeNote: {
    path: 'panel/users/changeNote',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ noteId: rowId, change: v.picklist(NOTE_CHANGES) }),
    response: done,
    summary:
      'Pin, unpin, remove or restore a note. Removing notes of others requires senior staff or an admin.',
  },
});

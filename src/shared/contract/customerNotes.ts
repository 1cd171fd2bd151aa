/** Ours: what staff note about a customer, for each other. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, requestKey, rowId } from './fields';

export const NOTE_CHANGES = ['pin', 'unpin', 'remove', 'restore'] as const;
export type NoteChange = (typeof NOTE_CHANGES)[number];

export const NOTE_MAX_LENGTH = 2000;

const customerNote = v.object({
  id: v.number(),
  text: v.string(),
  isPinned: v.boolean(),
  at: instant,
  /** Username of whoever wrote it. */
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
    summary: 'What staff have noted about a customer: pinned first, then the newest.',
  },

  addNote: {
    path: 'panel/users/addNote',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({
      userId: rowId,
      text: v.pipe(v.string(), v.maxLength(NOTE_MAX_LENGTH), v.trim(), v.nonEmpty()),
      /** It stands before the others. */
      isPinned: v.optional(v.boolean(), false),
      /** The same request, sent again, writes no second note. */
      requestKey: maybe(requestKey),
    }),
    response: done,
    summary: 'Note something about a customer.',
  },

  changeNote: {
    path: 'panel/users/changeNote',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ noteId: rowId, change: v.picklist(NOTE_CHANGES) }),
    response: done,
    summary:
      'Pin or unpin a note, remove it or restore it. Notes of others are removed by senior staff and admins only, and restored by them or by whoever removed them.',
  },
});

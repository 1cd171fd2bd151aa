/** Handlers of the staff endpoints for notes about customers. */
import type { customerNotesCalls } from '../../../shared/contract/customerNotes';
import { hasRight } from '../../../shared/staffRoles';
import { addNote, changeNote, readNotes } from '../../usecases/console/customerNotes';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const customerNotesHandlers: HandlersOf<typeof customerNotesCalls> = {
  listNotes: async (context, { body }) => {
    const notes = await readNotes(context.deps, buildStaffOrigin(context), body.userId);
    return {
      notes: notes.map(({ id, text, isPinned, createdAt, username }) => ({
        ...{ id, text, isPinned },
        at: createdAt.toISOString(),
        by: username,
      })),
    };
  },

  addNote: (context, { body: { userId, ...note } }) =>
    succeeded(addNote(context.deps, buildStaffOrigin(context), { ...note, accountId: userId })),

  changeNote: (context, { body }) =>
    succeeded(
      changeNote(context.deps, buildStaffOrigin(context), {
        ...body,
        mayModerate: hasRight(context.caller.role, 'moderateNotes'),
      }),
    ),
};

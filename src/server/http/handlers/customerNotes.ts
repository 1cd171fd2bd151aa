/** Handlers of the notes about customers. */
import type { Contract } from '../../../shared/contract/contract';
import { hasRight } from '../../../shared/staffRoles';
import { addNote, changeNote, readNotes } from '../../usecases/console/customerNotes';
import { type Handler, succeeded } from './handler';
import { originOf } from './staffOrigin';

const list: Handler<Contract['listNotes']> = async (context, { body }) => {
  const notes = await readNotes(context.deps, originOf(context), body.userId);
  return {
    notes: notes.map(({ id, text, isPinned, createdAt, username }) => ({
      ...{ id, text, isPinned },
      at: createdAt.toISOString(),
      by: username,
    })),
  };
};

const add: Handler<Contract['addNote']> = (context, { body: { userId, ...note } }) =>
  succeeded(addNote(context.deps, originOf(context), { ...note, accountId: userId }));

const change: Handler<Contract['changeNote']> = (context, { body }) =>
  succeeded(
    changeNote(context.deps, originOf(context), {
      ...body,
      mayModerate: hasRight(context.caller.role, 'moderateNotes'),
    }),
  );

export const customerNoteHandlers = { listNotes: list, addNote: add, changeNote: change };

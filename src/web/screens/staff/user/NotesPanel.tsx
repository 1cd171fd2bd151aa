/** Notes of staff about a customer, pinned notes first, each with its author and time. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import {
  type CustomerNote,
  customerNotesCalls,
  NOTE_MAX_LENGTH,
} from '../../../../shared/contract/customerNotes';
import { hasNoResponse } from '../../../api/callError';
import {
  useAddNoteMutation,
  useChangeNoteMutation,
  useListNotesQuery,
} from '../../../api/endpoints/customerNotes';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ROW_BUTTONS } from '../../../components/staff/consoleStyles';
import { focusFirstField } from '../../../components/staff/focusFirstField';
import { FormError } from '../../../components/staff/FormError';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { QuestionDialog } from '../../../components/staff/QuestionDialog';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { isAbsent, useStaffRights } from '../../../components/staff/useStaffRights';
import { formatDateTime } from '../../../texts/dates';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';
import { NOTES_TEXTS } from '../../../texts/staff/notes';
import { toast } from '../../../toasts/toasts';
import { OneLineSection } from './OneLineSection';

export function NotesPanel({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useListNotesQuery({ userId }, { refetchOnFocus: true });
  const { onRemove, isRemoving, failure } = useNoteRemoval();
  const form = useDraftDialog(`note ${userId}`);
  if (data === undefined && isAbsent(error)) return null;
  const isEmpty = data !== undefined && data.notes.length === 0;
  return (
    <OneLineSection
      title={NOTES_TEXTS.title}
      line={isEmpty ? NOTES_TEXTS.none : null}
      button={{ label: NOTES_TEXTS.add, shortcut: 'KeyN', onOpen: form.open }}
      isOpen={form.isOpen}
    >
      {data === undefined && error === undefined && (
        <LoadingRows label={NOTES_TEXTS.loading} rows={1} height={20} />
      )}
      {data === undefined && error !== undefined && (
        <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
          {NOTES_TEXTS.failed}
        </LoadFailure>
      )}
      {data !== undefined && !isEmpty && (
        <List>
          {data.notes.map((note) => (
            <Note key={note.id} note={note} onRemove={onRemove} isRemoving={isRemoving} />
          ))}
        </List>
      )}
      <FormError title={failure} />
      {form.isOpen && <NewNote userId={userId} isFocused={form.isOpened} onClose={form.close} />}
    </OneLineSection>
  );
}

function Note({ note, onRemove, isRemoving }: { note: CustomerNote } & Removal) {
  const { me, may } = useStaffRights();
  const [change] = useChangeNoteMutation();
  const { send, isSending, failure } = useStaffChange(NOTES_TEXTS.subject);
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = note.by === me?.username;
  const action = (label: string, onClick: () => void) => (
    <SmallButton
      disabled={isSending || isRemoving}
      aria-label={NOTES_TEXTS.of(label, note.text)}
      onClick={onClick}
    >
      {label}
    </SmallButton>
  );
  const undoing = useNoteUndo();
  const pin = (name: 'pin' | 'unpin') =>
    void send(
      () => change({ noteId: note.id, change: name }),
      () =>
        toast.undo(name === 'pin' ? NOTES_TEXTS.pinnedNow : NOTES_TEXTS.unpinned, {
          label: NOTES_TEXTS.undo,
          onPress: () => undoing.undo(note.id, name === 'pin' ? 'unpin' : 'pin'),
        }),
    );
  return (
    <li>
      <Text>{note.text}</Text>
      <Line>
        {note.isPinned && (
          <StatusChip tone="warning" size="small">
            {NOTES_TEXTS.pinned}
          </StatusChip>
        )}
        <small>{NOTES_TEXTS.by(note.by, formatDateTime(note.at) ?? '')}</small>
        <span>
          {note.isPinned
            ? action(NOTES_TEXTS.unpin, () => pin('unpin'))
            : action(NOTES_TEXTS.pin, () => pin('pin'))}
          {(isOwn || may('moderateNotes')) &&
            action(NOTES_TEXTS.remove, () => (isOwn ? onRemove(note.id) : setIsAsking(true)))}
        </span>
      </Line>
      <FormError title={failure ?? undoing.failure} />
      {isAsking && (
        <QuestionDialog
          question={NOTES_TEXTS.removeQuestion(note.by)}
          onYes={() => {
            setIsAsking(false);
            onRemove(note.id);
          }}
          onNo={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

interface Removal {
  onRemove: (noteId: number) => void;
  isRemoving: boolean;
}

/**
 * Returns a function that takes back a change of a note. Every such change is idempotent, so a lost response leaves a
 * toast with a button that sends the change again. The function also works after the agent has left the screen.
 */
function useNoteUndo() {
  const [change] = useChangeNoteMutation();
  const { send, failure } = useStaffChange(NOTES_TEXTS.subject);
  const undo = (noteId: number, name: 'pin' | 'unpin' | 'restore') =>
    void send(
      () => change({ noteId, change: name }),
      () => toast.success(NOTES_TEXTS.takenBack[name]),
      {
        isRepeatSafe: true,
        asksFirst: false,
        // Another toast may be pressed while a response is pending, and its button is shown only once.
        isIndependent: true,
        onFailed: (error) => {
          if (hasNoResponse(error))
            toast.undo(NOTES_TEXTS.undoLost, {
              label: DIALOG_TEXTS.retry,
              onPress: () => undo(noteId, name),
            });
        },
      },
    );
  return { undo, failure };
}

/**
 * Removes notes. After a removal, a toast offers to restore the note, because the removed note is no longer in the
 * list.
 */
function useNoteRemoval(): Removal & { failure: string | null } {
  const [change] = useChangeNoteMutation();
  const removing = useStaffChange(NOTES_TEXTS.subject);
  const { undo, failure } = useNoteUndo();
  return {
    isRemoving: removing.isSending,
    failure: removing.failure ?? failure,
    onRemove: (noteId) =>
      void removing.send(
        () => change({ noteId, change: 'remove' }),
        () =>
          toast.undo(NOTES_TEXTS.removed, {
            label: NOTES_TEXTS.undo,
            onPress: () => undo(noteId, 'restore'),
          }),
      ),
  };
}

interface NewNoteProps {
  userId: number;
  /** Whether the agent has just opened the form, so that its field gets the focus. */
  isFocused: boolean;
  onClose: () => void;
}

function NewNote({ userId, isFocused, onClose }: NewNoteProps) {
  const [add] = useAddNoteMutation();
  const form = useStaffForm({
    draft: `note ${userId}`,
    subject: NOTES_TEXTS.subject,
    fields: { text: '', isPinned: '' },
    body: customerNotesCalls.addNote.body,
    hasRequestKey: true,
    read: ({ text, isPinned }) => ({ userId, text, isPinned: isPinned !== '' }),
    problems: { text: NOTES_TEXTS.missing },
    send: add,
    onDone: onClose,
  });
  return (
    <Form {...form.props} {...(isFocused ? { ref: focusFirstField } : {})}>
      <CompactField
        {...form.field('text')}
        label={NOTES_TEXTS.field}
        autoComplete="off"
        maxLength={NOTE_MAX_LENGTH}
      />
      <Line>
        <label>
          <input type="checkbox" {...form.flag('isPinned')} /> <span>{NOTES_TEXTS.isPinned}</span>
        </label>
        <span>
          <SmallButton onClick={onClose}>{DIALOG_TEXTS.cancel}</SmallButton>
          <SmallButton type="submit" loading={form.isSending}>
            {NOTES_TEXTS.add}
          </SmallButton>
        </span>
      </Line>
      <FormError title={form.failure} />
    </Form>
  );
}

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });

const List = styled('ul')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 },
  '& > li + li': { paddingTop: 10, borderTop: `1px solid ${vars.palette.surface.line}` },
}));

const Text = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

const Line = styled('div')(({ theme: { vars } }) => ({
  ...ROW_BUTTONS,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
  '& > span:last-of-type': { display: 'flex', gap: 6, marginLeft: 'auto' },
}));

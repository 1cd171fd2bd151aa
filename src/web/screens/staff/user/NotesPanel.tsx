/** What colleagues should know of a customer: the pinned notes first, each with who wrote it and when. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import {
  type CustomerNote,
  NOTE_MAX_LENGTH,
  type NoteChange,
} from '../../../../shared/contract/customerNotes';
import {
  useAddNoteMutation,
  useChangeNoteMutation,
  useListNotesQuery,
} from '../../../api/endpoints/customerNotes';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ROW_BUTTONS } from '../../../components/staff/consoleStyles';
import { FormError } from '../../../components/staff/FormError';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { isAbsent } from '../../../components/staff/useStaffRights';
import { formatDateTime } from '../../../texts/dates';
import { NOTES_TEXTS } from '../../../texts/staff/notes';

export function NotesPanel({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useListNotesQuery({ userId }, { refetchOnFocus: true });
  if (data === undefined && isAbsent(error)) return null;
  return (
    <Panel title={NOTES_TEXTS.title}>
      {data === undefined && error === undefined ? (
        <LoadingRows label={NOTES_TEXTS.loading} rows={2} height={36} />
      ) : data === undefined ? (
        <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
          {NOTES_TEXTS.failed}
        </LoadFailure>
      ) : data.notes.length === 0 ? (
        <p>{NOTES_TEXTS.none}</p>
      ) : (
        <List>
          {data.notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </List>
      )}
      <NewNote userId={userId} />
    </Panel>
  );
}

function Note({ note }: { note: CustomerNote }) {
  const [change] = useChangeNoteMutation();
  const { send, isSending, failure } = useStaffChange(NOTES_TEXTS.subject);
  const action = (name: NoteChange, label: string) => (
    <SmallButton
      disabled={isSending}
      aria-label={NOTES_TEXTS.of(label, note.text)}
      onClick={() =>
        void send(
          () => change({ noteId: note.id, change: name }),
          () => undefined,
        )
      }
    >
      {label}
    </SmallButton>
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
          {note.isPinned ? action('unpin', NOTES_TEXTS.unpin) : action('pin', NOTES_TEXTS.pin)}
          {action('remove', NOTES_TEXTS.remove)}
        </span>
      </Line>
      <FormError title={failure} />
    </li>
  );
}

function NewNote({ userId }: { userId: number }) {
  const [add] = useAddNoteMutation();
  const { send, isSending, failure } = useStaffChange(NOTES_TEXTS.subject);
  const [text, setText] = useState('');
  const [isPinned, setIsPinned] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const { keyOf, forget } = useRequestKey();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsMissing(text.trim() === '');
    if (text.trim() === '') return;
    const requestKey = keyOf(`${String(isPinned)} ${text.trim()}`);
    void send(
      () => add({ userId, text: text.trim(), isPinned, requestKey }),
      () => {
        forget();
        setText('');
        setIsPinned(false);
      },
    );
  };
  return (
    <Form noValidate onSubmit={submit}>
      <CompactField
        label={NOTES_TEXTS.field}
        name="note"
        autoComplete="off"
        maxLength={NOTE_MAX_LENGTH}
        value={text}
        error={isMissing ? NOTES_TEXTS.missing : null}
        onChange={(event) => setText(event.target.value)}
      />
      <Line>
        <label>
          <input type="checkbox" checked={isPinned} onChange={() => setIsPinned(!isPinned)} />{' '}
          {NOTES_TEXTS.isPinned}
        </label>
        <span>
          <SmallButton type="submit" loading={isSending}>
            {NOTES_TEXTS.add}
          </SmallButton>
        </span>
      </Line>
      <FormError title={failure} />
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

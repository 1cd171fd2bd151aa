/** Tags of a customer, which staff can add and remove. */
import { styled } from '@mui/material/styles';
import { customerTagsCalls, TAG_MAX_LENGTH } from '../../../../shared/contract/customerTags';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { hasNoResponse } from '../../../api/callError';
import { useChangeTagMutation } from '../../../api/endpoints/customerTags';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { focusFirstField } from '../../../components/staff/focusFirstField';
import { FormError } from '../../../components/staff/FormError';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';
import { TAGS_TEXTS } from '../../../texts/staff/tags';
import { toast } from '../../../toasts/toasts';
import { OneLineSection } from './OneLineSection';

/** Renders the customer's tags, or nothing if the server does not support tags. */
export function TagsPanel({ user: { id: userId, tags } }: { user: StaffUser }) {
  const [change] = useChangeTagMutation();
  const { send, isSending, failure } = useStaffChange(TAGS_TEXTS.subject);
  const restoring = useStaffChange(TAGS_TEXTS.subject);
  const form = useDraftDialog(`tag ${userId}`);
  if (tags === undefined) return null;
  const restore = (tag: string) =>
    void restoring.send(
      () => change({ userId, tag, change: 'restore' }),
      () => toast.success(TAGS_TEXTS.restored(tag)),
      {
        // The server adds a tag only once, so the request can be repeated without a question.
        isRepeatSafe: true,
        asksFirst: false,
        // Another toast may be pressed while a response is pending, and its button is shown only once.
        isIndependent: true,
        onFailed: (error) => {
          if (hasNoResponse(error))
            toast.undo(TAGS_TEXTS.undoLost, { label: DIALOG_TEXTS.retry, onPress: () => restore(tag) });
        },
      },
    );
  const remove = (tag: string) =>
    void send(
      () => change({ userId, tag, change: 'remove' }),
      () => toast.undo(TAGS_TEXTS.removed(tag), { label: TAGS_TEXTS.undo, onPress: () => restore(tag) }),
    );
  const shown = (
    <List>
      {tags.map((name) => (
        <li key={name}>
          <span>{name}</span>
          <button
            type="button"
            aria-label={TAGS_TEXTS.remove(name)}
            disabled={isSending}
            onClick={() => remove(name)}
          >
            ×
          </button>
        </li>
      ))}
    </List>
  );
  return (
    <OneLineSection
      title={TAGS_TEXTS.title}
      line={tags.length === 0 ? TAGS_TEXTS.none : shown}
      button={{ label: TAGS_TEXTS.add, shortcut: 'KeyT', onOpen: form.open }}
      isOpen={form.isOpen}
    >
      {form.isOpen && <NewTag userId={userId} isFocused={form.isOpened} onClose={form.close} />}
      <FormError title={failure ?? restoring.failure} />
    </OneLineSection>
  );
}

interface NewTagProps {
  userId: number;
  /** Whether the agent has just opened the form, so that its field gets the focus. */
  isFocused: boolean;
  onClose: () => void;
}

function NewTag({ userId, isFocused, onClose }: NewTagProps) {
  const [change] = useChangeTagMutation();
  const form = useStaffForm({
    draft: `tag ${userId}`,
    subject: TAGS_TEXTS.subject,
    fields: { tag: '' },
    body: customerTagsCalls.changeTag.body,
    read: ({ tag }) => ({ userId, tag, change: 'add' as const }),
    problems: { tag: TAGS_TEXTS.invalid },
    send: change,
    onDone: onClose,
  });
  return (
    <>
      <Form {...form.props} {...(isFocused ? { ref: focusFirstField } : {})}>
        <CompactField
          {...form.field('tag')}
          label={TAGS_TEXTS.field}
          autoComplete="off"
          maxLength={TAG_MAX_LENGTH}
        />
        <SmallButton onClick={onClose}>{DIALOG_TEXTS.cancel}</SmallButton>
        <SmallButton type="submit" loading={form.isSending}>
          {TAGS_TEXTS.add}
        </SmallButton>
      </Form>
      <FormError title={form.failure} />
    </>
  );
}

const List = styled('ul')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    paddingLeft: 10,
    borderRadius: 999,
    fontSize: '0.8125rem',
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  },
  '& span': { overflowWrap: 'anywhere' },
  '& button': {
    flex: 'none',
    width: 30,
    height: 30,
    padding: 0,
    border: 0,
    borderRadius: 999,
    font: 'inherit',
    color: vars.palette.text.secondary,
    background: 'none',
    cursor: 'pointer',
  },
}));

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'start',
  gap: 8,
  // Aligns the button with the input, which is below its label.
  '& > button': { marginTop: 24 },
});

/** Tags of a customer, which staff can add and remove. */
import { styled } from '@mui/material/styles';
import { customerTagsCalls, TAG_MAX_LENGTH } from '../../../../shared/contract/customerTags';
import type { StaffUser } from '../../../../shared/contract/models';
import { useChangeTagMutation } from '../../../api/endpoints/customerTags';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FormError } from '../../../components/staff/FormError';
import { Panel } from '../../../components/staff/Panel';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { TAGS_TEXTS } from '../../../texts/staff/tags';
import { toast } from '../../../toasts/toasts';

/** Renders the customer's tags, or nothing if the server does not support tags. */
export function TagsPanel({ user: { id: userId, tags } }: { user: StaffUser }) {
  const [change] = useChangeTagMutation();
  const { send, isSending, failure } = useStaffChange(TAGS_TEXTS.subject);
  const form = useStaffForm({
    draft: `tag ${userId}`,
    subject: TAGS_TEXTS.subject,
    fields: { tag: '' },
    body: customerTagsCalls.changeTag.body,
    read: ({ tag }) => ({ userId, tag, change: 'add' as const }),
    problems: { tag: TAGS_TEXTS.invalid },
    send: change,
    afterwards: { tag: '' },
  });
  if (tags === undefined) return null;
  const restore = (tag: string) =>
    void send(
      () => change({ userId, tag, change: 'add' }),
      () => undefined,
    );
  const remove = (tag: string) =>
    void send(
      () => change({ userId, tag, change: 'remove' }),
      () => toast.undo(TAGS_TEXTS.removed(tag), { label: TAGS_TEXTS.undo, onPress: () => restore(tag) }),
    );
  return (
    <Panel title={TAGS_TEXTS.title}>
      {tags.length === 0 ? (
        <p>{TAGS_TEXTS.none}</p>
      ) : (
        <List>
          {tags.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <button
                type="button"
                aria-label={TAGS_TEXTS.remove(name)}
                disabled={isSending || form.isSending}
                onClick={() => remove(name)}
              >
                ×
              </button>
            </li>
          ))}
        </List>
      )}
      <Form {...form.props}>
        <CompactField
          {...form.field('tag')}
          label={TAGS_TEXTS.field}
          autoComplete="off"
          maxLength={TAG_MAX_LENGTH}
        />
        <SmallButton type="submit" loading={form.isSending || isSending}>
          {TAGS_TEXTS.add}
        </SmallButton>
      </Form>
      <FormError title={form.failure ?? failure} />
    </Panel>
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
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: 8,
  // Aligns the button with the input, which is below its label.
  '& > button': { marginTop: 24 },
});

/** The tags of a customer, added and removed in place. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import * as v from 'valibot';
import { TAG_MAX_LENGTH, type TagChange, tag as tagSchema } from '../../../../shared/contract/customerTags';
import type { StaffUser } from '../../../../shared/contract/models';
import { useChangeTagMutation } from '../../../api/endpoints/customerTags';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FormError } from '../../../components/staff/FormError';
import { Panel } from '../../../components/staff/Panel';
import { useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { TAGS_TEXTS } from '../../../texts/staff/tags';
import { toast } from '../../../toasts/toasts';

/** Not there where the server knows no tags. */
export function TagsPanel({ user: { id: userId, tags } }: { user: StaffUser }) {
  const [change] = useChangeTagMutation();
  const draft = useDraft('tag', userId);
  const { send, isSending, failure } = useStaffChange(TAGS_TEXTS.subject, draft);
  const [typed, setTyped] = useState(draft.typed['tag'] ?? '');
  const [isInvalid, setIsInvalid] = useState(false);
  if (tags === undefined) return null;
  const changeTo = (name: string, what: TagChange, onAdded?: () => void) =>
    void send(
      () => change({ userId, tag: name, change: what }),
      () => {
        if (what === 'add') onAdded?.();
        else
          toast.undo(TAGS_TEXTS.removed(name), {
            label: TAGS_TEXTS.undo,
            onPress: () => changeTo(name, 'add'),
          });
      },
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = v.safeParse(tagSchema, typed);
    setIsInvalid(!parsed.success);
    if (parsed.success)
      changeTo(parsed.output, 'add', () => {
        draft.drop();
        setTyped('');
      });
  };
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
                disabled={isSending}
                onClick={() => changeTo(name, 'remove')}
              >
                ×
              </button>
            </li>
          ))}
        </List>
      )}
      <Form noValidate onInput={draft.onInput} onSubmit={submit}>
        <CompactField
          label={TAGS_TEXTS.field}
          name="tag"
          autoComplete="off"
          maxLength={TAG_MAX_LENGTH}
          value={typed}
          error={isInvalid ? TAGS_TEXTS.invalid : null}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsInvalid(false);
          }}
        />
        <SmallButton type="submit" loading={isSending}>
          {TAGS_TEXTS.add}
        </SmallButton>
      </Form>
      <FormError title={failure} />
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
  // Level with the input, under its label.
  '& > button': { marginTop: 24 },
});

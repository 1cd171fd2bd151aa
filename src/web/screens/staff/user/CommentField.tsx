/** What colleagues should know of a change; it stands in the audit log. Named `comment` in its form. */
import { CompactField } from '../../../components/staff/CompactField';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';

const MAX_LENGTH = 1000;

export function CommentField({ typed = '' }: { typed?: string | undefined }) {
  return (
    <CompactField
      label={DIALOG_TEXTS.comment}
      name="comment"
      maxLength={MAX_LENGTH}
      autoComplete="off"
      defaultValue={typed}
    />
  );
}

/** What colleagues should know of a change; it stands in the audit log. Named `comment` in its form. */
import { STAFF_COMMENT_MAX } from '../../../../shared/constants';
import { CompactField } from '../../../components/staff/CompactField';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';

export function CommentField({ typed = '' }: { typed?: string | undefined }) {
  return (
    <CompactField
      label={DIALOG_TEXTS.comment}
      name="comment"
      maxLength={STAFF_COMMENT_MAX}
      autoComplete="off"
      defaultValue={typed}
    />
  );
}

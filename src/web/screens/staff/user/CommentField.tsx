/** Input for a comment to colleagues, which is stored in the audit log. */
import { STAFF_COMMENT_MAX } from '../../../../shared/constants';
import { CompactField, type CompactFieldProps } from '../../../components/staff/CompactField';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';

export function CommentField(field: Pick<CompactFieldProps, 'name' | 'value' | 'error' | 'onChange'>) {
  return (
    <CompactField {...field} label={DIALOG_TEXTS.comment} maxLength={STAFF_COMMENT_MAX} autoComplete="off" />
  );
}

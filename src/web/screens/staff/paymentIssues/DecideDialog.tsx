/** Dialog in which staff decide about one payment that needs attention. */
import { EMAIL_TYPED_MAX, PAYMENT_ISSUE_NOTE_MAX } from '../../../../shared/constants';
import {
  staffPaymentIssuesCalls,
  type StaffPaymentIssuesQuestion,
} from '../../../../shared/contract/staffPaymentIssues';
import { useResolvePaymentIssueMutation } from '../../../api/endpoints/staffPaymentIssues';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { FormDialog } from '../../../components/staff/FormDialog';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { toast } from '../../../toasts/toasts';

export function DecideDialog({ row, onClose }: { row: StaffPaymentIssuesQuestion; onClose: () => void }) {
  const { id, actions } = row;
  const [act] = useResolvePaymentIssueMutation();
  const form = useStaffForm({
    draft: `decision ${id}`,
    fields: { action: actions[0] ?? '', note: '', receiptEmail: '' },
    body: staffPaymentIssuesCalls.resolvePaymentIssue.body,
    read: ({ action, note, receiptEmail }) => ({
      id,
      action: actions.find((each) => each === action) ?? 'explained',
      note,
      ...(receiptEmail.trim() === '' ? {} : { receiptEmail }),
    }),
    problems: { receiptEmail: STAFF_PAYMENT_ISSUES_TEXTS.receiptEmailInvalid },
    check: ({ action, note }) => ({
      note: action === 'explained' && note.trim() === '' ? STAFF_PAYMENT_ISSUES_TEXTS.noteMissing : null,
    }),
    isReady: actions.length > 0,
    send: act,
    onDone: (_acted, { action }) => {
      toast.success(STAFF_PAYMENT_ISSUES_TEXTS.doneOf(action));
      onClose();
    },
  });
  return (
    <FormDialog
      title={STAFF_PAYMENT_ISSUES_TEXTS.questionOf(row.question)}
      submitLabel={STAFF_PAYMENT_ISSUES_TEXTS.submit}
      form={form}
      onClose={onClose}
    >
      <p>{row.reason}</p>
      <CompactSelect
        {...form.choice('action')}
        label={STAFF_PAYMENT_ISSUES_TEXTS.what}
        choices={actions.map((value) => ({ value, label: STAFF_PAYMENT_ISSUES_TEXTS.actionOf(value) }))}
      />
      {row.accountDeletedAt && form.typed.action === 'retry' && (
        <CompactField
          {...form.field('receiptEmail')}
          label={STAFF_PAYMENT_ISSUES_TEXTS.receiptEmail}
          inputMode="email"
          autoComplete="off"
          maxLength={EMAIL_TYPED_MAX}
          hint={STAFF_PAYMENT_ISSUES_TEXTS.receiptEmailHint}
        />
      )}
      <CompactField
        {...form.field('note')}
        label={STAFF_PAYMENT_ISSUES_TEXTS.note}
        autoComplete="off"
        maxLength={PAYMENT_ISSUE_NOTE_MAX}
        hint={STAFF_PAYMENT_ISSUES_TEXTS.noteHint}
      />
    </FormDialog>
  );
}

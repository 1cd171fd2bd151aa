/** What is to be done about one question of money. */
import { useState } from 'react';
import { PAYMENT_ISSUE_NOTE_MAX } from '../../../../shared/constants';
import type { StaffPaymentIssuesQuestion } from '../../../../shared/contract/staffPaymentIssues';
import { useResolvePaymentIssueMutation } from '../../../api/endpoints/staffPaymentIssues';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { toast } from '../../../toasts/toasts';

export function DecideDialog({ row, onClose }: { row: StaffPaymentIssuesQuestion; onClose: () => void }) {
  const [act] = useResolvePaymentIssueMutation();
  const [isNoteMissing, setIsNoteMissing] = useState(false);
  const draft = useDraft('decision', row.id);
  const sending = useStaffChange(undefined, draft);
  const close = () => {
    draft.drop();
    onClose();
  };

  const submit = (form: TypedTexts) => {
    const action = row.actions.find((each) => each === fieldOf(form, 'action'));
    const note = fieldOf(form, 'note').trim();
    const isMissing = action === 'explained' && note === '';
    setIsNoteMissing(isMissing);
    if (action === undefined || isMissing) return;
    void sending.send(
      () => act({ id: row.id, action, note }),
      () => {
        toast.success(STAFF_PAYMENT_ISSUES_TEXTS.doneOf(action));
        close();
      },
    );
  };

  return (
    <FormDialog
      title={STAFF_PAYMENT_ISSUES_TEXTS.questionOf(row.question)}
      submitLabel={STAFF_PAYMENT_ISSUES_TEXTS.submit}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={close}
    >
      <p>{row.reason}</p>
      <CompactSelect
        label={STAFF_PAYMENT_ISSUES_TEXTS.what}
        name="action"
        defaultValue={draft.typed['action'] ?? row.actions[0] ?? ''}
        choices={row.actions.map((action) => ({
          value: action,
          label: STAFF_PAYMENT_ISSUES_TEXTS.actionOf(action),
        }))}
      />
      <CompactField
        label={STAFF_PAYMENT_ISSUES_TEXTS.note}
        name="note"
        defaultValue={draft.typed['note'] ?? ''}
        autoComplete="off"
        maxLength={PAYMENT_ISSUE_NOTE_MAX}
        error={isNoteMissing ? STAFF_PAYMENT_ISSUES_TEXTS.noteMissing : null}
        hint={STAFF_PAYMENT_ISSUES_TEXTS.noteHint}
      />
    </FormDialog>
  );
}

/** Dialog in which staff record a chargeback that the card provider reported outside the API. */
import { useNavigate } from 'react-router-dom';
import { PAYMENT_ISSUE_NOTE_MAX, TRANSACTION_ID_TYPED_MAX } from '../../../../shared/constants';
import { staffPaymentIssuesCalls } from '../../../../shared/contract/staffPaymentIssues';
import { useRecordChargebackMutation } from '../../../api/endpoints/staffPaymentIssues';
import { CompactField } from '../../../components/staff/CompactField';
import { FormDialog } from '../../../components/staff/FormDialog';
import { typedRubles } from '../../../components/staff/typedNumbers';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { staffUserPath } from '../../../navigation/paths';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { toast } from '../../../toasts/toasts';

const TEXTS = STAFF_PAYMENT_ISSUES_TEXTS.chargeback;

export function ChargebackDialog({ onClose }: { onClose: () => void }) {
  const [record] = useRecordChargebackMutation();
  const navigate = useNavigate();
  const form = useStaffForm({
    draft: 'chargeback',
    fields: { transactionId: '', amount: '', note: '' },
    body: staffPaymentIssuesCalls.recordChargeback.body,
    read: (typed) => ({ ...typed, amount: typedRubles(typed.amount) }),
    problems: {
      transactionId: TEXTS.transactionIdMissing,
      amount: TEXTS.amountInvalid,
      note: TEXTS.noteMissing,
    },
    send: record,
    onDone: ({ userId }) => {
      toast.success(TEXTS.done);
      onClose();
      if (userId !== undefined) void navigate(staffUserPath(userId));
    },
  });
  return (
    <FormDialog title={TEXTS.title} submitLabel={TEXTS.submit} form={form} onClose={onClose}>
      <p>{TEXTS.lead}</p>
      <CompactField
        {...form.field('transactionId')}
        label={TEXTS.transactionId}
        autoComplete="off"
        maxLength={TRANSACTION_ID_TYPED_MAX}
        hint={TEXTS.transactionIdHint}
      />
      <CompactField {...form.field('amount')} label={TEXTS.amount} autoComplete="off" inputMode="decimal" />
      <CompactField
        {...form.field('note')}
        label={TEXTS.note}
        autoComplete="off"
        maxLength={PAYMENT_ISSUE_NOTE_MAX}
      />
    </FormDialog>
  );
}

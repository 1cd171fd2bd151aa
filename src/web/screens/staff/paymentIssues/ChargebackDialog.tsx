/** A chargeback that the card provider's office has written of, entered by hand. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PAYMENT_ISSUE_NOTE_MAX, TRANSACTION_ID_TYPED_MAX } from '../../../../shared/constants';
import { useRecordChargebackMutation } from '../../../api/endpoints/staffPaymentIssues';
import { CompactField } from '../../../components/staff/CompactField';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { staffUserPath } from '../../../navigation/paths';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { toast } from '../../../toasts/toasts';

const TEXTS = STAFF_PAYMENT_ISSUES_TEXTS.chargeback;

type Missing = Partial<Record<'transactionId' | 'amount' | 'note', string>>;

export function ChargebackDialog({ onClose }: { onClose: () => void }) {
  const [record] = useRecordChargebackMutation();
  const [missing, setMissing] = useState<Missing>({});
  const draft = useDraft('chargeback');
  const sending = useStaffChange(undefined, draft);
  const navigate = useNavigate();

  const submit = (form: TypedTexts) => {
    const transactionId = fieldOf(form, 'transactionId').trim();
    const amount = Number(fieldOf(form, 'amount').trim().replace(',', '.'));
    const note = fieldOf(form, 'note').trim();
    const found: Missing = {
      ...(transactionId === '' ? { transactionId: TEXTS.transactionIdMissing } : {}),
      ...(amount > 0 ? {} : { amount: TEXTS.amountInvalid }),
      ...(note === '' ? { note: TEXTS.noteMissing } : {}),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    void sending.send(
      () => record({ transactionId, amount, note }),
      ({ userId }) => {
        toast.success(TEXTS.done);
        onClose();
        if (userId !== undefined) void navigate(staffUserPath(userId));
      },
    );
  };

  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.submit}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{TEXTS.lead}</p>
      <CompactField
        label={TEXTS.transactionId}
        name="transactionId"
        defaultValue={draft.typed['transactionId'] ?? ''}
        autoComplete="off"
        maxLength={TRANSACTION_ID_TYPED_MAX}
        error={missing.transactionId ?? null}
        hint={TEXTS.transactionIdHint}
      />
      <CompactField
        label={TEXTS.amount}
        name="amount"
        defaultValue={draft.typed['amount'] ?? ''}
        autoComplete="off"
        inputMode="decimal"
        error={missing.amount ?? null}
      />
      <CompactField
        label={TEXTS.note}
        name="note"
        defaultValue={draft.typed['note'] ?? ''}
        autoComplete="off"
        maxLength={PAYMENT_ISSUE_NOTE_MAX}
        error={missing.note ?? null}
      />
    </FormDialog>
  );
}

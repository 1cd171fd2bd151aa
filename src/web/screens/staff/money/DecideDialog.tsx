/** What is to be done about one question of money. */
import { useState } from 'react';
import { MONEY_NOTE_MAX } from '../../../../shared/constants';
import type { StaffMoneyQuestion } from '../../../../shared/contract/staffMoney';
import { useActOnMoneyMutation } from '../../../api/endpoints/staffMoney';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { STAFF_MONEY_TEXTS } from '../../../texts/staff/money';
import { toast } from '../../../toasts/toasts';

export function DecideDialog({ row, onClose }: { row: StaffMoneyQuestion; onClose: () => void }) {
  const [act] = useActOnMoneyMutation();
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
        toast.success(STAFF_MONEY_TEXTS.doneOf(action));
        close();
      },
    );
  };

  return (
    <FormDialog
      title={STAFF_MONEY_TEXTS.questionOf(row.question)}
      submitLabel={STAFF_MONEY_TEXTS.submit}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={close}
    >
      <p>{row.reason}</p>
      <CompactSelect
        label={STAFF_MONEY_TEXTS.what}
        name="action"
        defaultValue={draft.typed['action'] ?? row.actions[0] ?? ''}
        choices={row.actions.map((action) => ({
          value: action,
          label: STAFF_MONEY_TEXTS.actionOf(action),
        }))}
      />
      <CompactField
        label={STAFF_MONEY_TEXTS.note}
        name="note"
        defaultValue={draft.typed['note'] ?? ''}
        autoComplete="off"
        maxLength={MONEY_NOTE_MAX}
        error={isNoteMissing ? STAFF_MONEY_TEXTS.noteMissing : null}
        hint={STAFF_MONEY_TEXTS.noteHint}
      />
    </FormDialog>
  );
}

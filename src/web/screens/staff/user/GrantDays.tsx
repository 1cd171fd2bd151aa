/** Senior staff give days to make up for something. */
import { useState } from 'react';
import type { StaffUser } from '../../../../shared/contract/models';
import { GRANT_DAYS_MAX, GRANT_REASONS } from '../../../../shared/contract/staffAccountRecovery';
import { useGrantDaysMutation } from '../../../api/endpoints/staffAccountRecovery';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft, useDraftDialog } from '../../../components/staff/useDraft';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { GRANT_REASON_TEXTS, GRANT_TEXTS } from '../../../texts/staff/accountRecovery';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';

const REASONS = GRANT_REASONS.map((value) => ({ value, label: GRANT_REASON_TEXTS[value] }));

/** A whole number of days that may be given; null for anything else. */
function daysIn(text: string): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= 1 && days <= GRANT_DAYS_MAX ? days : null;
}

export function GrantDays({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog('grantDays', user.id);
  if (!knowsAdditions || !may('recoverAccounts')) return null;
  return (
    <>
      <ConsoleButton onClick={open}>{GRANT_TEXTS.open}</ConsoleButton>
      {isOpen && <GrantDaysDialog userId={user.id} onClose={close} />}
    </>
  );
}

function GrantDaysDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [grant] = useGrantDaysMutation();
  const sending = useStaffChange(GRANT_TEXTS.subject);
  const draft = useDraft('grantDays', userId);
  const [typed, setTyped] = useState(draft.typed['days'] ?? '');
  const [isInvalid, setIsInvalid] = useState(false);
  const { keyOf } = useRequestKey(draft);
  const submit = (form: TypedTexts) => {
    const days = daysIn(typed);
    setIsInvalid(days === null);
    if (days === null) return;
    const reason = GRANT_REASONS.find((name) => name === fieldOf(form, 'reason')) ?? 'other';
    const requestKey = keyOf(String(days));
    const comment = fieldOf(form, 'comment').trim();
    void sending.send(
      () => grant({ userId, days, reason, comment, requestKey }),
      () => {
        toast.success(GRANT_TEXTS.done(days));
        onClose();
      },
      { requestKey },
    );
  };
  return (
    <FormDialog
      title={GRANT_TEXTS.open}
      submitLabel={GRANT_TEXTS.submit(daysIn(typed))}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{GRANT_TEXTS.lead}</p>
      <CompactField
        label={GRANT_TEXTS.days}
        name="days"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={typed}
        error={isInvalid ? GRANT_TEXTS.daysInvalid : null}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsInvalid(false);
        }}
      />
      <CompactSelect
        label={GRANT_TEXTS.reason}
        name="reason"
        choices={REASONS}
        defaultValue={draft.typed['reason'] ?? REASONS[0]?.value ?? ''}
      />
      <CommentField typed={draft.typed['comment']} />
    </FormDialog>
  );
}

/** Dialog in which senior staff grant free days as compensation. */
import {
  GRANT_DAYS_MAX,
  GRANT_REASONS,
  staffAccountRecoveryCalls,
} from '../../../../shared/contract/staffAccountRecovery';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { useGrantDaysMutation } from '../../../api/endpoints/staffAccountRecovery';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { FormDialog } from '../../../components/staff/FormDialog';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { typedCount } from '../../../components/staff/typedNumbers';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useStaleCustomer } from '../../../components/staff/useStaleCustomer';
import { GRANT_REASON_TEXTS, GRANT_TEXTS } from '../../../texts/staff/accountRecovery';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';

const REASONS = GRANT_REASONS.map((value) => ({ value, label: GRANT_REASON_TEXTS[value] }));

export function GrantDays({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog(`grantDays ${user.id}`);
  if (!knowsAdditions || !may('recoverAccounts')) return null;
  return (
    <>
      <ShortcutButton shortcut="KeyD" label={GRANT_TEXTS.open} onClick={open} />
      {isOpen && <GrantDaysDialog userId={user.id} onClose={close} />}
    </>
  );
}

function GrantDaysDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [grant] = useGrantDaysMutation();
  const stale = useStaleCustomer(userId);
  const form = useStaffForm({
    draft: `grantDays ${userId}`,
    subject: GRANT_TEXTS.subject,
    fields: { days: '', reason: GRANT_REASONS[0], comment: '' },
    body: staffAccountRecoveryCalls.grantDays.body,
    hasRequestKey: true,
    read: ({ days, reason, comment }) => ({
      userId,
      days: typedCount(days),
      reason: GRANT_REASONS.find((name) => name === reason) ?? 'other',
      comment,
    }),
    problems: { days: GRANT_TEXTS.daysInvalid },
    send: stale.guard(grant),
    onDone: (_granted, { days }) => {
      toast.success(GRANT_TEXTS.done(days));
      onClose();
    },
  });
  const days = typedCount(form.typed.days);
  return (
    <FormDialog
      title={GRANT_TEXTS.open}
      submitLabel={GRANT_TEXTS.submit(days >= 1 && days <= GRANT_DAYS_MAX ? days : null)}
      form={form}
      stale={stale}
      onClose={onClose}
    >
      <p>{GRANT_TEXTS.lead}</p>
      <CompactField
        {...form.field('days')}
        label={GRANT_TEXTS.days}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
      />
      <CompactSelect {...form.choice('reason')} label={GRANT_TEXTS.reason} choices={REASONS} />
      <CommentField {...form.field('comment')} />
    </FormDialog>
  );
}

/**
 * Dialog in which senior staff move a subscription to another email. The agent must type both email addresses and
 * describe the proof of ownership.
 */
import { EMAIL_TYPED_MAX } from '../../../../shared/constants';
import {
  PROOF_MAX_LENGTH,
  staffAccountRecoveryCalls,
} from '../../../../shared/contract/staffAccountRecovery';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { normalizeEmail } from '../../../../shared/validation';
import { useMoveSubscriptionMutation } from '../../../api/endpoints/staffAccountRecovery';
import { CompactField } from '../../../components/staff/CompactField';
import { FormDialog } from '../../../components/staff/FormDialog';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useStaleCustomer } from '../../../components/staff/useStaleCustomer';
import { MOVE_TEXTS } from '../../../texts/staff/accountRecovery';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';

/** Button that opens the dialog, shown only for a customer who has ever had a subscription or a gift. */
export function MoveSubscription({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog(`move ${user.id}`);
  if (!knowsAdditions || !may('recoverAccounts') || typeof user.email !== 'string') return null;
  const status = user.subscription?.status ?? 'NOT_ACTIVE';
  return (
    <>
      {status !== 'NOT_ACTIVE' && <ShortcutButton shortcut="KeyM" label={MOVE_TEXTS.open} onClick={open} />}
      {isOpen && <MoveDialog userId={user.id} email={user.email} onClose={close} />}
    </>
  );
}

const isSameEmail = (one: string, other: string) => normalizeEmail(one) === normalizeEmail(other);

function MoveDialog({ userId, email, onClose }: { userId: number; email: string; onClose: () => void }) {
  const [move] = useMoveSubscriptionMutation();
  const stale = useStaleCustomer(userId);
  const form = useStaffForm({
    draft: `move ${userId}`,
    subject: MOVE_TEXTS.subject,
    fields: { from: '', to: '', again: '', proof: '', comment: '' },
    body: staffAccountRecoveryCalls.moveSubscription.body,
    read: (typed) => ({ userId, ...typed }),
    problems: { to: MOVE_TEXTS.toInvalid, proof: MOVE_TEXTS.proofMissing },
    check: ({ from, to, again }) => ({
      from: isSameEmail(from, email) ? null : MOVE_TEXTS.fromWrong,
      to: normalizeEmail(to) === email ? MOVE_TEXTS.toSame : null,
      again: isSameEmail(again, to) ? null : MOVE_TEXTS.againWrong,
    }),
    send: stale.guard(move),
    onDone: (_moved, { to }) => {
      toast.success(MOVE_TEXTS.done(to));
      onClose();
    },
  });
  const address = { inputMode: 'email', autoComplete: 'off', maxLength: EMAIL_TYPED_MAX } as const;
  return (
    <FormDialog
      title={MOVE_TEXTS.open}
      submitLabel={MOVE_TEXTS.submit}
      form={form}
      stale={stale}
      onClose={onClose}
    >
      <p>
        {MOVE_TEXTS.lead} {MOVE_TEXTS.foreignDevices}
      </p>
      <CompactField {...form.field('from')} {...address} label={MOVE_TEXTS.from} />
      <CompactField {...form.field('to')} {...address} label={MOVE_TEXTS.to} />
      <CompactField {...form.field('again')} {...address} label={MOVE_TEXTS.again} />
      <CompactField
        {...form.field('proof')}
        label={MOVE_TEXTS.proof}
        autoComplete="off"
        maxLength={PROOF_MAX_LENGTH}
        hint={MOVE_TEXTS.proofHint}
      />
      <CommentField {...form.field('comment')} />
    </FormDialog>
  );
}

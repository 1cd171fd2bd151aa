/** Senior staff move a subscription to another email: both addresses typed, and what proves whose it is. */
import { useState } from 'react';
import { EMAIL_TYPED_MAX } from '../../../../shared/constants';
import type { StaffUser } from '../../../../shared/contract/models';
import { PROOF_MAX_LENGTH, PROOF_MIN_LENGTH } from '../../../../shared/contract/staffAccountRecovery';
import { isValidEmail, normalizeEmail } from '../../../../shared/validation';
import { useMoveSubscriptionMutation } from '../../../api/endpoints/staffAccountRecovery';
import { CompactField } from '../../../components/staff/CompactField';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft, useDraftDialog } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { MOVE_TEXTS } from '../../../texts/staff/accountRecovery';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';

/** For a customer who has had something. */
export function MoveSubscription({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const { isOpen, open, close } = useDraftDialog('move', user.id);
  if (!knowsAdditions || !may('recoverAccounts') || typeof user.email !== 'string') return null;
  const status = user.subscription?.status ?? 'NOT_ACTIVE';
  return (
    <>
      {status !== 'NOT_ACTIVE' && <ConsoleButton onClick={open}>{MOVE_TEXTS.open}</ConsoleButton>}
      {isOpen && <MoveDialog userId={user.id} email={user.email} onClose={close} />}
    </>
  );
}

type Field = 'from' | 'to' | 'again' | 'proof';
type Problems = Partial<Record<Field, string>>;

function problemsOf(form: TypedTexts, email: string): Problems {
  const typed = (name: Field) => normalizeEmail(fieldOf(form, name));
  const to = typed('to');
  return {
    ...(typed('from') === normalizeEmail(email) ? {} : { from: MOVE_TEXTS.fromWrong }),
    ...(!isValidEmail(to)
      ? { to: MOVE_TEXTS.toInvalid }
      : to === normalizeEmail(email)
        ? { to: MOVE_TEXTS.toSame }
        : {}),
    ...(typed('again') === to ? {} : { again: MOVE_TEXTS.againWrong }),
    ...(fieldOf(form, 'proof').replace(/\s/g, '').length < PROOF_MIN_LENGTH
      ? { proof: MOVE_TEXTS.proofMissing }
      : {}),
  };
}

function MoveDialog({ userId, email, onClose }: { userId: number; email: string; onClose: () => void }) {
  const [move] = useMoveSubscriptionMutation();
  const draft = useDraft('move', userId);
  const sending = useStaffChange(MOVE_TEXTS.subject, draft);
  const [problems, setProblems] = useState<Problems>({});
  const submit = (form: TypedTexts) => {
    const found = problemsOf(form, email);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const [from, to] = [fieldOf(form, 'from'), fieldOf(form, 'to')].map(normalizeEmail);
    if (from === undefined || to === undefined) return;
    const [proof, comment] = [fieldOf(form, 'proof'), fieldOf(form, 'comment').trim()];
    void sending.send(
      () => move({ userId, from, to, proof, comment }),
      () => {
        toast.success(MOVE_TEXTS.done(to));
        onClose();
      },
    );
  };
  const field = (name: Field, label: string, maxLength = EMAIL_TYPED_MAX) => (
    <CompactField
      label={label}
      name={name}
      autoComplete="off"
      maxLength={maxLength}
      defaultValue={draft.typed[name] ?? ''}
      error={problems[name] ?? null}
      {...(name === 'proof' ? { hint: MOVE_TEXTS.proofHint } : { inputMode: 'email' as const })}
    />
  );
  return (
    <FormDialog
      title={MOVE_TEXTS.open}
      submitLabel={MOVE_TEXTS.submit}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {MOVE_TEXTS.lead} {MOVE_TEXTS.foreignDevices}
      </p>
      {field('from', MOVE_TEXTS.from)}
      {field('to', MOVE_TEXTS.to)}
      {field('again', MOVE_TEXTS.again)}
      {field('proof', MOVE_TEXTS.proof, PROOF_MAX_LENGTH)}
      <CommentField typed={draft.typed['comment']} />
    </FormDialog>
  );
}

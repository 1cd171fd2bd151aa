/** /adept/account: one's own second factor, password and sessions. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { STAFF_ROLES } from '../../../shared/contract/staffMe';
import type { Provisioning } from '../../../shared/contract/staff';
import { passwordProblem } from '../../../shared/staffRules';
import { callErrorOf } from '../../api/callError';
import {
  useChangeOwnStaffPasswordMutation,
  useConfirmOwnSecondFactorMutation,
  useGetOwnStaffAccountQuery,
  useOfferOwnSecondFactorMutation,
  useRemoveOwnSecondFactorMutation,
  useRevokeOwnStaffSessionMutation,
} from '../../api/endpoints/staffTeam';
import { toast } from '../../app/toasts';
import { CodeField } from '../../components/staff/CodeField';
import { CompactField } from '../../components/staff/CompactField';
import { ConsoleDialog } from '../../components/staff/ConsoleDialog';
import { ConsoleCard } from '../../components/staff/ConsoleCard';
import { fieldOf, FormDialog, type TypedTexts } from '../../components/staff/FormDialog';
import { FormError } from '../../components/staff/FormError';
import { SecondFactorSetUp } from '../../components/staff/SecondFactorSetUp';
import { StaffFrame } from '../../components/staff/StaffFrame';
import { StaffSessions } from '../../components/staff/StaffSessions';
import { Facts } from '../../components/Facts';
import { SecondaryButton } from '../../components/SecondaryButton';
import { useStaffQueryFailure } from '../../hooks/useStaffFailure';
import { useStaffForm } from '../../hooks/useStaffForm';
import { PATHS } from '../../routes/paths';
import { STAFF_ACCOUNT_TEXTS } from '../../texts/staff/account';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { SECOND_FACTOR_TEXTS } from '../../texts/staff/secondFactor';
import { STAFF_SESSION_TEXTS } from '../../texts/staff/sessions';

type OpenDialog = 'turnOn' | 'turnOff' | 'password' | null;

export default function StaffAccount() {
  const {
    data: account,
    error,
    refetch,
  } = useGetOwnStaffAccountQuery({}, { refetchOnMountOrArgChange: true });
  useStaffQueryFailure(error);
  const [revoke] = useRevokeOwnStaffSessionMutation();
  const revoking = useStaffForm(STAFF_ACCOUNT_TEXTS.failed);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const role = STAFF_ROLES.find((each) => each === account?.role);
  const loadFailure =
    error === undefined ? null : (callErrorOf(error).reason ?? STAFF_ACCOUNT_TEXTS.loadFailed);

  return (
    <StaffFrame title={STAFF_ACCOUNT_TEXTS.title} back={PATHS.staffHome}>
      <Cards>
        <ConsoleCard
          title={STAFF_ACCOUNT_TEXTS.factor}
          actions={
            account === undefined ? null : account.hasSecondFactor ? (
              account.secondFactorRequired ? null : (
                <SecondaryButton size="small" fullWidth={false} onClick={() => setDialog('turnOff')}>
                  {STAFF_ACCOUNT_TEXTS.turnOff}
                </SecondaryButton>
              )
            ) : (
              <SecondaryButton size="small" fullWidth={false} onClick={() => setDialog('turnOn')}>
                {STAFF_ACCOUNT_TEXTS.turnOn}
              </SecondaryButton>
            )
          }
        >
          {account !== undefined && (
            <p>
              {account.hasSecondFactor ? STAFF_ACCOUNT_TEXTS.factorOn : STAFF_ACCOUNT_TEXTS.factorOff}
              {account.secondFactorRequired && ` ${STAFF_ACCOUNT_TEXTS.factorRequired}`}
            </p>
          )}
        </ConsoleCard>
        <ConsoleCard
          title={STAFF_ACCOUNT_TEXTS.password}
          actions={
            <SecondaryButton size="small" fullWidth={false} onClick={() => setDialog('password')}>
              {STAFF_ACCOUNT_TEXTS.changePassword}
            </SecondaryButton>
          }
        >
          <p>{STAFF_ACCOUNT_TEXTS.passwordLead}</p>
        </ConsoleCard>
        {account !== undefined && (
          <ConsoleCard title={STAFF_ACCOUNT_TEXTS.who}>
            <Facts
              facts={[
                { name: STAFF_ACCOUNT_TEXTS.username, value: account.username },
                {
                  name: STAFF_ACCOUNT_TEXTS.role,
                  value: role === undefined ? account.role : STAFF_FRAME_TEXTS.roles[role],
                },
              ]}
            />
          </ConsoleCard>
        )}
      </Cards>
      <ConsoleCard title={STAFF_ACCOUNT_TEXTS.sessions}>
        <FormError title={revoking.failure} />
        <StaffSessions
          label={STAFF_ACCOUNT_TEXTS.sessions}
          sessions={account?.sessions}
          error={loadFailure}
          onRetry={() => void refetch()}
          onRevoke={({ id }) =>
            void revoking.send(
              () => revoke({ sessionId: id }),
              () => toast.success(STAFF_SESSION_TEXTS.revoked),
            )
          }
        />
      </ConsoleCard>
      {dialog === 'turnOn' && <TurnOnDialog onClose={close} />}
      {dialog === 'turnOff' && <TurnOffDialog onClose={close} />}
      {dialog === 'password' && <PasswordDialog username={account?.username ?? ''} onClose={close} />}
    </StaffFrame>
  );
}

function CurrentPassword({ error, autoFocus = false }: { error: string | null; autoFocus?: boolean }) {
  return (
    <CompactField
      label={STAFF_ACCOUNT_TEXTS.currentPassword}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      autoFocus={autoFocus}
      maxLength={256}
      error={error}
    />
  );
}

function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const [offer] = useOfferOwnSecondFactorMutation();
  const [confirm] = useConfirmOwnSecondFactorMutation();
  const [provisioning, setProvisioning] = useState<Provisioning | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const { send, isSending, failure } = useStaffForm(STAFF_ACCOUNT_TEXTS.failed);

  const begin = (form: TypedTexts) => {
    const password = fieldOf(form, 'password');
    setIsMissing(password === '');
    if (password !== '') void send(() => offer({ password }), setProvisioning);
  };

  if (provisioning === null) {
    return (
      <FormDialog
        title={SECOND_FACTOR_TEXTS.setUpTitle}
        submitLabel={STAFF_ACCOUNT_TEXTS.next}
        isSending={isSending}
        failure={failure}
        onSubmit={begin}
        onClose={onClose}
      >
        <p>{STAFF_ACCOUNT_TEXTS.passwordFirst}</p>
        <CurrentPassword autoFocus error={isMissing ? STAFF_ACCOUNT_TEXTS.passwordMissing : null} />
      </FormDialog>
    );
  }
  return (
    <ConsoleDialog title={SECOND_FACTOR_TEXTS.setUpTitle} onClose={onClose} closeButton>
      <SecondFactorSetUp
        provisioning={provisioning}
        isSending={isSending}
        failure={failure}
        submitLabel={SECOND_FACTOR_TEXTS.confirm}
        onCode={(code) =>
          void send(
            () => confirm({ code }),
            () => {
              toast.success(STAFF_ACCOUNT_TEXTS.turnedOn);
              onClose();
            },
          )
        }
      />
    </ConsoleDialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [remove] = useRemoveOwnSecondFactorMutation();
  const [isMissing, setIsMissing] = useState(false);
  const { send, isSending, failure } = useStaffForm(STAFF_ACCOUNT_TEXTS.failed);

  const submit = (form: TypedTexts) => {
    const proof = { password: fieldOf(form, 'password'), code: fieldOf(form, 'code') };
    setIsMissing(proof.password === '');
    if (proof.password === '') return;
    void send(
      () => remove(proof),
      () => {
        toast.success(STAFF_ACCOUNT_TEXTS.turnedOff);
        onClose();
      },
    );
  };

  return (
    <FormDialog
      title={STAFF_ACCOUNT_TEXTS.turnOff}
      submitLabel={STAFF_ACCOUNT_TEXTS.turnOff}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{STAFF_ACCOUNT_TEXTS.turnOffLead}</p>
      <CurrentPassword autoFocus error={isMissing ? STAFF_ACCOUNT_TEXTS.passwordMissing : null} />
      <CodeField />
    </FormDialog>
  );
}

function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [change] = useChangeOwnStaffPasswordMutation();
  const [isMissing, setIsMissing] = useState(false);
  const [isWeak, setIsWeak] = useState(false);
  const { send, isSending, failure } = useStaffForm(STAFF_ACCOUNT_TEXTS.failed);

  const submit = (form: TypedTexts) => {
    const passwords = { password: fieldOf(form, 'password'), newPassword: fieldOf(form, 'newPassword') };
    const isBad = passwordProblem(passwords.newPassword, username) !== null;
    setIsMissing(passwords.password === '');
    setIsWeak(isBad);
    if (passwords.password === '' || isBad) return;
    void send(
      () => change(passwords),
      () => {
        toast.success(STAFF_ACCOUNT_TEXTS.passwordChanged);
        onClose();
      },
    );
  };

  return (
    <FormDialog
      title={STAFF_ACCOUNT_TEXTS.changePassword}
      submitLabel={STAFF_ACCOUNT_TEXTS.changePassword}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* For the password manager, which otherwise does not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <CurrentPassword autoFocus error={isMissing ? STAFF_ACCOUNT_TEXTS.passwordMissing : null} />
      <CompactField
        label={STAFF_ACCOUNT_TEXTS.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        maxLength={256}
        error={isWeak ? STAFF_ACCOUNT_TEXTS.newPasswordWeak : null}
        hint={STAFF_ACCOUNT_TEXTS.newPasswordHint}
      />
    </FormDialog>
  );
}

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  gap: 16,
});

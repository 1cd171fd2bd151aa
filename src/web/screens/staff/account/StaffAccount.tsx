/** Screen /adept/account. Manages the agent's own second factor, password and sessions. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { Provisioning } from '../../../../shared/contract/staff';
import { staffAccountCalls } from '../../../../shared/contract/staffAccount';
import { passwordProblem } from '../../../../shared/newStaffCredentials';
import { STAFF_PASSWORD_MAX_LENGTH } from '../../../../shared/staffRules';
import { toCallError } from '../../../api/callError';
import {
  useChangeOwnStaffPasswordMutation,
  useConfirmOwnSecondFactorMutation,
  useGetOwnStaffAccountQuery,
  useOfferOwnSecondFactorMutation,
  useRemoveOwnSecondFactorMutation,
  useRevokeOwnStaffSessionMutation,
} from '../../../api/endpoints/staffTeam';
import { DescriptionList } from '../../../components/display/DescriptionList';
import { CodeField } from '../../../components/staff/CodeField';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ConsoleDialog } from '../../../components/staff/ConsoleDialog';
import { useShortcutSetting } from '../../../components/staff/consoleShortcuts';
import { CONTROL_HEIGHT } from '../../../components/staff/consoleStyles';
import { FormDialog } from '../../../components/staff/FormDialog';
import { FormError } from '../../../components/staff/FormError';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { SecondFactorSetUp } from '../../../components/staff/SecondFactorSetUp';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { StaffSessions } from '../../../components/staff/StaffSessions';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { PATHS } from '../../../navigation/paths';
import { STAFF_ACCOUNT_TEXTS } from '../../../texts/staff/account';
import { roleName } from '../../../texts/staff/roles';
import { SECOND_FACTOR_TEXTS } from '../../../texts/staff/secondFactor';
import { STAFF_SESSION_TEXTS } from '../../../texts/staff/sessions';
import { toast } from '../../../toasts/toasts';

type OpenDialog = 'turnOn' | 'turnOff' | 'password' | null;

export default function StaffAccount() {
  const {
    data: account,
    error,
    refetch,
  } = useGetOwnStaffAccountQuery({}, { refetchOnMountOrArgChange: true });
  useStaffQueryFailure(error);
  const [revoke] = useRevokeOwnStaffSessionMutation();
  const revoking = useStaffChange();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const loadFailure =
    error === undefined ? null : (toCallError(error).reason ?? STAFF_ACCOUNT_TEXTS.loadFailed);

  return (
    <StaffFrame title={STAFF_ACCOUNT_TEXTS.title} back={PATHS.staffHome}>
      {account === undefined && loadFailure === null && (
        <LoadingRows label={STAFF_ACCOUNT_TEXTS.loading} rows={2} height={96} />
      )}
      <Cards>
        <Panel
          title={STAFF_ACCOUNT_TEXTS.factor}
          end={
            account === undefined ? null : account.hasSecondFactor ? (
              account.secondFactorRequired ? null : (
                <SmallButton onClick={() => setDialog('turnOff')}>{STAFF_ACCOUNT_TEXTS.turnOff}</SmallButton>
              )
            ) : (
              <SmallButton onClick={() => setDialog('turnOn')}>{STAFF_ACCOUNT_TEXTS.turnOn}</SmallButton>
            )
          }
        >
          {account !== undefined && (
            <p>
              <span>
                {account.hasSecondFactor ? STAFF_ACCOUNT_TEXTS.factorOn : STAFF_ACCOUNT_TEXTS.factorOff}
              </span>
              {account.secondFactorRequired && <span>{` ${STAFF_ACCOUNT_TEXTS.factorRequired}`}</span>}
            </p>
          )}
        </Panel>
        <Panel
          title={STAFF_ACCOUNT_TEXTS.password}
          end={
            <SmallButton onClick={() => setDialog('password')}>
              {STAFF_ACCOUNT_TEXTS.changePassword}
            </SmallButton>
          }
        >
          <p>{STAFF_ACCOUNT_TEXTS.passwordLead}</p>
        </Panel>
        <ShortcutSetting />
        {account !== undefined && (
          <Panel title={STAFF_ACCOUNT_TEXTS.who}>
            <DescriptionList
              details={[
                { name: STAFF_ACCOUNT_TEXTS.username, value: account.username },
                { name: STAFF_ACCOUNT_TEXTS.role, value: roleName(account.role) },
              ]}
            />
          </Panel>
        )}
      </Cards>
      <Panel title={STAFF_ACCOUNT_TEXTS.sessions} isRegion={false}>
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
      </Panel>
      {dialog === 'turnOn' && <TurnOnDialog onClose={close} />}
      {dialog === 'turnOff' && <TurnOffDialog onClose={close} />}
      {dialog === 'password' && <PasswordDialog username={account?.username ?? ''} onClose={close} />}
    </StaffFrame>
  );
}

function ShortcutSetting() {
  const [areKeysOn, setKeysOn] = useShortcutSetting();
  return (
    <Panel
      title={STAFF_ACCOUNT_TEXTS.keys}
      end={
        <SmallButton onClick={() => setKeysOn(!areKeysOn)}>
          {areKeysOn ? STAFF_ACCOUNT_TEXTS.turnKeysOff : STAFF_ACCOUNT_TEXTS.turnKeysOn}
        </SmallButton>
      }
    >
      <p role="status">{areKeysOn ? STAFF_ACCOUNT_TEXTS.keysOn : STAFF_ACCOUNT_TEXTS.keysOff}</p>
    </Panel>
  );
}

function CurrentPassword(field: { name: string; error: string | null }) {
  return (
    <CompactField
      {...field}
      label={STAFF_ACCOUNT_TEXTS.currentPassword}
      type="password"
      autoComplete="current-password"
      required
      autoFocus
      maxLength={STAFF_PASSWORD_MAX_LENGTH}
    />
  );
}

function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const [offer] = useOfferOwnSecondFactorMutation();
  const [provisioning, setProvisioning] = useState<Provisioning | null>(null);
  const form = useStaffForm({
    draft: null,
    fields: { password: '' },
    body: staffAccountCalls.offerOwnSecondFactor.body,
    read: ({ password }) => ({ password }),
    problems: { password: STAFF_ACCOUNT_TEXTS.passwordMissing },
    send: offer,
    onDone: setProvisioning,
  });
  if (provisioning !== null) return <ConfirmDialog provisioning={provisioning} onClose={onClose} />;
  return (
    <FormDialog
      title={SECOND_FACTOR_TEXTS.setUpTitle}
      submitLabel={STAFF_ACCOUNT_TEXTS.next}
      form={form}
      onClose={onClose}
    >
      <p>{STAFF_ACCOUNT_TEXTS.passwordFirst}</p>
      <CurrentPassword {...form.secret('password')} />
    </FormDialog>
  );
}

function ConfirmDialog({ provisioning, onClose }: { provisioning: Provisioning; onClose: () => void }) {
  const [confirm] = useConfirmOwnSecondFactorMutation();
  const { send, isSending, failure } = useStaffChange();
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
  const form = useStaffForm({
    draft: null,
    fields: { password: '', code: '' },
    body: staffAccountCalls.removeOwnSecondFactor.body,
    read: (typed) => typed,
    problems: { password: STAFF_ACCOUNT_TEXTS.passwordMissing, code: SECOND_FACTOR_TEXTS.codeMissing },
    send: remove,
    onDone: () => {
      toast.success(STAFF_ACCOUNT_TEXTS.turnedOff);
      onClose();
    },
  });
  return (
    <FormDialog
      title={STAFF_ACCOUNT_TEXTS.turnOff}
      submitLabel={STAFF_ACCOUNT_TEXTS.turnOff}
      form={form}
      onClose={onClose}
    >
      <p>{STAFF_ACCOUNT_TEXTS.turnOffLead}</p>
      <CurrentPassword {...form.secret('password')} />
      <CodeField error={form.secret('code').error} />
    </FormDialog>
  );
}

function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [change] = useChangeOwnStaffPasswordMutation();
  const form = useStaffForm({
    draft: null,
    fields: { password: '', newPassword: '' },
    body: staffAccountCalls.changeOwnStaffPassword.body,
    read: (typed) => typed,
    problems: { password: STAFF_ACCOUNT_TEXTS.passwordMissing },
    check: ({ newPassword }) => ({
      newPassword:
        passwordProblem(newPassword, username) === null ? null : STAFF_ACCOUNT_TEXTS.newPasswordWeak,
    }),
    send: change,
    onDone: () => {
      toast.success(STAFF_ACCOUNT_TEXTS.passwordChanged);
      onClose();
    },
  });
  return (
    <FormDialog
      title={STAFF_ACCOUNT_TEXTS.changePassword}
      submitLabel={STAFF_ACCOUNT_TEXTS.changePassword}
      form={form}
      onClose={onClose}
    >
      {/* This hidden input gives password managers the username that belongs to the password. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <CurrentPassword {...form.secret('password')} />
      <CompactField
        {...form.secret('newPassword')}
        label={STAFF_ACCOUNT_TEXTS.newPassword}
        type="password"
        autoComplete="new-password"
        required
        maxLength={STAFF_PASSWORD_MAX_LENGTH}
        hint={STAFF_ACCOUNT_TEXTS.newPasswordHint}
      />
    </FormDialog>
  );
}

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  gap: 16,
  // Keeps the section titles in a row at the same height, with or without a button beside a title.
  '& > section > div:first-of-type': { minHeight: CONTROL_HEIGHT },
});

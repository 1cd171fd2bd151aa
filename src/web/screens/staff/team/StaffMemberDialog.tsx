/**
 * Dialog for one staff account. The dialog shows the sessions of the staff account and the actions that an admin may
 * take.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { StaffMember } from '../../../../shared/contract/staffTeam';
import { STAFF_ROLES, type StaffRole } from '../../../../shared/staffRoles';
import {
  useChangeStaffRoleMutation,
  useDisableStaffMutation,
  useEnableStaffMutation,
  useGetStaffSessionsQuery,
  useResetStaffPasswordMutation,
  useResetStaffSecondFactorMutation,
  useRevokeStaffSessionMutation,
} from '../../../api/endpoints/staffTeam';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { TextLink } from '../../../components/controls/TextLink';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ConsoleDialog, DialogButtons } from '../../../components/staff/ConsoleDialog';
import { FormError } from '../../../components/staff/FormError';
import { StaffSessions } from '../../../components/staff/StaffSessions';
import { type StaffChange, useStaffChange } from '../../../components/staff/useStaffChange';
import { useTableQuery } from '../../../components/staff/useTableQuery';
import { formatDateTime } from '../../../texts/dates';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';
import { ROLE_CHOICES, roleName } from '../../../texts/staff/roles';
import { STAFF_SESSION_TEXTS } from '../../../texts/staff/sessions';
import { STAFF_TEAM_TEXTS } from '../../../texts/staff/team';
import { toast } from '../../../toasts/toasts';

interface StaffMemberDialogProps {
  member: StaffMember;
  /** Path of the screen on which staff manage their own account. */
  accountPath: string;
  /** Callback that receives a new generated password, which the admin must pass on to the staff member. */
  onPassword: (username: string, password: string | null | undefined) => void;
  onClose: () => void;
}

/** Actions that need a confirmation. */
type Question = 'password' | 'factor' | 'disable';

export function StaffMemberDialog({ member, accountPath, onPassword, onClose }: StaffMemberDialogProps) {
  const form = useStaffChange();
  return (
    <ConsoleDialog title={member.username} width={760} onClose={onClose} closeButton>
      <p>
        {[STAFF_TEAM_TEXTS.madeBy(member.createdBy ?? null), formatDateTime(member.createdAt)].join(', ')}
      </p>
      <FormError title={form.failure} />
      {member.isOwn ? (
        <p>
          {STAFF_TEAM_TEXTS.ownHint} <TextLink to={accountPath}>{STAFF_TEAM_TEXTS.toAccount}</TextLink>
        </p>
      ) : (
        <Actions member={member} form={form} onPassword={onPassword} />
      )}
      <Sessions member={member} form={form} />
    </ConsoleDialog>
  );
}

interface ActionsProps {
  member: StaffMember;
  form: StaffChange;
  onPassword: StaffMemberDialogProps['onPassword'];
}

function Actions({ member, form, onPassword }: ActionsProps) {
  const { id: staffId, username } = member;
  const [changeRole] = useChangeStaffRoleMutation();
  const [resetPassword] = useResetStaffPasswordMutation();
  const [resetFactor] = useResetStaffSecondFactorMutation();
  const [disable] = useDisableStaffMutation();
  const [enable] = useEnableStaffMutation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [role, setRole] = useState(member.role);

  const saveRole = (next: StaffRole) =>
    form.send(
      () => changeRole({ staffId, role: next }),
      () => toast.success(STAFF_TEAM_TEXTS.roleChanged(username, roleName(next))),
    );
  const responses: Readonly<Record<Question, { lead: string; label: string; onYes: () => Promise<void> }>> = {
    password: {
      lead: STAFF_TEAM_TEXTS.resetPasswordLead(username),
      label: STAFF_TEAM_TEXTS.resetPassword,
      onYes: () =>
        form.send(
          () => resetPassword({ staffId }),
          ({ password }) => {
            toast.success(STAFF_TEAM_TEXTS.passwordReset(username));
            onPassword(username, password);
          },
        ),
    },
    factor: {
      lead: STAFF_TEAM_TEXTS.resetFactorLead(username),
      label: STAFF_TEAM_TEXTS.resetFactor,
      onYes: () =>
        form.send(
          () => resetFactor({ staffId }),
          () => toast.success(STAFF_TEAM_TEXTS.factorReset(username)),
        ),
    },
    disable: {
      lead: STAFF_TEAM_TEXTS.disableLead(username),
      label: STAFF_TEAM_TEXTS.disable,
      onYes: () =>
        form.send(
          () => disable({ staffId }),
          () => toast.success(STAFF_TEAM_TEXTS.disabledNow(username)),
        ),
    },
  };
  const enableNow = () =>
    form.send(
      () => enable({ staffId }),
      () => toast.success(STAFF_TEAM_TEXTS.enabledNow(username)),
    );

  if (question !== null) {
    const { lead, label, onYes } = responses[question];
    return (
      <>
        <p>{lead}</p>
        <DialogButtons>
          <SmallButton onClick={() => setQuestion(null)}>{DIALOG_TEXTS.cancel}</SmallButton>
          <PrimaryButton
            size="small"
            fullWidth={false}
            loading={form.isSending}
            loadingLabel={DIALOG_TEXTS.sending}
            onClick={() => void onYes().then(() => setQuestion(null))}
          >
            {label}
          </PrimaryButton>
        </DialogButtons>
      </>
    );
  }
  const chosen = STAFF_ROLES.find((each) => each === role);
  return (
    <Row>
      <CompactSelect
        label={STAFF_TEAM_TEXTS.role}
        name="role"
        choices={ROLE_CHOICES}
        value={role}
        onChange={setRole}
      />
      {chosen !== undefined && chosen !== member.role && (
        <SmallButton onClick={() => void saveRole(chosen)}>{STAFF_TEAM_TEXTS.changeRole}</SmallButton>
      )}
      <SmallButton onClick={() => setQuestion('password')}>{STAFF_TEAM_TEXTS.resetPassword}</SmallButton>
      {member.hasSecondFactor && (
        <SmallButton onClick={() => setQuestion('factor')}>{STAFF_TEAM_TEXTS.resetFactor}</SmallButton>
      )}
      {member.disabledAt ? (
        <SmallButton onClick={() => void enableNow()}>{STAFF_TEAM_TEXTS.enable}</SmallButton>
      ) : (
        <SmallButton onClick={() => setQuestion('disable')}>{STAFF_TEAM_TEXTS.disable}</SmallButton>
      )}
    </Row>
  );
}

function Sessions({ member, form }: { member: StaffMember; form: StaffChange }) {
  const query = useGetStaffSessionsQuery({ staffId: member.id }, { refetchOnMountOrArgChange: true });
  const { error, onRetry } = useTableQuery(query, { loadFailed: STAFF_TEAM_TEXTS.sessionsFailed });
  const [revoke] = useRevokeStaffSessionMutation();
  return (
    <StaffSessions
      label={STAFF_TEAM_TEXTS.formatSessions(member.username)}
      sessions={query.data?.content}
      error={error}
      onRetry={onRetry}
      onRevoke={({ id }) =>
        void form.send(
          () => revoke({ sessionId: id }),
          () => toast.success(STAFF_SESSION_TEXTS.revoked),
        )
      }
    />
  );
}

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 8 });

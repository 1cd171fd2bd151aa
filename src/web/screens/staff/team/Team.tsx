/** Screen /adept/team, for admins. Lists staff accounts. `?id=` opens one account. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type StaffMember, staffTeamCalls } from '../../../../shared/contract/staffTeam';
import { isNewStaffUsername, passwordProblem } from '../../../../shared/newStaffCredentials';
import { STAFF_ROLES, type StaffRole } from '../../../../shared/staffRoles';
import {
  normalizeUsername,
  STAFF_PASSWORD_MAX_LENGTH,
  STAFF_USERNAME_MAX_LENGTH,
} from '../../../../shared/staffRules';
import { useCreateStaffMutation, useListStaffQuery } from '../../../api/endpoints/staffTeam';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { FormDialog } from '../../../components/staff/FormDialog';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { ROLE_CHOICES, roleName } from '../../../texts/staff/roles';
import { STAFF_TEAM_TEXTS } from '../../../texts/staff/team';
import { toast } from '../../../toasts/toasts';
import { PasswordOnce } from './PasswordOnce';
import { StaffMemberDialog } from './StaffMemberDialog';

const COLUMNS: readonly Column<StaffMember>[] = [
  {
    id: 'username',
    label: STAFF_TEAM_TEXTS.username,
    render: ({ username, isOwn }) => (isOwn ? `${username} (${STAFF_TEAM_TEXTS.you})` : username),
  },
  { id: 'role', label: STAFF_TEAM_TEXTS.role, render: ({ role }) => roleName(role) },
  {
    id: 'factor',
    label: STAFF_TEAM_TEXTS.factor,
    render: ({ hasSecondFactor }) =>
      hasSecondFactor ? STAFF_TEAM_TEXTS.factorOn : STAFF_TEAM_TEXTS.factorOff,
  },
  { id: 'sessions', label: STAFF_TEAM_TEXTS.sessions, align: 'right', render: ({ sessions }) => sessions },
  {
    id: 'lastSignIn',
    label: STAFF_TEAM_TEXTS.lastSignIn,
    render: ({ lastSignInAt }) => formatDateTime(lastSignInAt) ?? STAFF_TEAM_TEXTS.never,
  },
  {
    id: 'state',
    label: STAFF_TEAM_TEXTS.state,
    render: ({ disabledAt }) =>
      disabledAt ? (
        <StatusChip tone="danger" size="small">
          {STAFF_TEAM_TEXTS.disabled}
        </StatusChip>
      ) : (
        STAFF_TEAM_TEXTS.enabled
      ),
  },
];

export default function Team() {
  const query = useListStaffQuery({}, ALWAYS_FRESH);
  const table = useTableQuery(query, STAFF_TEAM_TEXTS);
  const { may } = useStaffRights();
  const [address, setAddress] = useSearchParams();
  const creation = useDraftDialog('newColleague');
  const [handedOut, setHandedOut] = useState<{ username: string; password: string } | null>(null);
  const opened = query.data?.content.find(({ id }) => String(id) === address.get('id'));

  const handOut = (username: string, password: string | null | undefined) => {
    if (password) setHandedOut({ username, password });
  };

  return (
    <StaffFrame
      title={STAFF_TEAM_TEXTS.title}
      back={PATHS.staffHome}
      actions={
        may('manageTeam') && (
          <PrimaryButton size="small" fullWidth={false} onClick={creation.open}>
            {STAFF_TEAM_TEXTS.create}
          </PrimaryButton>
        )
      }
    >
      <DataTable
        label={STAFF_TEAM_TEXTS.table}
        columns={COLUMNS}
        rows={query.data?.content}
        {...table}
        rowKey={({ id }) => id}
        emptyText={STAFF_TEAM_TEXTS.empty}
        onOpen={({ id }) => setAddress({ id: String(id) })}
      />
      {creation.isOpen && (
        <CreateDialog
          onClose={creation.close}
          onCreated={(username, password) => {
            creation.close();
            toast.success(STAFF_TEAM_TEXTS.created(username));
            handOut(username, password);
          }}
        />
      )}
      {opened !== undefined && handedOut === null && (
        <StaffMemberDialog
          key={opened.id}
          member={opened}
          accountPath={PATHS.staffAccount}
          onPassword={handOut}
          onClose={() => setAddress({}, { replace: true })}
        />
      )}
      {handedOut !== null && <PasswordOnce {...handedOut} onClose={() => setHandedOut(null)} />}
    </StaffFrame>
  );
}

const FIRST_ROLE: StaffRole = 'support';

function CreateDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (username: string, password: string | null | undefined) => void;
}) {
  const [create] = useCreateStaffMutation();
  const form = useStaffForm({
    draft: 'newColleague',
    fields: { username: '', role: FIRST_ROLE, password: '' },
    body: staffTeamCalls.createStaff.body,
    read: ({ username, role, password }) => ({
      username: normalizeUsername(username),
      role: STAFF_ROLES.find((each) => each === role) ?? FIRST_ROLE,
      password: password === '' ? null : password,
    }),
    check: ({ username, password }) => ({
      username: isNewStaffUsername(normalizeUsername(username)) ? null : STAFF_TEAM_TEXTS.usernameRejected,
      password:
        password === '' || passwordProblem(password, normalizeUsername(username)) === null
          ? null
          : STAFF_TEAM_TEXTS.passwordWeak,
    }),
    send: create,
    onDone: ({ username, password }) => onCreated(username, password),
  });
  return (
    <FormDialog
      title={STAFF_TEAM_TEXTS.createTitle}
      submitLabel={STAFF_TEAM_TEXTS.createSubmit}
      form={form}
      onClose={onClose}
    >
      <CompactField
        {...form.field('username')}
        label={STAFF_TEAM_TEXTS.username}
        autoComplete="off"
        autoFocus
        required
        maxLength={STAFF_USERNAME_MAX_LENGTH}
        hint={STAFF_TEAM_TEXTS.usernameHint}
      />
      <CompactSelect {...form.choice('role')} label={STAFF_TEAM_TEXTS.role} choices={ROLE_CHOICES} />
      <CompactField
        {...form.secret('password')}
        label={STAFF_TEAM_TEXTS.password}
        type="password"
        autoComplete="new-password"
        maxLength={STAFF_PASSWORD_MAX_LENGTH}
        hint={STAFF_TEAM_TEXTS.passwordHint}
      />
    </FormDialog>
  );
}

/**
 * Table of the active sessions of a staff member: device and IP address, sign-in time and last use. Each session can be
 * revoked.
 */
import type { StaffSession } from '../../../shared/contract/staffAccount';
import { formatDateTime } from '../../texts/dates';
import { formatBrowser, STAFF_SESSION_TEXTS } from '../../texts/staff/sessions';
import { SmallButton } from './ConsoleButton';
import { type Column, DataTable } from './DataTable';

interface StaffSessionsProps {
  label: string;
  sessions: readonly StaffSession[] | undefined;
  error: string | null;
  onRetry: () => void;
  onRevoke: (session: StaffSession) => void;
}

const COLUMNS: readonly Column<StaffSession>[] = [
  {
    id: 'from',
    label: STAFF_SESSION_TEXTS.from,
    render: ({ ip, userAgent, isCurrent }) => (
      <span title={userAgent}>
        <span>{`${formatBrowser(userAgent)} · ${ip}`}</span>
        {isCurrent && <strong>{` · ${STAFF_SESSION_TEXTS.current}`}</strong>}
      </span>
    ),
  },
  {
    id: 'created',
    label: STAFF_SESSION_TEXTS.since,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    id: 'used',
    label: STAFF_SESSION_TEXTS.lastUsed,
    render: ({ lastUsedAt }) => <span title={STAFF_SESSION_TEXTS.within}>{formatDateTime(lastUsedAt)}</span>,
  },
  { id: 'ends', label: STAFF_SESSION_TEXTS.ends, render: ({ expiresAt }) => formatDateTime(expiresAt) },
];

export function StaffSessions({ label, sessions, error, onRetry, onRevoke }: StaffSessionsProps) {
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={sessions}
      rowKey={({ id }) => id}
      emptyText={STAFF_SESSION_TEXTS.none}
      error={error}
      onRetry={onRetry}
      expectedRows={2}
      rowActions={(session) =>
        session.isCurrent ? null : (
          <SmallButton onClick={() => onRevoke(session)}>{STAFF_SESSION_TEXTS.revoke}</SmallButton>
        )
      }
    />
  );
}

/** Screen /adept/emails. Lists undelivered emails and sends an email again. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StaffUndeliveredEmail } from '../../../../shared/contract/staffEmails';
import { useListUndeliveredEmailsQuery, useSendEmailAgainMutation } from '../../../api/endpoints/staffEmails';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CursorPaging } from '../../../components/staff/CursorPaging';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { emailName } from '../../../texts/staff/emailNames';
import { STAFF_EMAIL_TEXTS } from '../../../texts/staff/emails';
import { failureReason } from '../../../texts/staff/failureReason';
import { toast } from '../../../toasts/toasts';

const formatName = ({ template }: StaffUndeliveredEmail): string =>
  template ? emailName(template) : STAFF_EMAIL_TEXTS.unknown;

const COLUMNS: readonly Column<StaffUndeliveredEmail>[] = [
  { id: 'when', label: STAFF_EMAIL_TEXTS.when, render: ({ failedAt }) => formatDateTime(failedAt) },
  { id: 'template', label: STAFF_EMAIL_TEXTS.email, render: formatName },
  {
    id: 'customer',
    label: STAFF_EMAIL_TEXTS.customer,
    render: ({ userId, email }) => (userId ? <CustomerLink id={userId} email={email} /> : (email ?? null)),
  },
  { id: 'reason', label: STAFF_EMAIL_TEXTS.reason, render: (row) => <Reason row={row} /> },
  { id: 'tries', label: STAFF_EMAIL_TEXTS.tries, align: 'right', render: ({ attempts }) => attempts },
];

function Reason({ row: { reason, state, rejectedSince, canBeSentAgain } }: { row: StaffUndeliveredEmail }) {
  return (
    // The cell content is a single element, because a table cell is a two-column grid on narrow screens.
    <div>
      {reason !== '' && <div>{failureReason(reason)}</div>}
      {rejectedSince && (
        <div>{STAFF_EMAIL_TEXTS.rejectedSince(formatDateTime(rejectedSince) ?? rejectedSince)}</div>
      )}
      {!canBeSentAgain && (
        <div>{state === 'waiting' ? STAFF_EMAIL_TEXTS.waiting : STAFF_EMAIL_TEXTS.secretGone}</div>
      )}
    </div>
  );
}

export default function UndeliveredEmails() {
  const [address, setAddress] = useSearchParams();
  const before = Number(address.get('before')) || null;
  const query = useListUndeliveredEmailsQuery({ before }, ALWAYS_FRESH);
  const table = useTableQuery(query, STAFF_EMAIL_TEXTS);

  return (
    <StaffFrame title={STAFF_EMAIL_TEXTS.title} back={PATHS.staffHome}>
      <p>{STAFF_EMAIL_TEXTS.lead}</p>
      <DataTable
        label={STAFF_EMAIL_TEXTS.table}
        columns={COLUMNS}
        rows={query.currentData?.content}
        {...table}
        rowKey={({ id }) => id}
        emptyText={STAFF_EMAIL_TEXTS.empty}
        rowActions={(row) => row.canBeSentAgain && <SendAgain row={row} />}
      />
      <CursorPaging
        start={before}
        next={query.currentData?.next}
        onPage={(start) => setAddress(start === null ? {} : { before: String(start) })}
      />
    </StaffFrame>
  );
}

function SendAgain({ row }: { row: StaffUndeliveredEmail }) {
  const [sendAgain] = useSendEmailAgainMutation();
  const sending = useStaffChange();
  const [isSent, setIsSent] = useState(false);
  const send = () =>
    sending.send(
      () => sendAgain({ id: row.id }),
      () => {
        setIsSent(true);
        toast.success(STAFF_EMAIL_TEXTS.leaves);
      },
      { onFailed: ({ reason, message }) => toast.error(reason ?? message) },
    );
  return (
    <SmallButton
      loading={sending.isSending}
      disabled={isSent}
      aria-label={STAFF_EMAIL_TEXTS.sendAgainLabel(formatName(row), row.email ?? null)}
      onClick={() => void send()}
    >
      {STAFF_EMAIL_TEXTS.sendAgain}
    </SmallButton>
  );
}

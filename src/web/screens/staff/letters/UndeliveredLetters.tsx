/** /adept/letters: letters that reached nobody, and sending one again. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StaffUndeliveredLetter } from '../../../../shared/contract/staffLetters';
import {
  useListUndeliveredLettersQuery,
  useSendLetterAgainMutation,
} from '../../../api/endpoints/staffLetters';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CursorPaging } from '../../../components/staff/CursorPaging';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_LETTER_TEXTS } from '../../../texts/staff/letters';
import { letterName } from '../../../texts/staff/timeline';
import { toast } from '../../../toasts/toasts';

const nameOf = ({ letter }: StaffUndeliveredLetter): string =>
  letter ? letterName(letter) : STAFF_LETTER_TEXTS.unknown;

const COLUMNS: readonly Column<StaffUndeliveredLetter>[] = [
  { id: 'when', label: STAFF_LETTER_TEXTS.when, render: ({ failedAt }) => formatDateTime(failedAt) },
  { id: 'letter', label: STAFF_LETTER_TEXTS.letter, render: nameOf },
  {
    id: 'customer',
    label: STAFF_LETTER_TEXTS.customer,
    render: ({ userId, email }) => (userId ? <CustomerLink id={userId} email={email} /> : (email ?? null)),
  },
  { id: 'reason', label: STAFF_LETTER_TEXTS.reason, render: (row) => <Reason row={row} /> },
  { id: 'tries', label: STAFF_LETTER_TEXTS.tries, align: 'right', render: ({ attempts }) => attempts },
];

function Reason({ row: { reason, refusedSince, canBeSentAgain } }: { row: StaffUndeliveredLetter }) {
  return (
    // One child: on a phone a cell is a grid of its name and its content.
    <div>
      <div>{reason}</div>
      {refusedSince && (
        <div>{STAFF_LETTER_TEXTS.refusedSince(formatDateTime(refusedSince) ?? refusedSince)}</div>
      )}
      {!canBeSentAgain && <div>{STAFF_LETTER_TEXTS.secretGone}</div>}
    </div>
  );
}

export default function UndeliveredLetters() {
  const [address, setAddress] = useSearchParams();
  const before = Number(address.get('before')) || null;
  const query = useListUndeliveredLettersQuery({ before }, ALWAYS_FRESH);
  const table = useTableQuery(query, STAFF_LETTER_TEXTS);

  return (
    <StaffFrame title={STAFF_LETTER_TEXTS.title} back={PATHS.staffHome}>
      <p>{STAFF_LETTER_TEXTS.lead}</p>
      <DataTable
        label={STAFF_LETTER_TEXTS.table}
        columns={COLUMNS}
        rows={query.currentData?.content}
        {...table}
        rowKey={({ id }) => id}
        emptyText={STAFF_LETTER_TEXTS.empty}
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

function SendAgain({ row }: { row: StaffUndeliveredLetter }) {
  const [sendAgain] = useSendLetterAgainMutation();
  const sending = useStaffChange();
  const [isSent, setIsSent] = useState(false);
  const send = () =>
    sending.send(
      () => sendAgain({ id: row.id }),
      () => {
        setIsSent(true);
        toast.success(STAFF_LETTER_TEXTS.leaves);
      },
      { onFailed: ({ reason, message }) => toast.error(reason ?? message) },
    );
  return (
    <SmallButton
      loading={sending.isSending}
      disabled={isSent}
      aria-label={STAFF_LETTER_TEXTS.sendAgainLabel(nameOf(row), row.email ?? null)}
      onClick={() => void send()}
    >
      {STAFF_LETTER_TEXTS.sendAgain}
    </SmallButton>
  );
}

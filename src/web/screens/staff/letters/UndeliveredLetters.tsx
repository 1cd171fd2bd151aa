/** /adept/letters: letters that reached nobody, and sending one again. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StaffUndeliveredLetter } from '../../../../shared/contract/staffLetters';
import { callErrorOf } from '../../../api/callError';
import {
  useListUndeliveredLettersQuery,
  useSendLetterAgainMutation,
} from '../../../api/endpoints/staffLetters';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
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
  const [query, setQuery] = useSearchParams();
  const before = Number(query.get('before')) || null;
  const { currentData, error, isFetching, refetch } = useListUndeliveredLettersQuery(
    { before },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const failure = error === undefined ? null : callErrorOf(error);
  const show = (page: number | null) => setQuery(page === null ? {} : { before: String(page) });

  return (
    <StaffFrame title={STAFF_LETTER_TEXTS.title} back={PATHS.staffHome}>
      <p>{STAFF_LETTER_TEXTS.lead}</p>
      <DataTable
        label={STAFF_LETTER_TEXTS.table}
        columns={COLUMNS}
        rows={currentData?.content}
        rowKey={({ id }) => id}
        isFetching={isFetching}
        emptyText={STAFF_LETTER_TEXTS.empty}
        error={failure === null ? null : (failure.reason ?? STAFF_LETTER_TEXTS.loadFailed)}
        onRetry={() => void refetch()}
        rowActions={(row) => row.canBeSentAgain && <SendAgain row={row} />}
      />
      {before !== null && <SmallButton onClick={() => show(null)}>{STAFF_LETTER_TEXTS.newest}</SmallButton>}
      {currentData?.next && (
        <SmallButton onClick={() => show(currentData.next ?? null)}>{STAFF_LETTER_TEXTS.older}</SmallButton>
      )}
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

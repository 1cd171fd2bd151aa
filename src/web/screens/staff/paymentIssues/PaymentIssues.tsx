/**
 * Screen /adept/paymentIssues, for senior staff. Lists payments that need attention. `?all=1` includes resolved
 * payments.
 */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StaffPaymentIssuesQuestion } from '../../../../shared/contract/staffPaymentIssues';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { useListPaymentIssuesQuery } from '../../../api/endpoints/staffPaymentIssues';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CursorPaging } from '../../../components/staff/CursorPaging';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { HiddenUntilKnown } from '../../../components/staff/HiddenUntilKnown';
import { useDraftDialog, useRowDraftDialog } from '../../../components/staff/staffDrafts';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useMayRead } from '../../../components/staff/useStaffRights';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { nameOfCustomer } from '../../../texts/staff/customerName';
import { failureReason } from '../../../texts/staff/failureReason';
import { STAFF_PAYMENT_ISSUES_TEXTS } from '../../../texts/staff/paymentIssues';
import { ChargebackDialog } from './ChargebackDialog';
import { DecideDialog } from './DecideDialog';

const COLUMNS: readonly Column<StaffPaymentIssuesQuestion>[] = [
  { id: 'when', label: STAFF_PAYMENT_ISSUES_TEXTS.when, render: ({ at }) => formatDateTime(at) },
  {
    id: 'question',
    label: STAFF_PAYMENT_ISSUES_TEXTS.question,
    render: ({ question }) => STAFF_PAYMENT_ISSUES_TEXTS.formatQuestion(question),
  },
  {
    id: 'amount',
    label: STAFF_PAYMENT_ISSUES_TEXTS.amount,
    align: 'right',
    render: ({ amount, currency }) =>
      amount === null || amount === undefined ? null : formatEnglishAmount(amount, currency ?? undefined),
  },
  {
    id: 'customer',
    label: STAFF_PAYMENT_ISSUES_TEXTS.customer,
    render: ({ userId, email, payerId, accountDeletedAt }) =>
      userId ? (
        <CustomerLink id={userId} email={nameOfCustomer({ email, deletedAt: accountDeletedAt })} />
      ) : (
        (payerId ?? null)
      ),
  },
  {
    id: 'payment',
    label: STAFF_PAYMENT_ISSUES_TEXTS.payment,
    render: ({ transactionId, provider }) => STAFF_PAYMENT_ISSUES_TEXTS.formatNumber(transactionId, provider),
  },
  { id: 'reason', label: STAFF_PAYMENT_ISSUES_TEXTS.reason, render: ({ reason }) => failureReason(reason) },
  { id: 'state', label: STAFF_PAYMENT_ISSUES_TEXTS.state, render: (row) => <State row={row} /> },
];

function State({ row: { outcome, action, by, note } }: { row: StaffPaymentIssuesQuestion }) {
  return (
    // The cell content is a single element, because a table cell is a two-column grid on narrow screens.
    <div>
      <StatusChip tone={outcome ? 'success' : 'warning'} size="small">
        {outcome ? STAFF_PAYMENT_ISSUES_TEXTS.formatOutcome(outcome) : STAFF_PAYMENT_ISSUES_TEXTS.open}
      </StatusChip>
      {action && action !== outcome && <div>{STAFF_PAYMENT_ISSUES_TEXTS.lastAction(action, by ?? null)}</div>}
      {note && <div>{note}</div>}
    </div>
  );
}

export default function PaymentIssues() {
  const [address, setAddress] = useSearchParams();
  const all = address.get('all') === '1';
  const before = Number(address.get('before')) || null;
  const query = useListPaymentIssuesQuery({ all, before }, ALWAYS_FRESH);
  const table = useTableQuery(query, STAFF_PAYMENT_ISSUES_TEXTS);
  const decision = useRowDraftDialog('decision');
  const [opened, setOpened] = useState<StaffPaymentIssuesQuestion | null>(null);
  const current = query.currentData?.content.find(({ id }) => String(id) === decision.openId);
  // The issue is kept as it was when the dialog was opened, because a colleague may resolve it in the meantime.
  const decided = opened !== null && String(opened.id) === decision.openId ? opened : current;
  const chargeback = useDraftDialog('chargeback');
  const mayRead = useMayRead('refund', query.error);
  const show = (next: { all: boolean; before: number | null }) =>
    setAddress({
      ...(next.all ? { all: '1' } : {}),
      ...(next.before === null ? {} : { before: String(next.before) }),
    });

  return (
    <StaffFrame
      title={STAFF_PAYMENT_ISSUES_TEXTS.title}
      back={PATHS.staffHome}
      actions={
        mayRead === true && (
          <CompactSelect
            label={STAFF_PAYMENT_ISSUES_TEXTS.shown}
            name="shown"
            isInline
            value={all ? 'all' : 'open'}
            choices={[
              { value: 'open', label: STAFF_PAYMENT_ISSUES_TEXTS.onlyOpen },
              { value: 'all', label: STAFF_PAYMENT_ISSUES_TEXTS.all },
            ]}
            onChange={(value) => show({ all: value === 'all', before: null })}
          />
        )
      }
    >
      <HiddenUntilKnown isKnown={mayRead !== null}>
        <p>{STAFF_PAYMENT_ISSUES_TEXTS.lead}</p>
        <DataTable
          label={STAFF_PAYMENT_ISSUES_TEXTS.table}
          columns={COLUMNS}
          rows={query.currentData?.content}
          {...table}
          rowKey={({ id }) => id}
          emptyText={STAFF_PAYMENT_ISSUES_TEXTS.empty}
          rowActions={(row) =>
            row.actions.length > 0 && (
              <SmallButton
                aria-label={STAFF_PAYMENT_ISSUES_TEXTS.decideLabel(
                  STAFF_PAYMENT_ISSUES_TEXTS.formatQuestion(row.question),
                  row.transactionId ?? null,
                )}
                onClick={() => {
                  setOpened(row);
                  decision.open(row.id);
                }}
              >
                {STAFF_PAYMENT_ISSUES_TEXTS.decide}
              </SmallButton>
            )
          }
        />
        <CursorPaging
          start={before}
          next={query.currentData?.next}
          onPage={(start) => show({ all, before: start })}
        />
        {mayRead !== false && (
          <div>
            <SmallButton onClick={chargeback.open}>{STAFF_PAYMENT_ISSUES_TEXTS.chargeback.open}</SmallButton>
          </div>
        )}
      </HiddenUntilKnown>
      {chargeback.isOpen && <ChargebackDialog onClose={chargeback.close} />}
      {decided !== undefined && query.currentData !== undefined && (
        <DecideDialog key={decided.id} row={decided} current={current} onClose={decision.close} />
      )}
    </StaffFrame>
  );
}

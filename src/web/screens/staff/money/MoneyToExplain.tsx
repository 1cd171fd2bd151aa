/** /adept/money: money that is not explained yet, for senior staff. `?all=1` shows the settled too. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatAmount } from '../../../../shared/amounts';
import type { StaffMoneyQuestion } from '../../../../shared/contract/staffMoney';
import { callErrorOf } from '../../../api/callError';
import { useListMoneyToExplainQuery } from '../../../api/endpoints/staffMoney';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_MONEY_TEXTS } from '../../../texts/staff/money';
import { ChargebackDialog } from './ChargebackDialog';
import { DecideDialog } from './DecideDialog';

const COLUMNS: readonly Column<StaffMoneyQuestion>[] = [
  { id: 'when', label: STAFF_MONEY_TEXTS.when, render: ({ at }) => formatDateTime(at) },
  {
    id: 'question',
    label: STAFF_MONEY_TEXTS.question,
    render: ({ question }) => STAFF_MONEY_TEXTS.questionOf(question),
  },
  {
    id: 'amount',
    label: STAFF_MONEY_TEXTS.amount,
    align: 'right',
    render: ({ amount, currency }) =>
      amount === null || amount === undefined ? null : formatAmount(amount, currency ?? undefined),
  },
  {
    id: 'customer',
    label: STAFF_MONEY_TEXTS.customer,
    render: ({ userId, email, payerId }) =>
      userId ? <CustomerLink id={userId} email={email} /> : (payerId ?? null),
  },
  { id: 'payment', label: STAFF_MONEY_TEXTS.payment, render: ({ transactionId }) => transactionId ?? null },
  { id: 'reason', label: STAFF_MONEY_TEXTS.reason, render: ({ reason }) => reason },
  { id: 'state', label: STAFF_MONEY_TEXTS.state, render: (row) => <State row={row} /> },
];

function State({ row: { outcome, action, by, note } }: { row: StaffMoneyQuestion }) {
  return (
    // One child: on a phone a cell is a grid of its name and its content.
    <div>
      <StatusChip tone={outcome ? 'success' : 'warning'} size="small">
        {outcome ? STAFF_MONEY_TEXTS.outcomeOf(outcome) : STAFF_MONEY_TEXTS.open}
      </StatusChip>
      {action && action !== outcome && <div>{STAFF_MONEY_TEXTS.lastAction(action, by ?? null)}</div>}
      {note && <div>{note}</div>}
    </div>
  );
}

export default function MoneyToExplain() {
  const { may } = useStaffRights();
  const [query, setQuery] = useSearchParams();
  const all = query.get('all') === '1';
  const before = Number(query.get('before')) || null;
  const { currentData, error, isFetching, refetch } = useListMoneyToExplainQuery(
    { all, before },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const [decided, setDecided] = useState<StaffMoneyQuestion | null>(null);
  const [isChargeback, setIsChargeback] = useState(false);
  const failure = error === undefined ? null : callErrorOf(error);
  const show = (next: { all: boolean; before: number | null }) =>
    setQuery({
      ...(next.all ? { all: '1' } : {}),
      ...(next.before === null ? {} : { before: String(next.before) }),
    });

  return (
    <StaffFrame
      title={STAFF_MONEY_TEXTS.title}
      back={PATHS.staffHome}
      actions={
        may('refund') && (
          <CompactSelect
            label={STAFF_MONEY_TEXTS.shown}
            name="shown"
            isInline
            value={all ? 'all' : 'open'}
            choices={[
              { value: 'open', label: STAFF_MONEY_TEXTS.onlyOpen },
              { value: 'all', label: STAFF_MONEY_TEXTS.all },
            ]}
            onChange={(value) => show({ all: value === 'all', before: null })}
          />
        )
      }
    >
      <p>{STAFF_MONEY_TEXTS.lead}</p>
      <DataTable
        label={STAFF_MONEY_TEXTS.table}
        columns={COLUMNS}
        rows={currentData?.content}
        rowKey={({ id }) => id}
        isFetching={isFetching}
        emptyText={STAFF_MONEY_TEXTS.empty}
        error={
          failure === null
            ? null
            : failure.status === 403
              ? STAFF_MONEY_TEXTS.forSeniors
              : (failure.reason ?? STAFF_MONEY_TEXTS.loadFailed)
        }
        onRetry={() => void refetch()}
        rowActions={(row) =>
          row.actions.length > 0 && (
            <SmallButton
              aria-label={STAFF_MONEY_TEXTS.decideLabel(
                STAFF_MONEY_TEXTS.questionOf(row.question),
                row.transactionId ?? null,
              )}
              onClick={() => setDecided(row)}
            >
              {STAFF_MONEY_TEXTS.decide}
            </SmallButton>
          )
        }
      />
      {before !== null && (
        <SmallButton onClick={() => show({ all, before: null })}>{STAFF_MONEY_TEXTS.newest}</SmallButton>
      )}
      {currentData?.next && (
        <SmallButton onClick={() => show({ all, before: currentData.next ?? null })}>
          {STAFF_MONEY_TEXTS.older}
        </SmallButton>
      )}
      {failure?.status !== 403 && (
        <div>
          <SmallButton onClick={() => setIsChargeback(true)}>{STAFF_MONEY_TEXTS.chargeback.open}</SmallButton>
        </div>
      )}
      {isChargeback && <ChargebackDialog onClose={() => setIsChargeback(false)} />}
      {decided !== null && <DecideDialog row={decided} onClose={() => setDecided(null)} />}
    </StaffFrame>
  );
}

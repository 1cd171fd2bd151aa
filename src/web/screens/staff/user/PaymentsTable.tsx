/**
 * Table of a customer's payments, newest first. Each payment is shown with its state, the access period that the payment
 * bought, and the receipt. A longer list can be sorted and filtered.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { StaffPayment } from '../../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { TextLink } from '../../../components/controls/TextLink';
import { HiddenText } from '../../../components/display/HiddenText';
import { StatusChip, type Tone } from '../../../components/display/StatusChip';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { isAbsent } from '../../../components/staff/useStaffRights';
import type { SortDirection } from '../../../components/staff/useTableState';
import { usePlatform } from '../../../platform/PlatformContext';
import { isReceiptAddress } from '../../../platform/receiptAddress';
import { formatDateTime } from '../../../texts/dates';
import { cardProviderName } from '../../../texts/staff/cardProviderName';
import { STAFF_PAYMENT_TEXTS } from '../../../texts/staff/payments';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { declineWords } from '../../../texts/staff/timeline';

/** Number of payments that are shown at first. A longer list can be sorted and filtered. */
const SHOWN_AT_FIRST = 5;

const TEXTS = STAFF_PAYMENT_TEXTS;

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  declined: 'danger',
  returning: 'warning',
  partlyReturned: 'warning',
};

const SORT_KEYS = {
  at: ({ at }: StaffPayment) => at,
  amount: ({ amount }: StaffPayment) => amount,
  state: (payment: StaffPayment) => stateWords(payment),
  card: ({ cardMask }: StaffPayment) => cardMask ?? '',
} as const;
type SortBy = keyof typeof SORT_KEYS;

const COLUMNS: readonly Column<StaffPayment, SortBy>[] = [
  { id: 'at', label: TEXTS.columns.at, sortBy: 'at', render: ({ at }) => formatDateTime(at) },
  {
    id: 'amount',
    label: TEXTS.columns.amount,
    sortBy: 'amount',
    align: 'right',
    render: ({ amount, currency }) => <b>{formatEnglishAmount(amount, currency ?? undefined)}</b>,
  },
  {
    id: 'state',
    label: TEXTS.columns.state,
    sortBy: 'state',
    render: (payment) => <State payment={payment} />,
  },
  { id: 'card', label: TEXTS.columns.card, sortBy: 'card', render: ({ cardMask }) => cardMask ?? null },
  {
    id: 'kind',
    label: TEXTS.columns.kind,
    render: ({ role, orderKind }) =>
      REFUND_TEXTS.kinds[role === 'recurrent' ? 'recurrent' : (orderKind ?? '')] ?? null,
  },
  {
    id: 'access',
    label: TEXTS.columns.access,
    render: ({ boughtFrom, boughtUntil }) => TEXTS.bought(boughtFrom, boughtUntil),
  },
  {
    id: 'provider',
    label: TEXTS.columns.provider,
    render: ({ provider }) => (provider ? cardProviderName(provider) : null),
  },
  {
    id: 'number',
    label: TEXTS.columns.number,
    render: ({ transactionId }) => TEXTS.number(transactionId),
  },
  { id: 'receipt', label: TEXTS.receipt, render: (payment) => <Receipt payment={payment} /> },
];

export function PaymentsTable({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useGetUserPaymentsQuery({ userId });
  const [showsAll, setShowsAll] = useState(false);
  const [state, setState] = useState('');
  const [sort, setSort] = useState<{ by: SortBy; direction: SortDirection }>({ by: 'at', direction: 'DESC' });
  if (data === undefined && isAbsent(error)) return null;
  const all = data?.payments ?? [];
  const isLong = all.length > SHOWN_AT_FIRST;
  const found = all.filter((payment) => state === '' || stateName(payment) === state);
  const rows = isLong ? sorted(found, sort) : found;
  const states = [...new Set(all.map(stateName))].sort();
  return (
    <Section>
      <Head>
        <h2>{TEXTS.title}</h2>
        {isLong && (
          <CompactSelect
            label={TEXTS.columns.state}
            name="paymentState"
            isInline
            value={state}
            choices={[
              { value: '', label: TEXTS.anyState(all.length) },
              ...states.map((name) => ({ value: name, label: name })),
            ]}
            onChange={setState}
          />
        )}
      </Head>
      <DataTable
        label={TEXTS.title}
        // The server names the card providers only if there are several.
        columns={
          all.some(({ provider }) => provider) ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'provider')
        }
        rows={data === undefined ? undefined : rows.slice(0, showsAll ? undefined : SHOWN_AT_FIRST)}
        rowKey={(payment) => `${payment.state}-${payment.transactionId}`}
        isFetching={isFetching}
        emptyText={TEXTS.none}
        error={error === undefined || data !== undefined ? null : TEXTS.failed}
        onRetry={() => void refetch()}
        expectedRows={2}
        {...(isLong
          ? {
              sort: {
                ...sort,
                onSort: (by: SortBy) =>
                  setSort({ by, direction: sort.by === by && sort.direction === 'ASC' ? 'DESC' : 'ASC' }),
              },
            }
          : {})}
      />
      {!showsAll && rows.length > SHOWN_AT_FIRST && (
        <div>
          <ConsoleButton onClick={() => setShowsAll(true)}>{TEXTS.all(rows.length)}</ConsoleButton>
        </div>
      )}
    </Section>
  );
}

function sorted(
  payments: readonly StaffPayment[],
  { by, direction }: { by: SortBy; direction: SortDirection },
): StaffPayment[] {
  const key = SORT_KEYS[by];
  const sign = direction === 'ASC' ? 1 : -1;
  return [...payments].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a < b ? -sign : a > b ? sign : 0;
  });
}

const stateWords = ({ state, returnedAmount, currency }: StaffPayment): string =>
  TEXTS.state(state, formatEnglishAmount(returnedAmount ?? 0, currency ?? undefined));

/** Returns the name of the payment's state in the filter, without an amount. */
const stateName = ({ state }: StaffPayment): string => TEXTS.stateName(state);

function State({ payment }: { payment: StaffPayment }) {
  const { currency, state, refund, decline } = payment;
  const details = [
    state === 'declined' ? decline && declineWords(decline) : null,
    refund &&
      TEXTS.refund(formatEnglishAmount(refund.amount, currency ?? undefined), refund.by, refund.reason),
    refund?.rejection && TEXTS.refundRejected(refund.rejection),
  ].filter(Boolean);
  return (
    // The cell content is a single element, because a table cell is a two-column grid on narrow screens.
    <div>
      <StatusChip tone={TONES[state] ?? 'neutral'} size="small">
        {stateWords(payment)}
      </StatusChip>
      {details.length > 0 && <Small>{details.join(' · ')}</Small>}
    </div>
  );
}

function Receipt({ payment: { receiptUrl, at } }: { payment: StaffPayment }) {
  const { mode } = usePlatform().configuration;
  if (!receiptUrl || !isReceiptAddress(receiptUrl, mode)) return null;
  return (
    <TextLink href={receiptUrl}>
      {TEXTS.receipt}
      <HiddenText>{TEXTS.formatReceiptDay(formatDateTime(at) ?? '')}</HiddenText>
    </TextLink>
  );
}

const Section = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  minHeight: 36,
  '& h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650 },
});

const Small = styled('small')(({ theme: { vars } }) => ({
  display: 'block',
  marginTop: 2,
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

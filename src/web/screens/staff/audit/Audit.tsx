/**
 * Screen /adept/audit, for admins. Shows the audit log, newest entries first, with filters in the URL and a CSV export.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readAmount, STAFF_ACTIONS } from '../../../../shared/contract/auditEntries';
import type { AuditEntry } from '../../../../shared/contract/staffAudit';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { identifyingText } from '../../../../shared/identifyingText';
import { addToDay, startOfMoscowDay } from '../../../../shared/moscowDays';
import { STAFF_USERNAME_TYPED_MAX } from '../../../../shared/staffRules';
import { isCalendarDay } from '../../../../shared/validation';
import { useSearchAuditQuery } from '../../../api/endpoints/staffAudit';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CursorPaging } from '../../../components/staff/CursorPaging';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { HiddenUntilKnown } from '../../../components/staff/HiddenUntilKnown';
import { RequestId } from '../../../components/staff/RequestId';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useMayRead } from '../../../components/staff/useStaffRights';
import { useTableQuery } from '../../../components/staff/useTableQuery';
import { exportAudit } from '../../../flows/staff/exportAudit';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { PATHS } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { detailWords, STAFF_AUDIT_TEXTS } from '../../../texts/staff/audit';
import { actionName, STAFF_ACTION_NAMES } from '../../../texts/staff/staffActionNames';
import { toast } from '../../../toasts/toasts';

const FILTERS = ['who', 'action', 'customer', 'since', 'until', 'ip', 'request'] as const;
type Filter = (typeof FILTERS)[number];

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'when',
    label: STAFF_AUDIT_TEXTS.when,
    width: '140px',
    render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  // The column has a fixed width, because otherwise long details in the next columns would wrap the username.
  { id: 'who', label: STAFF_AUDIT_TEXTS.who, width: '112px', render: ({ username }) => username },
  {
    id: 'action',
    label: STAFF_AUDIT_TEXTS.action,
    width: '220px',
    render: ({ action }) => <Action>{actionName(action)}</Action>,
  },
  {
    id: 'customer',
    label: STAFF_AUDIT_TEXTS.customer,
    width: '280px',
    render: ({ accountId, email }) => (accountId ? <CustomerLink id={accountId} email={email} /> : null),
  },
  {
    id: 'amount',
    label: STAFF_AUDIT_TEXTS.amount,
    align: 'right',
    width: '96px',
    render: ({ details }) => {
      const amount = readAmount(details);
      return amount === null ? null : formatEnglishAmount(amount);
    },
  },
  {
    id: 'details',
    label: STAFF_AUDIT_TEXTS.details,
    render: ({ action, details }) => {
      const words = detailWords(action, details);
      return words ? <Details>{words}</Details> : null;
    },
  },
  {
    id: 'from',
    label: STAFF_AUDIT_TEXTS.from,
    render: ({ ip }) => <Ip data-long={ip.length > IPV4_MAX_LENGTH || undefined}>{ip}</Ip>,
  },
  {
    id: 'request',
    label: STAFF_AUDIT_TEXTS.request,
    width: '96px',
    render: ({ requestId }) => requestId && <RequestId id={requestId} />,
  },
];

const ACTION_CHOICES = [
  { value: '', label: STAFF_AUDIT_TEXTS.anyAction },
  ...Object.entries(STAFF_ACTION_NAMES).map(([value, label]) => ({ value, label })),
];

export default function Audit() {
  const dispatch = useAppDispatch();
  const { send, isSending: isExporting } = useStaffChange();
  const [address, setAddress] = useSearchParams();
  const { filter, problems } = parseFilter(address);
  const isUnderstood = problems.length === 0;
  const before = wholeNumber(address.get('before'));
  const query = useSearchAuditQuery(
    { ...filter, before },
    { refetchOnMountOrArgChange: true, skip: !isUnderstood },
  );
  const table = useTableQuery(query, STAFF_AUDIT_TEXTS);
  const mayRead = useMayRead('readAudit', query.error);

  const setFilter = (name: Filter, value: string) =>
    setAddress(
      (known) => {
        const wanted = identifyingText(value);
        if (wanted === '') known.delete(name);
        else known.set(name, wanted);
        known.delete('before');
        return known;
      },
      { replace: true },
    );
  const goTo = (start: number | null) =>
    setAddress((known) => {
      if (start === null) known.delete('before');
      else known.set('before', String(start));
      return known;
    });
  const download = () =>
    send(
      () => dispatch(exportAudit(filter)),
      ({ entries, isCut }) => {
        if (isCut) toast.warning(STAFF_AUDIT_TEXTS.exportCut(entries));
        else toast.success(STAFF_AUDIT_TEXTS.exported(entries));
      },
      { onFailed: ({ reason }) => toast.error(reason ?? STAFF_AUDIT_TEXTS.exportFailed) },
    );

  return (
    <StaffFrame
      title={STAFF_AUDIT_TEXTS.title}
      back={PATHS.staffHome}
      actions={
        mayRead === true && (
          <SmallButton
            disabled={!isUnderstood}
            loading={isExporting}
            loadingLabel={STAFF_AUDIT_TEXTS.exporting}
            onClick={() => void download()}
          >
            {STAFF_AUDIT_TEXTS.export}
          </SmallButton>
        )
      }
    >
      <HiddenUntilKnown isKnown={mayRead !== null}>
        {mayRead !== false && (
          <Filters
            query={address}
            problems={problems}
            onFilter={setFilter}
            onClear={() => setAddress({}, { replace: true })}
          />
        )}
        <DataTable
          label={STAFF_AUDIT_TEXTS.table}
          columns={COLUMNS}
          rows={isUnderstood ? query.currentData?.content : []}
          {...table}
          rowKey={({ id }) => id}
          emptyText={isUnderstood ? STAFF_AUDIT_TEXTS.empty : STAFF_AUDIT_TEXTS.correctFilters}
          expectedRows={12}
        />
        <CursorPaging start={before} next={query.currentData?.next} onPage={goTo} />
      </HiddenUntilKnown>
    </StaffFrame>
  );
}

interface FiltersProps {
  query: URLSearchParams;
  /** Names of the filters with invalid values. */
  problems: readonly Filter[];
  onFilter: (name: Filter, value: string) => void;
  onClear: () => void;
}

function Filters({ query, problems, onFilter, onClear }: FiltersProps) {
  const [round, setRound] = useState(0);
  const isFiltered = FILTERS.some((name) => query.has(name));
  const typed = (name: Filter) => ({
    name,
    defaultValue: query.get(name) ?? '',
    error: problems.includes(name) ? STAFF_AUDIT_TEXTS.notUnderstood : null,
    onLeave: (value: string) => {
      if (identifyingText(value) !== (query.get(name) ?? '')) onFilter(name, value);
    },
  });
  return (
    <FilterRow key={round} role="search" aria-label={STAFF_AUDIT_TEXTS.filters}>
      <CompactField label={STAFF_AUDIT_TEXTS.who} maxLength={STAFF_USERNAME_TYPED_MAX} {...typed('who')} />
      <CompactSelect
        label={STAFF_AUDIT_TEXTS.action}
        name="action"
        choices={
          problems.includes('action')
            ? [
                ...ACTION_CHOICES,
                { value: query.get('action') ?? '', label: STAFF_AUDIT_TEXTS.notUnderstood },
              ]
            : ACTION_CHOICES
        }
        value={query.get('action') ?? ''}
        onChange={(value) => onFilter('action', value)}
      />
      <CompactField
        label={STAFF_AUDIT_TEXTS.customerId}
        inputMode="numeric"
        maxLength={10}
        {...typed('customer')}
      />
      <CompactField label={STAFF_AUDIT_TEXTS.since} type="date" {...typed('since')} />
      <CompactField label={STAFF_AUDIT_TEXTS.until} type="date" {...typed('until')} />
      <CompactField label={STAFF_AUDIT_TEXTS.ip} maxLength={64} {...typed('ip')} />
      <CompactField label={STAFF_AUDIT_TEXTS.requestId} maxLength={128} {...typed('request')} />
      {isFiltered && (
        <SmallButton
          onClick={() => {
            setRound(round + 1);
            onClear();
          }}
        >
          {STAFF_AUDIT_TEXTS.clear}
        </SmallButton>
      )}
    </FilterRow>
  );
}

/**
 * Returns the filters in the URL and the names of invalid filters. The screen shows invalid filters as errors instead
 * of ignoring them.
 */
function parseFilter(query: URLSearchParams) {
  const filter = {
    username: query.get('who'),
    action: STAFF_ACTIONS.find((action) => action === query.get('action')) ?? null,
    accountId: wholeNumber(query.get('customer')),
    from: startOfDay(query.get('since'), 0),
    // The end date is inclusive, so the filter ends at the start of the next day.
    to: startOfDay(query.get('until'), 1),
    ip: query.get('ip'),
    requestId: query.get('request'),
  };
  const understood: Readonly<Record<Filter, unknown>> = {
    who: filter.username,
    action: filter.action,
    customer: filter.accountId,
    since: filter.from,
    until: filter.to,
    ip: filter.ip,
    request: filter.requestId,
  };
  const problems = FILTERS.filter((name) => (query.get(name) ?? '') !== '' && understood[name] === null);
  return { filter, problems };
}

function wholeNumber(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}

/**
 * Returns the start of a Moscow day (yyyy-mm-dd) plus `daysLater` days, in ISO 8601. Returns null if the date is
 * invalid.
 */
function startOfDay(day: string | null, daysLater: number): string | null {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !isCalendarDay(day)) return null;
  return startOfMoscowDay(addToDay(day, daysLater)).toISOString();
}

const FilterRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 124px), 1fr))',
  alignItems: 'start',
  gap: '10px 8px',
  '& > button': { alignSelf: 'end', justifySelf: 'start' },
});

/** Details may contain long ids without spaces, which must not widen the table. */
const Details = styled('span')({ display: 'inline-block', minWidth: '16ch', overflowWrap: 'anywhere' });

/** Keeps the name of an action on two lines at 1024 px. */
const Action = styled('span')({ display: 'inline-block', minWidth: '14ch' });

/** Maximum length of an IPv4 address, in characters. */
const IPV4_MAX_LENGTH = 15;

/** Keeps an IPv4 address on one line, and wraps an IPv6 address instead of widening the table. */
const Ip = styled('span')({
  whiteSpace: 'nowrap',
  '&[data-long]': {
    display: 'inline-block',
    minWidth: '15ch',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

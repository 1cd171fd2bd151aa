/** /adept/pushes: messages to many devices; `?id=` shows one with its progress and the outcome on each device. */
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { BulkPush, BulkPushDevice } from '../../../../shared/contract/bulkPush';
import { type CallError, callErrorOf } from '../../../api/callError';
import { useListBulkPushesQuery, useReadBulkPushQuery } from '../../../api/endpoints/bulkPush';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { PATHS, staffPushPath } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { staffDeviceName } from '../../../texts/staff/device';
import { PUSHES_TEXTS } from '../../../texts/staff/pushes';

/** How often one that is on its way is looked at, ms. */
const LOOK_EVERY_MS = 2_000;

const COLUMNS: readonly Column<BulkPush>[] = [
  { id: 'when', label: PUSHES_TEXTS.when, render: ({ at }) => formatDateTime(at) },
  { id: 'message', label: PUSHES_TEXTS.message, render: ({ title }) => <span lang="ru">{title}</span> },
  { id: 'by', label: PUSHES_TEXTS.by, render: ({ by }) => by },
  { id: 'devices', label: PUSHES_TEXTS.devices, align: 'right', render: ({ devices }) => devices },
  { id: 'reached', label: PUSHES_TEXTS.reached, align: 'right', render: ({ delivered }) => delivered },
];

const OUTCOMES: readonly Column<BulkPushDevice>[] = [
  {
    id: 'customer',
    label: PUSHES_TEXTS.customer,
    render: ({ userId, email }) => <CustomerLink id={userId} email={email} />,
  },
  {
    id: 'device',
    label: PUSHES_TEXTS.device,
    render: ({ deviceName }) => <span title={deviceName}>{staffDeviceName(deviceName)}</span>,
  },
  { id: 'outcome', label: PUSHES_TEXTS.outcome, render: outcomeOf },
];

function outcomeOf({ outcome, reason }: BulkPushDevice) {
  const words = outcome ? (PUSHES_TEXTS.outcomes[outcome] ?? outcome) : PUSHES_TEXTS.onTheWay;
  return reason ? `${words}: ${reason}` : words;
}

function failureWords(failure: CallError | null): string | null {
  if (failure === null) return null;
  if (failure.status === 403) return PUSHES_TEXTS.forSeniors;
  return failure.status === 404 ? PUSHES_TEXTS.unknown : (failure.reason ?? PUSHES_TEXTS.loadFailed);
}

export default function Pushes() {
  const [query] = useSearchParams();
  const id = /^\d{1,9}$/.test(query.get('id') ?? '') ? Number(query.get('id')) : 0;
  return (
    <StaffFrame title={PUSHES_TEXTS.title} back={id > 0 ? PATHS.staffPushes : PATHS.staffHome}>
      {id > 0 ? <OnePush key={id} id={id} /> : <List />}
    </StaffFrame>
  );
}

function List() {
  const { currentData, error, isFetching, refetch } = useListBulkPushesQuery(
    {},
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  return (
    <>
      <p>{PUSHES_TEXTS.lead}</p>
      <DataTable
        label={PUSHES_TEXTS.table}
        columns={COLUMNS}
        rows={currentData?.content}
        rowKey={({ id }) => id}
        rowPath={({ id }) => staffPushPath(id)}
        isFetching={isFetching}
        emptyText={PUSHES_TEXTS.empty}
        error={failureWords(error === undefined ? null : callErrorOf(error))}
        onRetry={() => void refetch()}
      />
    </>
  );
}

function OnePush({ id }: { id: number }) {
  const [query, setQuery] = useSearchParams();
  const unreached = query.get('unreached') === '1';
  const after = Number(query.get('after')) || null;
  // Asked once more while something is on the way; the first answer says whether it is.
  const known = useReadBulkPushQuery({ id, unreached, after });
  const isUnderWay = (known.data?.pending ?? 0) > 0;
  const { data, error, isFetching, refetch } = useReadBulkPushQuery(
    { id, unreached, after },
    {
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
      pollingInterval: isUnderWay ? LOOK_EVERY_MS : 0,
      skipPollingIfUnfocused: true,
    },
  );
  useStaffQueryFailure(error);
  const show = (next: { unreached: boolean; after: number | null }) =>
    setQuery({
      id: String(id),
      ...(next.unreached ? { unreached: '1' } : {}),
      ...(next.after === null ? {} : { after: String(next.after) }),
    });
  return (
    <>
      {data !== undefined && <Message push={data} />}
      <CompactSelect
        label={PUSHES_TEXTS.shown}
        name="shown"
        isInline
        value={unreached ? 'unreached' : 'all'}
        choices={[
          { value: 'all', label: PUSHES_TEXTS.all },
          { value: 'unreached', label: PUSHES_TEXTS.unreached },
        ]}
        onChange={(value) => show({ unreached: value === 'unreached', after: null })}
      />
      <DataTable
        label={PUSHES_TEXTS.ofDevices}
        columns={OUTCOMES}
        rows={data?.content}
        rowKey={(device) => device.id}
        isFetching={isFetching && !isUnderWay}
        emptyText={PUSHES_TEXTS.empty}
        error={failureWords(error === undefined ? null : callErrorOf(error))}
        onRetry={() => void refetch()}
      />
      {after !== null && (
        <SmallButton onClick={() => show({ unreached, after: null })}>{PUSHES_TEXTS.first}</SmallButton>
      )}
      {data?.next && (
        <SmallButton onClick={() => show({ unreached, after: data.next ?? null })}>
          {PUSHES_TEXTS.next}
        </SmallButton>
      )}
    </>
  );
}

function Message({ push }: { push: BulkPush }) {
  const { title, description, link, at, by, devices, pending, delivered, unregistered, failed } = push;
  const settled = devices - pending;
  return (
    <Panel title={PUSHES_TEXTS.message}>
      <Text lang="ru">
        <b>{title}</b>
        {description !== '' && <span>{description}</span>}
      </Text>
      <Small>
        <span>{link}</span> · {by}, {formatDateTime(at)}
      </Small>
      <Progress aria-label={PUSHES_TEXTS.progressLabel} max={devices} value={settled} />
      <Small role="status">
        {[
          PUSHES_TEXTS.progress(settled, devices),
          PUSHES_TEXTS.delivered(delivered),
          ...(unregistered > 0 ? [PUSHES_TEXTS.unregistered(unregistered)] : []),
          ...(failed > 0 ? [PUSHES_TEXTS.failed(failed)] : []),
          ...(pending > 0 ? [PUSHES_TEXTS.pending(pending)] : []),
        ].join(' · ')}
      </Small>
    </Panel>
  );
}

const Progress = styled('progress')(({ theme: { vars } }) => ({
  width: '100%',
  height: 10,
  accentColor: vars.palette.accent.text,
}));

const Text = styled('div')({ display: 'grid', gap: 2, overflowWrap: 'anywhere' });

const Small = styled('div')(({ theme: { vars } }) => ({
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
  color: vars.palette.text.secondary,
}));

/**
 * Screen /adept/pushes. Lists broadcast pushes. `?id=` shows one push with its progress and the delivery result for
 * each device.
 */
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { BulkPush, BulkPushDevice } from '../../../../shared/contract/bulkPush';
import { useListBulkPushesQuery, useReadBulkPushQuery } from '../../../api/endpoints/bulkPush';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { CursorPaging } from '../../../components/staff/CursorPaging';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useMayRead } from '../../../components/staff/useStaffRights';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS, staffPushPath } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { staffDeviceName } from '../../../texts/staff/device';
import { PUSHES_TEXTS } from '../../../texts/staff/pushes';

/** Polling interval in ms while a push is being delivered. */
const POLL_EVERY_MS = 2_000;

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
  { id: 'outcome', label: PUSHES_TEXTS.outcome, render: formatOutcome },
];

function formatOutcome({ outcome, reason }: BulkPushDevice) {
  const words = outcome ? (PUSHES_TEXTS.outcomes[outcome] ?? outcome) : PUSHES_TEXTS.onTheWay;
  return reason ? `${words}: ${reason}` : words;
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
  const query = useListBulkPushesQuery({}, ALWAYS_FRESH);
  const table = useTableQuery(query, PUSHES_TEXTS);
  const { pushNotifications } = usePlatform().configuration;
  return (
    <>
      <p>{pushNotifications === false ? PUSHES_TEXTS.off : PUSHES_TEXTS.lead}</p>
      <DataTable
        label={PUSHES_TEXTS.table}
        columns={COLUMNS}
        rows={query.currentData?.content}
        {...table}
        rowKey={({ id }) => id}
        rowPath={({ id }) => staffPushPath(id)}
        emptyText={PUSHES_TEXTS.empty}
      />
    </>
  );
}

function OnePush({ id }: { id: number }) {
  const [address, setAddress] = useSearchParams();
  const unreached = address.get('unreached') === '1';
  const after = Number(address.get('after')) || null;
  // The first query without polling determines whether the push is still being delivered, and thus whether to poll.
  const known = useReadBulkPushQuery({ id, unreached, after });
  const isUnderWay = (known.data?.pending ?? 0) > 0;
  const query = useReadBulkPushQuery(
    { id, unreached, after },
    {
      ...ALWAYS_FRESH,
      pollingInterval: isUnderWay ? POLL_EVERY_MS : 0,
      skipPollingIfUnfocused: true,
    },
  );
  const { data } = query;
  const mayRead = useMayRead('pushMany', query.error);
  const table = useTableQuery(query, PUSHES_TEXTS);
  const show = (next: { unreached: boolean; after: number | null }) =>
    setAddress({
      id: String(id),
      ...(next.unreached ? { unreached: '1' } : {}),
      ...(next.after === null ? {} : { after: String(next.after) }),
    });
  return (
    <>
      {data !== undefined && <Message push={data} />}
      {mayRead === true && (
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
      )}
      <DataTable
        label={PUSHES_TEXTS.ofDevices}
        columns={OUTCOMES}
        rows={data?.content}
        {...table}
        rowKey={(device) => device.id}
        isFetching={query.isFetching && !isUnderWay}
        emptyText={PUSHES_TEXTS.empty}
      />
      <CursorPaging
        start={after}
        next={data?.next}
        words={PUSHES_TEXTS.pages}
        onPage={(start) => show({ unreached, after: start })}
      />
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
        <span>{link}</span>
        <span>{` · ${[by, formatDateTime(at)].join(', ')}`}</span>
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

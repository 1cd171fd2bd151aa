/** Screen /severance. Shows the first five entries of a customer's connection log. */
import { useSearchParams } from 'react-router-dom';
import { STAFF_LOGS_SHOWN } from '../../../../shared/constants';
import type { ConnectionLogEntry } from '../../../../shared/contract/staffModels';
import { useGetConnectionLogsQuery } from '../../../api/endpoints/staff';
import { PENDING } from '../../../components/display/pending';
import { StatusChip } from '../../../components/display/StatusChip';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { staffUserPath } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_DEVICE_TEXTS, STAFF_LOGS_TEXTS, staffDeviceName } from '../../../texts/staff/device';

const COLUMNS: readonly Column<ConnectionLogEntry>[] = [
  { id: 'platform', label: STAFF_LOGS_TEXTS.platform, render: ({ platform }) => platform ?? '' },
  {
    id: 'device',
    label: STAFF_LOGS_TEXTS.device,
    render: ({ deviceName }) => <span title={deviceName ?? ''}>{staffDeviceName(deviceName)}</span>,
  },
  {
    id: 'date',
    label: STAFF_LOGS_TEXTS.date,
    render: ({ connectionDate }) => formatDateTime(connectionDate) ?? STAFF_DEVICE_TEXTS.never,
  },
  {
    id: 'success',
    label: STAFF_LOGS_TEXTS.success,
    render: ({ success }) => (
      <StatusChip tone={success ? 'success' : 'danger'} size="small">
        {success ? STAFF_LOGS_TEXTS.yes : STAFF_LOGS_TEXTS.no}
      </StatusChip>
    ),
  },
];

export default function StaffLogs() {
  const [address] = useSearchParams();
  const userId = Number(address.get('userId') ?? '');
  const isNamed = Number.isInteger(userId) && userId > 0;
  const query = useGetConnectionLogsQuery({ userId }, { skip: !isNamed, ...ALWAYS_FRESH });
  const table = useTableQuery(query, STAFF_LOGS_TEXTS);
  const { currentData, isFetching } = query;
  return (
    <StaffFrame
      title={STAFF_LOGS_TEXTS.title}
      {...(isNamed ? { back: staffUserPath(userId) } : {})}
      actions={
        isNamed && (
          <ConsoleButton
            loading={isFetching && currentData !== undefined}
            loadingLabel={STAFF_LOGS_TEXTS.loading}
            onClick={table.onRetry}
          >
            {STAFF_LOGS_TEXTS.refresh}
          </ConsoleButton>
        )
      }
    >
      {isNamed && currentData === undefined && query.error === undefined && (
        <p role="status" {...{ [PENDING]: '' }}>
          {STAFF_LOGS_TEXTS.loading}
        </p>
      )}
      <DataTable
        label={STAFF_LOGS_TEXTS.label}
        columns={COLUMNS}
        rows={currentData?.slice(0, STAFF_LOGS_SHOWN)}
        {...(isNamed ? table : { error: STAFF_LOGS_TEXTS.incomplete })}
        rowKey={({ id }) => id}
        emptyText={STAFF_LOGS_TEXTS.empty}
        expectedRows={STAFF_LOGS_SHOWN}
      />
    </StaffFrame>
  );
}

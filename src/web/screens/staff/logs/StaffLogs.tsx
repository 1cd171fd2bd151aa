/** /severance: the first five entries of a customer's connection log. */
import { useSearchParams } from 'react-router-dom';
import { STAFF_LOGS_SHOWN } from '../../../../shared/constants';
import type { ConnectionLogEntry } from '../../../../shared/contract/models';
import { callErrorOf } from '../../../api/callError';
import { useGetConnectionLogsQuery } from '../../../api/endpoints/staff';
import { StatusChip } from '../../../components/display/StatusChip';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
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
  const [query] = useSearchParams();
  const userId = Number(query.get('userId') ?? '');
  const isNamed = Number.isInteger(userId) && userId > 0;
  const { currentData, error, isFetching, refetch } = useGetConnectionLogsQuery(
    { userId },
    { skip: !isNamed, refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const problem = !isNamed
    ? STAFF_LOGS_TEXTS.incomplete
    : error === undefined
      ? null
      : (callErrorOf(error).reason ?? STAFF_LOGS_TEXTS.failed);
  return (
    <StaffFrame
      title={STAFF_LOGS_TEXTS.title}
      {...(isNamed ? { back: staffUserPath(userId) } : {})}
      actions={
        isNamed && (
          <ConsoleButton
            loading={isFetching && currentData !== undefined}
            loadingLabel={STAFF_LOGS_TEXTS.loading}
            onClick={() => void refetch()}
          >
            {STAFF_LOGS_TEXTS.refresh}
          </ConsoleButton>
        )
      }
    >
      {isNamed && currentData === undefined && error === undefined && (
        <p role="status">{STAFF_LOGS_TEXTS.loading}</p>
      )}
      <DataTable
        label={STAFF_LOGS_TEXTS.label}
        columns={COLUMNS}
        rows={currentData?.slice(0, STAFF_LOGS_SHOWN)}
        rowKey={({ id }) => id}
        isFetching={isFetching}
        emptyText={STAFF_LOGS_TEXTS.empty}
        error={problem}
        {...(isNamed ? { onRetry: () => void refetch() } : {})}
        expectedRows={STAFF_LOGS_SHOWN}
      />
    </StaffFrame>
  );
}

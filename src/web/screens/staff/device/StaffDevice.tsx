/** Screen /torride. Shows one device of a customer to staff. */
import { styled } from '@mui/material/styles';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { StaffDevice as Device, StaffUser } from '../../../../shared/contract/staffModels';
import { toCallError } from '../../../api/callError';
import { useGetUserByIdQuery } from '../../../api/endpoints/staff';
import { TextLink } from '../../../components/controls/TextLink';
import { DescriptionList } from '../../../components/display/DescriptionList';
import { CopyIcon } from '../../../components/display/icons';
import { StatusChip } from '../../../components/display/StatusChip';
import { Stack } from '../../../components/layout/Stack';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useDetachDialog } from '../../../components/staff/useDetachDialog';
import { useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useCopy } from '../../../hooks/useCopy';
import { staffLogsPath, staffUserPath } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { shownDeviceId } from '../../../texts/devices';
import { DETACH_TEXTS } from '../../../texts/staff/detach';
import { staffDeviceName, STAFF_DEVICE_TEXTS as TEXTS } from '../../../texts/staff/device';
import { DeviceDelivery } from './DeviceDelivery';
import { DevicePushes } from './DevicePushes';

/** Number of characters at both ends of a push token that are shown to distinguish tokens. */
const TOKEN_SHOWN = { first: 12, last: 6 };

function shownToken(token: string): string {
  const { first, last } = TOKEN_SHOWN;
  return token.length <= first + last + 1 ? token : `${token.slice(0, first)}…${token.slice(-last)}`;
}

export default function StaffDevice() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const userId = Number(query.get('user') ?? '');
  const named = query.get('device') ?? '';
  const isNamed = Number.isInteger(userId) && userId > 0 && named !== '';
  const { data, error, refetch } = useGetUserByIdQuery(
    { id: userId },
    { skip: !isNamed, refetchOnFocus: true },
  );
  useStaffQueryFailure(error);
  const [dialog, openDialog] = useDetachDialog(
    data,
    () => void navigate(staffUserPath(userId), { replace: true }),
  );
  if (!isNamed) return <Nothing text={TEXTS.incomplete} />;
  if (data === undefined) {
    return error === undefined ? (
      // The back button is shown while the device is loading, so that the title does not shift afterwards.
      <Nothing text={TEXTS.loading} isStatus back={staffUserPath(userId)} />
    ) : (
      <Nothing
        text={toCallError(error).reason ?? TEXTS.loadFailed}
        back={staffUserPath(userId)}
        onRetry={() => void refetch()}
      />
    );
  }
  const device = data.devices.find(({ id, deviceId }) => String(id) === named || deviceId === named);
  return (
    <>
      {device === undefined ? (
        <Nothing text={TEXTS.notFound} back={staffUserPath(userId)} />
      ) : (
        <DeviceView key={device.id} user={data} device={device} onDetach={() => openDialog(device)} />
      )}
      {/* The dialog stays open if a colleague has detached the device, so that it says so. */}
      {dialog}
    </>
  );
}

function Nothing({
  text,
  isStatus = false,
  back,
  onRetry,
}: {
  text: string;
  isStatus?: boolean;
  back?: string;
  onRetry?: () => void;
}) {
  return (
    <StaffFrame title={TEXTS.title} {...(back === undefined ? {} : { back })}>
      <p role={isStatus ? 'status' : 'alert'}>{text}</p>
      {onRetry && <ConsoleButton onClick={onRetry}>{TEXTS.retry}</ConsoleButton>}
      {back !== undefined && !isStatus && <TextLink to={back}>{TEXTS.backToUser}</TextLink>}
    </StaffFrame>
  );
}

interface DeviceViewProps {
  user: StaffUser;
  device: Device;
  onDetach: () => void;
}

function DeviceView({ user, device, onDetach }: DeviceViewProps) {
  const name = staffDeviceName(device.deviceName);
  const token = device.firebaseToken ? device.firebaseToken : null;

  return (
    <StaffFrame
      title={name}
      back={staffUserPath(user.id)}
      actions={<ConsoleButton onClick={onDetach}>{DETACH_TEXTS.detach}</ConsoleButton>}
    >
      <Columns>
        <Stack gap={16}>
          <Panel title={TEXTS.details}>
            <DescriptionList
              details={[
                {
                  name: TEXTS.customer,
                  value: <TextLink to={staffUserPath(user.id)}>{user.email ?? String(user.id)}</TextLink>,
                },
                { name: TEXTS.platform, value: device.platform },
                {
                  name: TEXTS.firstActivation,
                  value: formatDateTime(device.firstActivation) ?? TEXTS.never,
                },
                {
                  name: TEXTS.state,
                  value: (
                    <StatusChip tone={device.isActive ? 'success' : 'warning'}>
                      {device.isActive ? TEXTS.active : TEXTS.notActive}
                    </StatusChip>
                  ),
                },
                {
                  name: TEXTS.deviceId,
                  value: (
                    <Copyable
                      what={TEXTS.deviceId}
                      shown={shownDeviceId(device.deviceId)}
                      text={device.deviceId}
                    />
                  ),
                },
                {
                  name: TEXTS.pushToken,
                  value:
                    token === null ? (
                      <StatusChip tone="warning">{TEXTS.noToken}</StatusChip>
                    ) : (
                      <Copyable what={TEXTS.pushToken} shown={shownToken(token)} text={token} />
                    ),
                },
              ]}
            />
            <TextLink to={staffLogsPath(user.id)}>{TEXTS.logs}</TextLink>
          </Panel>
          {device.delivery && <DeviceDelivery delivery={device.delivery} />}
        </Stack>
        <DevicePushes
          userId={user.id}
          deviceId={device.id}
          email={user.email ?? ''}
          token={token}
          foreignApp={device.delivery?.app ?? null}
        />
      </Columns>
    </StaffFrame>
  );
}

function Copyable({ what, shown, text }: { what: string; shown: string; text: string }) {
  const copy = useCopy();
  return (
    <CopyLine>
      <code title={text}>{shown}</code>
      <CopyButton
        type="button"
        aria-label={TEXTS.copy(what)}
        onClick={() => void copy(text, TEXTS.copied(what), TEXTS.copyFailed)}
      >
        <CopyIcon size={16} />
      </CopyButton>
    </CopyLine>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media (min-width: 900px)': { gridTemplateColumns: 'minmax(280px, 380px) minmax(0, 1fr)' },
});

const CopyLine = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  '& code': { fontSize: '0.8125rem', overflowWrap: 'anywhere' },
});

const CopyButton = styled('button')(({ theme: { vars } }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  padding: 0,
  border: 0,
  borderRadius: 6,
  cursor: 'pointer',
  color: vars.palette.text.secondary,
  backgroundColor: 'transparent',
  '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
}));

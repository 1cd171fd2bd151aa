/** Lists the attached devices. The customer detaches a device by holding its row for 2 s. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import type { Device } from '../../../shared/contract/models';
import { DEVICES_TEXTS, isLikelyComputer, shownDeviceId, shownDeviceName } from '../../texts/devices';
import { HoldButton } from '../controls/HoldButton';
import { Note, SectionTitle } from '../display/Heading';
import { LaptopIcon, PhoneIcon } from '../display/icons';
import { PlainList } from '../layout/Stack';
import { ListEntry } from './ListEntry';

interface DeviceListProps {
  devices: readonly Device[];
  /** Number of device slots in use. */
  usedCount: number;
  onDetach: (device: Device) => void;
  /** `deviceId` of the device that is being detached. */
  detachingId: string | null;
  /** Returns a line about a device, which is shown below the device id. Returns null if no line is shown. */
  describe?: (device: Device) => string | null;
}

export function DeviceList({
  devices,
  usedCount,
  onDetach,
  detachingId,
  describe = () => null,
}: DeviceListProps) {
  const headingId = useId();
  const hintId = useId();
  if (devices.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Head>
        <SectionTitle id={headingId}>{DEVICES_TEXTS.heading(usedCount)}</SectionTitle>
        <Note id={hintId}>{DEVICES_TEXTS.holdHint}</Note>
      </Head>
      <PlainList gap={10}>
        {devices.map((device) => {
          const name = shownDeviceName(device.deviceName) || DEVICES_TEXTS.nameless;
          return (
            <li key={device.deviceId}>
              <HoldButton
                layout="row"
                describedBy={hintId}
                isBusy={detachingId === device.deviceId}
                question={{
                  title: DEVICES_TEXTS.confirm.title(device.deviceName || DEVICES_TEXTS.nameless),
                  explanation: DEVICES_TEXTS.confirm.explanation,
                  yes: DEVICES_TEXTS.confirm.yes,
                  tone: 'danger',
                }}
                onHold={() => onDetach(device)}
              >
                <ListEntry
                  icon={isLikelyComputer(device.deviceName) ? <LaptopIcon /> : <PhoneIcon />}
                  action={DEVICES_TEXTS.detach}
                  name={name}
                  details={[
                    shownDeviceId(device.deviceId),
                    describe(device),
                    device.isActive ? null : DEVICES_TEXTS.inactive,
                  ]}
                />
              </HoldButton>
            </li>
          );
        })}
      </PlainList>
    </section>
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 16,
  rowGap: 2,
  marginBottom: 14,
});

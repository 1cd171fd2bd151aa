/** Shows the account's devices and the number of free slots, or a note about how to connect the first device. */
import type { Device } from '../../../shared/contract/models';
import { DEVICES_TEXTS } from '../../texts/devices';
import { PROFILE_TEXTS } from '../../texts/profile';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';
import { DeviceList } from './DeviceList';
import type { Account } from './useAccount';

interface AccountDevicesProps {
  /** Account data, or null until the account is loaded. While the account is null, no devices are rendered. */
  account: Account | null;
  onDetach: (device: Device) => void;
  /** `deviceId` of the device that is being detached. */
  detachingId: string | null;
  /** Whether the screen offers a link to the connect screen. */
  canConnect?: boolean;
  /** Function that returns a line about a device, or null (see `DeviceList`). */
  describe?: (device: Device) => string | null;
}

export function AccountDevices({
  account,
  onDetach,
  detachingId,
  canConnect = false,
  ...rest
}: AccountDevicesProps) {
  if (account === null) return null;
  if (account.devices.length === 0) {
    return <Note>{canConnect ? PROFILE_TEXTS.noDevicesToConnect : PROFILE_TEXTS.noDevices}</Note>;
  }
  return (
    <Stack gap={12}>
      <DeviceList
        devices={account.devices}
        usedCount={account.usedDeviceCount}
        onDetach={onDetach}
        detachingId={detachingId}
        {...rest}
      />
      <Note>{DEVICES_TEXTS.freeSlots(account.availableDeviceCount)}</Note>
    </Stack>
  );
}

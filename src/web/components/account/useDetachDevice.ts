/** Detaches one of the customer's devices and reports which device is being detached. */
import { useState } from 'react';
import type { Device } from '../../../shared/contract/models';
import { detachDevice, type DetachDeviceOutcome } from '../../flows/account/detachDevice';
import { useAppDispatch } from '../../hooks/storeHooks';

export interface DetachDevice {
  /** `deviceId` of the device that is being detached. */
  detachingId: string | null;
  /** Detaches a device. The returned promise resolves to the outcome, by which the screen decides where to navigate. */
  detach: (device: Device) => Promise<DetachDeviceOutcome>;
}

export function useDetachDevice(): DetachDevice {
  const dispatch = useAppDispatch();
  const [detachingId, setDetachingId] = useState<string | null>(null);
  return {
    detachingId,
    detach: async ({ deviceId }) => {
      setDetachingId(deviceId);
      const outcome = await dispatch(detachDevice(deviceId));
      setDetachingId(null);
      return outcome;
    },
  };
}

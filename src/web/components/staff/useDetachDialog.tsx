/** Loads the dialog that detaches a device on its first use. */
import { useState } from 'react';
import type { StaffDevice, StaffUser } from '../../../shared/contract/staffModels';
import type { Elements } from '../../platform/elements';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { toast } from '../../toasts/toasts';
import type { DetachDialog } from './DetachDialog';

const load = async () => (await import('./DetachDialog')).DetachDialog;

/**
 * Returns the open dialog, or null, and the function that opens the dialog for a device. `onDetached` runs when the device
 * was detached.
 */
export function useDetachDialog(
  user: StaffUser | undefined,
  onDetached?: () => void,
): [Elements, (device: StaffDevice) => void] {
  const [open, setOpen] = useState<{ Dialog: typeof DetachDialog; device: StaffDevice } | null>(null);
  return [
    open && user && (
      <open.Dialog
        user={user}
        device={open.device}
        onDetached={() => onDetached?.()}
        onClose={() => setOpen(null)}
      />
    ),
    (device) => {
      load().then(
        (Dialog) => setOpen({ Dialog, device }),
        () => toast.error(STAFF_FRAME_TEXTS.commands.loadFailed),
      );
    },
  ];
}

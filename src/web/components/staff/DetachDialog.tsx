/**
 * Detaches a device from its customer after a confirmation by staff. If the customer has changed meanwhile, nothing is
 * detached until the agent has accepted the changes.
 */
import { useState } from 'react';
import type { StaffDevice, StaffUser } from '../../../shared/contract/staffModels';
import { hasNoResponse } from '../../api/callError';
import { useDetachDeviceMutation } from '../../api/endpoints/profile';
import { DETACH_TEXTS } from '../../texts/staff/detach';
import { staffDeviceName } from '../../texts/staff/device';
import { toast } from '../../toasts/toasts';
import { QuestionDialog } from './QuestionDialog';
import { isStaleError } from './staleError';
import { useStaffChange } from './useStaffChange';
import { useStaleCustomer } from './useStaleCustomer';

interface DetachDialogProps {
  user: Pick<StaffUser, 'id' | 'uid' | 'email'>;
  device: StaffDevice;
  /** Callback that runs when the device was detached. */
  onDetached: () => void;
  /** Callback that runs when the dialog closes, whether the device was detached or not. */
  onClose: () => void;
}

export function DetachDialog({ user, device, onDetached, onClose }: DetachDialogProps) {
  const stale = useStaleCustomer(user.id);
  const [detach] = useDetachDeviceMutation();
  const { send, isSending } = useStaffChange(() => DETACH_TEXTS.detachFailed);
  const { uid = null, email = null } = user;
  const [reason, setReason] = useState<string | null>(null);
  const isGone = stale.user?.devices.every(({ deviceId }) => deviceId !== device.deviceId) === true;
  const detachChecked = stale.guard(detach);
  const detachNow = () => {
    setReason(null);
    return send(
      () => detachChecked({ uid, email, deviceId: device.deviceId }),
      () => {
        onClose();
        toast.success(DETACH_TEXTS.detached);
        onDetached();
      },
      {
        onFailed: (error) => {
          if (!isStaleError(error)) toast.error(DETACH_TEXTS.detachFailed);
          // If no response arrived, or the customer has changed, the dialog stays open so that the agent can try again.
          if (hasNoResponse(error) || isStaleError(error)) setReason(error.reason ?? error.message);
          else onClose();
        },
      },
    );
  };

  return (
    <QuestionDialog
      question={{
        title: DETACH_TEXTS.title(staffDeviceName(device.deviceName)),
        text: DETACH_TEXTS.text,
        yes: DETACH_TEXTS.detach,
      }}
      isBusy={isSending}
      busyLabel={DETACH_TEXTS.detaching}
      stale={{
        changes: stale.changes,
        accept: () => {
          setReason(null);
          if (isGone) onClose();
          else stale.accept();
        },
      }}
      failure={reason === null ? null : { title: DETACH_TEXTS.detachFailed, text: reason }}
      onYes={() => void detachNow()}
      onNo={onClose}
    />
  );
}

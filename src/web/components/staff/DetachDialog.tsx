/** Takes a device off its customer, once staff said yes. */
import type { StaffDevice, StaffUser } from '../../../shared/contract/models';
import { useDetachDeviceMutation } from '../../api/endpoints/profile';
import { DETACH_TEXTS } from '../../texts/staff/detach';
import { staffDeviceName } from '../../texts/staff/device';
import { toast } from '../../toasts/toasts';
import { QuestionDialog } from './QuestionDialog';
import { useStaffChange } from './useStaffChange';

interface DetachDialogProps {
  user: Pick<StaffUser, 'uid' | 'email'>;
  device: StaffDevice;
  /** The device is off. */
  onDetached?: () => void;
  /** Answered, whatever came of it. */
  onClose: () => void;
}

export function DetachDialog({ user, device, onDetached, onClose }: DetachDialogProps) {
  const [detach] = useDetachDeviceMutation();
  const { send, isSending } = useStaffChange(() => DETACH_TEXTS.detachFailed);
  const { uid = null, email = null } = user;
  const detachNow = () =>
    send(
      () => detach({ uid, email, deviceId: device.deviceId }),
      () => {
        onClose();
        toast.success(DETACH_TEXTS.detached);
        onDetached?.();
      },
      {
        onFailed: () => {
          onClose();
          toast.error(DETACH_TEXTS.detachFailed);
        },
      },
    );

  return (
    <QuestionDialog
      question={{
        title: DETACH_TEXTS.title(staffDeviceName(device.deviceName)),
        text: DETACH_TEXTS.text,
        yes: DETACH_TEXTS.detach,
      }}
      isBusy={isSending}
      busyLabel={DETACH_TEXTS.detaching}
      onYes={() => void detachNow()}
      onNo={onClose}
    />
  );
}

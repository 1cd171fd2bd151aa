/** Takes a device off its customer, once staff said yes. */
import { useState } from 'react';
import type { StaffDevice, StaffUser } from '../../../shared/contract/models';
import { toast } from '../../toasts/toasts';
import { detachForCustomer } from '../../flows/staff/staffCustomer';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useStaffFailure } from './useStaffFailure';
import { DETACH_TEXTS } from '../../texts/staff/detach';
import { staffDeviceName } from '../../texts/staff/device';
import { QuestionDialog } from './QuestionDialog';

interface DetachDialogProps {
  user: Pick<StaffUser, 'uid' | 'email'>;
  device: StaffDevice;
  /** The device is off. */
  onDetached?: () => void;
  /** Answered, whatever came of it. */
  onClose: () => void;
}

export function DetachDialog({ user, device, onDetached, onClose }: DetachDialogProps) {
  const dispatch = useAppDispatch();
  const onFailure = useStaffFailure();
  const [isBusy, setIsBusy] = useState(false);

  const detach = async () => {
    setIsBusy(true);
    const { uid = null, email = null } = user;
    const outcome = await dispatch(detachForCustomer({ uid, email, deviceId: device.deviceId }));
    onClose();
    if (outcome.kind === 'done') {
      toast.success(DETACH_TEXTS.detached);
      onDetached?.();
      return;
    }
    toast.error(DETACH_TEXTS.detachFailed);
    if (outcome.kind === 'failed') onFailure(outcome.error);
  };

  return (
    <QuestionDialog
      question={{
        title: DETACH_TEXTS.title(staffDeviceName(device.deviceName)),
        text: DETACH_TEXTS.text,
        yes: DETACH_TEXTS.detach,
      }}
      isBusy={isBusy}
      busyLabel={DETACH_TEXTS.detaching}
      onYes={() => void detach()}
      onNo={onClose}
    />
  );
}

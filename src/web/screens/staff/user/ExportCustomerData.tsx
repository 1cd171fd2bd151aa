/** Button that saves everything stored about a customer, for staff who answer a request by mail. */
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { exportCustomerData } from '../../../flows/staff/exportCustomerData';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';
import { toast } from '../../../toasts/toasts';

export function ExportCustomerData({ user }: { user: StaffUser }) {
  const { may, knowsAdditions } = useStaffRights();
  const dispatch = useAppDispatch();
  const { send, isSending } = useStaffChange(STAFF_USER_TEXTS.exportSubject);
  if (!knowsAdditions || !may('exportCustomerData')) return null;
  return (
    <ShortcutButton
      shortcut={null}
      label={STAFF_USER_TEXTS.export}
      loading={isSending}
      loadingLabel={STAFF_USER_TEXTS.exporting}
      onClick={() =>
        void send(
          () => dispatch(exportCustomerData(user.id)),
          () => toast.success(STAFF_USER_TEXTS.exported),
          // Another export changes nothing for the customer.
          { isRepeatSafe: true, asksFirst: false },
        )
      }
    />
  );
}

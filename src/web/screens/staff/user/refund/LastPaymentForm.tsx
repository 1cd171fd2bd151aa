/** Refund form for a server that does not list payments. Refunds the full last payment. */
import { staffCalls } from '../../../../../shared/contract/staff';
import type { StaffUser } from '../../../../../shared/contract/staffModels';
import { DialogForm } from '../../../../components/staff/FormDialog';
import { withoutAcceptedError } from '../../../../components/staff/staleError';
import { useStaffForm } from '../../../../components/staff/useStaffForm';
import { useStaleCustomer } from '../../../../components/staff/useStaleCustomer';
import { refundPayment } from '../../../../flows/staff/staffRefund';
import { useAppDispatch } from '../../../../hooks/storeHooks';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import { toast } from '../../../../toasts/toasts';
import { RefundNotice } from './RefundNotice';

interface LastPaymentFormProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  onClose: () => void;
}

export function LastPaymentForm({ user, onClose }: LastPaymentFormProps) {
  const dispatch = useAppDispatch();
  const stale = useStaleCustomer(user.id);
  const form = useStaffForm({
    draft: null,
    subject: REFUND_TEXTS.subject,
    fields: {},
    body: staffCalls.refund.body,
    read: () => ({ email: user.email ?? null, uid: user.uid ?? null }),
    send: stale.guard((body) => dispatch(refundPayment(body))),
    onDone: () => {
      toast.success(REFUND_TEXTS.success);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      stale={stale}
      submitLabel={REFUND_TEXTS.title}
      sendingLabel={REFUND_TEXTS.submitting}
      notice={<RefundNotice form={withoutAcceptedError(form, stale)} unknown={REFUND_TEXTS.unknownOfLast} />}
      onClose={onClose}
    >
      <p>{REFUND_TEXTS.lastPayment}</p>
    </DialogForm>
  );
}

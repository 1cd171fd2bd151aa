/** Dialog that refunds payments of an ACTIVE subscription. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { StaffUser } from '../../../../../shared/contract/staffModels';
import { PrimaryButton } from '../../../../components/controls/PrimaryButton';
import { SmallButton } from '../../../../components/staff/ConsoleButton';
import { ConsoleDialog, DialogButtons } from '../../../../components/staff/ConsoleDialog';
import { FormError } from '../../../../components/staff/FormError';
import { isAbsent } from '../../../../components/staff/useStaffRights';
import { DIALOG_TEXTS } from '../../../../texts/staff/dialog';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import { LastPaymentForm } from './LastPaymentForm';
import { isRefundable } from './refundable';
import { RefundForm } from './RefundForm';
import { useRefundablePayments } from './useRefundablePayments';

interface RefundDialogProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  onClose: () => void;
}

export function RefundDialog({ user, onClose }: RefundDialogProps) {
  return (
    <ConsoleDialog title={REFUND_TEXTS.title} width={520} onClose={onClose}>
      <Customer>{REFUND_TEXTS.of(user.email ?? user.uid ?? String(user.id))}</Customer>
      <Content user={user} onClose={onClose} />
    </ConsoleDialog>
  );
}

function Content({ user, onClose }: RefundDialogProps) {
  const { shown, error, refetch, rejection, onRejected, showCurrent } = useRefundablePayments(user.id);
  if (error !== null && isAbsent(error)) return <LastPaymentForm user={user} onClose={onClose} />;
  if (error !== null) {
    return (
      <>
        <p role="alert">{error.reason ?? REFUND_TEXTS.loadFailed}</p>
        <DialogButtons>
          <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
          <PrimaryButton size="small" fullWidth={false} onClick={refetch}>
            {DIALOG_TEXTS.retry}
          </PrimaryButton>
        </DialogButtons>
      </>
    );
  }
  if (shown === undefined) {
    return (
      <div role="status" aria-label={REFUND_TEXTS.loading}>
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={120} />
      </div>
    );
  }
  const [newest, ...older] = shown.payments.filter(isRefundable);
  if (newest === undefined) {
    return (
      <>
        {rejection !== null && (
          <FormError title={REFUND_TEXTS.rejected}>
            <span>{rejection}</span>
          </FormError>
        )}
        <p>{REFUND_TEXTS.nothing}</p>
        <DialogButtons>
          <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
        </DialogButtons>
      </>
    );
  }
  return (
    <RefundForm
      user={user}
      payments={[newest, ...older]}
      nextCharge={shown.nextChargeAt ? { at: shown.nextChargeAt, amount: shown.nextChargeAmount ?? 0 } : null}
      accessUntil={shown.accessUntil ?? null}
      onRejected={onRejected}
      onAccepted={showCurrent}
      onClose={onClose}
    />
  );
}

const Customer = styled('div')(({ theme: { vars } }) => ({
  color: vars.palette.text.secondary,
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
}));

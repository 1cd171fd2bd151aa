/**
 * Dialog that refunds the unused days of a CANCELED subscription, as the offer promises. The price of the unused days
 * is refunded, and the access for the unused days ends.
 */
import Skeleton from '@mui/material/Skeleton';
import { staffCalls } from '../../../../../shared/contract/staff';
import type { StaffUser } from '../../../../../shared/contract/staffModels';
import type { StaffPayment } from '../../../../../shared/contract/staffPayments';
import { hasNoResponse } from '../../../../api/callError';
import { CompactSelect } from '../../../../components/staff/CompactSelect';
import { ConsoleDialog } from '../../../../components/staff/ConsoleDialog';
import { FormDialog } from '../../../../components/staff/FormDialog';
import { isStaleError, withoutAcceptedError } from '../../../../components/staff/staleError';
import { useStaffForm } from '../../../../components/staff/useStaffForm';
import { useStaleCustomer } from '../../../../components/staff/useStaleCustomer';
import { refundPayment } from '../../../../flows/staff/staffRefund';
import { useAppDispatch } from '../../../../hooks/storeHooks';
import { formatDateTime } from '../../../../texts/dates';
import { DIALOG_TEXTS } from '../../../../texts/staff/dialog';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import { toast } from '../../../../toasts/toasts';
import { CommentField } from '../CommentField';
import { REASON_CHOICES, reasonNamed } from './refundReasons';
import { useRefundablePayments } from './useRefundablePayments';

interface UnusedDaysDialogProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  onClose: () => void;
}

type UnusedPayment = StaffPayment & { unused: NonNullable<StaffPayment['unused']> };

/** Returns whether a payment has unused days that can be refunded now. */
export const hasUnusedDays = (payment: StaffPayment): payment is UnusedPayment => Boolean(payment.unused);

export function UnusedDaysDialog({ user, onClose }: UnusedDaysDialogProps) {
  const { shown, error, rejection, onRejected, showCurrent } = useRefundablePayments(user.id);
  const payment = shown?.payments.find(hasUnusedDays);
  if (payment !== undefined) {
    const form = { user, payment, rejection, onRejected, onAccepted: showCurrent, onClose };
    return <UnusedDaysForm {...form} />;
  }
  return (
    <ConsoleDialog title={REFUND_TEXTS.unused.title} onClose={onClose} closeButton>
      {rejection !== null && <p role="alert">{rejection}</p>}
      {shown !== undefined && <p>{REFUND_TEXTS.unused.nothing}</p>}
      {error !== null && <p role="alert">{REFUND_TEXTS.loadFailed}</p>}
      {shown === undefined && error === null && (
        <div role="status" aria-label={REFUND_TEXTS.loading}>
          <Skeleton height={44} />
          <Skeleton height={120} />
        </div>
      )}
    </ConsoleDialog>
  );
}

interface UnusedDaysFormProps extends UnusedDaysDialogProps {
  payment: UnusedPayment;
  /** Callback that receives the server's reason if the server rejected the refund. */
  onRejected: (reason: string) => void;
  /** Callback that runs when the agent accepts the changes of the customer. */
  onAccepted: () => void;
  /** Reason for the rejection of the last refund, or null. */
  rejection: string | null;
}

function UnusedDaysForm({ user, payment, rejection, onRejected, onAccepted, onClose }: UnusedDaysFormProps) {
  const dispatch = useAppDispatch();
  const stale = useStaleCustomer(user.id);
  const { amount, accessUntil } = payment.unused;
  const money = REFUND_TEXTS.money(amount, payment.currency);
  const form = useStaffForm({
    draft: `unusedDays ${user.id}`,
    subject: REFUND_TEXTS.subject,
    fields: { reason: 'changedMind', comment: '' },
    body: staffCalls.refund.body,
    hasRequestKey: true,
    read: ({ reason, comment }) => ({
      email: user.email ?? null,
      uid: user.uid ?? null,
      transactionId: payment.transactionId,
      unusedDays: true,
      amount,
      reason: reasonNamed(reason),
      comment: comment.trim(),
    }),
    send: stale.guard((body) => dispatch(refundPayment(body))),
    onDone: () => {
      toast.success(REFUND_TEXTS.success);
      onClose();
    },
    onFailed: (error) => {
      if (!hasNoResponse(error) && !isStaleError(error)) onRejected(error.reason ?? DIALOG_TEXTS.failed);
    },
  });
  const { failure: ownFailure } = withoutAcceptedError(form, stale);
  const failure = form.isUnconfirmed ? REFUND_TEXTS.unknownExplanation : (ownFailure ?? rejection);
  return (
    <FormDialog
      title={REFUND_TEXTS.unused.title}
      submitLabel={form.isRepeat ? DIALOG_TEXTS.retry : REFUND_TEXTS.submit(money)}
      form={{ ...form, failure }}
      stale={{
        changes: stale.changes,
        accept: () => {
          stale.accept();
          onAccepted();
        },
      }}
      onClose={onClose}
    >
      <p>{REFUND_TEXTS.of(user.email ?? user.uid ?? String(user.id))}</p>
      <p>
        {REFUND_TEXTS.unused.lead(
          REFUND_TEXTS.money(payment.amount, payment.currency),
          formatDateTime(payment.at) ?? '',
        )}
      </p>
      <CompactSelect {...form.choice('reason')} label={REFUND_TEXTS.reason} choices={REASON_CHOICES} />
      <CommentField {...form.field('comment')} />
      <ul>
        <li>{REFUND_TEXTS.moneyBack(money, payment.cardMask ?? REFUND_TEXTS.anyCard)}</li>
        <li>
          {accessUntil
            ? REFUND_TEXTS.accessUntil(formatDateTime(accessUntil) ?? '')
            : REFUND_TEXTS.accessEndsNow}
        </li>
        <li>{REFUND_TEXTS.email}</li>
      </ul>
    </FormDialog>
  );
}

/**
 * The refund of the days that a CANCELED subscription has left, which the offer promises: what falls on them goes
 * back, and the access that they gave ends.
 */
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import type { StaffUser } from '../../../../shared/contract/models';
import type { RefundReason, StaffPayment } from '../../../../shared/contract/staffPayments';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ConsoleDialog, DialogButtons } from '../../../components/staff/ConsoleDialog';
import { fieldOf, FormDialog } from '../../../components/staff/FormDialog';
import { type TypedTexts, useDraft } from '../../../components/staff/useDraft';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { refundPayment } from '../../../flows/staff/staffRefund';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { formatDateTime } from '../../../texts/dates';
import { DIALOG_TEXTS } from '../../../texts/staff/dialog';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { toast } from '../../../toasts/toasts';
import { CommentField } from './CommentField';
import { REASON_CHOICES, reasonNamed } from './refundReasons';

interface UnusedDaysDialogProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  onClose: () => void;
}

type UnusedPayment = StaffPayment & { unused: NonNullable<StaffPayment['unused']> };

/** Whether something falls on unused days of a payment that can be refunded now. */
export const hasUnusedDays = (payment: StaffPayment): payment is UnusedPayment => Boolean(payment.unused);

export function UnusedDaysDialog({ user, onClose }: UnusedDaysDialogProps) {
  const { data, error, isFetching, refetch } = useGetUserPaymentsQuery(
    { userId: user.id },
    { refetchOnMountOrArgChange: true },
  );
  // While this refund is sent, the form keeps what it was opened with; a rejection shows what is left now.
  const [shown, setShown] = useState<typeof data>(undefined);
  const [isStale, setIsStale] = useState(true);
  const [rejection, setRejection] = useState<string | null>(null);
  if (isStale && data !== undefined && !isFetching) {
    setShown(data);
    setIsStale(false);
  }
  const payment = shown?.payments.find(hasUnusedDays);
  if (payment !== undefined) {
    const onRejected = (reason: string): void => {
      setRejection(reason);
      void refetch().then(() => setIsStale(true));
    };
    const form = { user, payment, rejection, onRejected, onClose };
    return <UnusedDaysForm {...form} />;
  }
  return (
    <ConsoleDialog title={REFUND_TEXTS.unused.title} onClose={onClose}>
      {rejection !== null && <p role="alert">{rejection}</p>}
      {shown !== undefined && <p>{REFUND_TEXTS.unused.nothing}</p>}
      {shown === undefined && error !== undefined && <p role="alert">{REFUND_TEXTS.loadFailed}</p>}
      {shown === undefined && error === undefined && (
        <div role="status" aria-label={REFUND_TEXTS.loading}>
          <Skeleton height={44} />
          <Skeleton height={120} />
        </div>
      )}
      <DialogButtons>
        <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
      </DialogButtons>
    </ConsoleDialog>
  );
}

interface UnusedDaysFormProps extends UnusedDaysDialogProps {
  payment: UnusedPayment;
  /** The server rejected the refund, for example because another agent has refunded meanwhile. */
  onRejected: (reason: string) => void;
  /** Why the last one was rejected. */
  rejection: string | null;
}

function UnusedDaysForm({ user, payment, rejection, onRejected, onClose }: UnusedDaysFormProps) {
  const dispatch = useAppDispatch();
  const sending = useStaffChange(REFUND_TEXTS.subject);
  const draft = useDraft('unusedDays', user.id);
  const [reason, setReason] = useState<RefundReason>(reasonNamed(draft.typed['reason'] ?? 'changedMind'));
  const [isResponseLost, setIsResponseLost] = useState(false);
  const { transactionId } = payment;
  const { amount, accessUntil } = payment.unused;
  const { keyOf } = useRequestKey(draft);
  const money = REFUND_TEXTS.money(amount, payment.currency);
  const submit = (form: TypedTexts) => {
    setIsResponseLost(false);
    const comment = fieldOf(form, 'comment').trim();
    const requestKey = keyOf([transactionId, String(amount), reason, comment].join(' '));
    void sending.send(
      () =>
        dispatch(
          refundPayment({
            email: user.email ?? null,
            uid: user.uid ?? null,
            transactionId,
            unusedDays: true,
            amount,
            reason,
            comment,
            requestKey,
          }),
        ),
      (outcome) => {
        if (outcome === 'unknown') {
          setIsResponseLost(true);
          return;
        }
        toast.success(REFUND_TEXTS.success);
        onClose();
      },
      { requestKey, onFailed: (error) => onRejected(error.reason ?? DIALOG_TEXTS.failed) },
    );
  };
  return (
    <FormDialog
      title={REFUND_TEXTS.unused.title}
      submitLabel={isResponseLost ? DIALOG_TEXTS.retry : REFUND_TEXTS.submit(money)}
      sending={{
        ...sending,
        failure: isResponseLost ? REFUND_TEXTS.unknownExplanation : (sending.failure ?? rejection),
      }}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{REFUND_TEXTS.of(user.email ?? user.uid ?? String(user.id))}</p>
      <p>
        {REFUND_TEXTS.unused.lead(
          REFUND_TEXTS.money(payment.amount, payment.currency),
          formatDateTime(payment.at) ?? '',
        )}
      </p>
      <CompactSelect
        label={REFUND_TEXTS.reason}
        name="reason"
        choices={REASON_CHOICES}
        value={reason}
        onChange={(chosen) => setReason(reasonNamed(chosen))}
      />
      <CommentField typed={draft.typed['comment']} />
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

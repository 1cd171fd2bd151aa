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
import { fieldOf, FormDialog, type TypedTexts } from '../../../components/staff/FormDialog';
import { useDraft } from '../../../components/staff/useDraft';
import { createRequestKey } from '../../../components/staff/useRequestKey';
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

const hasUnusedDays = (payment: StaffPayment): payment is UnusedPayment => Boolean(payment.unused);

export function UnusedDaysDialog({ user, onClose }: UnusedDaysDialogProps) {
  const { data, error, isFetching } = useGetUserPaymentsQuery(
    { userId: user.id },
    { refetchOnMountOrArgChange: true },
  );
  // While refunding, the list is read anew: the form stands on what it was opened with.
  const [shown, setShown] = useState<typeof data>(undefined);
  if (shown === undefined && data !== undefined && !isFetching) setShown(data);
  const payment = shown?.payments.find(hasUnusedDays);
  if (payment !== undefined) return <UnusedDaysForm user={user} payment={payment} onClose={onClose} />;
  return (
    <ConsoleDialog title={REFUND_TEXTS.unused.title} onClose={onClose}>
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

function UnusedDaysForm({ user, payment, onClose }: UnusedDaysDialogProps & { payment: UnusedPayment }) {
  const dispatch = useAppDispatch();
  const sending = useStaffChange(REFUND_TEXTS.subject);
  const { draft, storeDraft } = useDraft('unusedDaysDraft', user.id);
  const [reason, setReason] = useState<RefundReason>(reasonNamed(draft?.reason ?? 'changedMind'));
  const [isAnswerLost, setIsAnswerLost] = useState(false);
  const { transactionId } = payment;
  const { amount, accessUntil } = payment.unused;
  // One for the dialog: what it asks for is always the same.
  const [requestKey] = useState(() =>
    draft?.transactionId === transactionId && draft.amount === amount ? draft.requestKey : createRequestKey(),
  );
  const money = REFUND_TEXTS.money(amount, payment.currency);
  const submit = (form: TypedTexts) => {
    setIsAnswerLost(false);
    const comment = fieldOf(form, 'comment').trim();
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
          setIsAnswerLost(true);
          return;
        }
        toast.success(REFUND_TEXTS.success);
        onClose();
      },
      {
        onLeaving: () =>
          storeDraft({ userId: user.id, ...{ transactionId, amount, reason, comment, requestKey } }),
      },
    );
  };
  return (
    <FormDialog
      title={REFUND_TEXTS.unused.title}
      submitLabel={isAnswerLost ? DIALOG_TEXTS.retry : REFUND_TEXTS.submit(money)}
      sending={isAnswerLost ? { ...sending, failure: REFUND_TEXTS.unknownExplanation } : sending}
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
      <CommentField typed={draft?.comment} />
      <ul>
        <li>{REFUND_TEXTS.moneyBack(money, payment.cardMask ?? REFUND_TEXTS.anyCard)}</li>
        <li>
          {accessUntil
            ? REFUND_TEXTS.accessUntil(formatDateTime(accessUntil) ?? '')
            : REFUND_TEXTS.accessEndsNow}
        </li>
        <li>{REFUND_TEXTS.letter}</li>
      </ul>
    </FormDialog>
  );
}

/** Refund form: the payments, the amount, the effect on the access, and the reason. */
import { STAFF_COMMENT_MAX } from '../../../../../shared/constants';
import { staffCalls } from '../../../../../shared/contract/staff';
import type { StaffUser } from '../../../../../shared/contract/staffModels';
import { hasNoResponse } from '../../../../api/callError';
import { serverNow } from '../../../../api/serverTime';
import { CompactSelect } from '../../../../components/staff/CompactSelect';
import { DialogForm } from '../../../../components/staff/FormDialog';
import { isStaleError, withoutAcceptedError } from '../../../../components/staff/staleError';
import { TextArea } from '../../../../components/staff/TextArea';
import { typedRubles } from '../../../../components/staff/typedNumbers';
import { useStaffForm } from '../../../../components/staff/useStaffForm';
import { useStaleCustomer } from '../../../../components/staff/useStaleCustomer';
import { refundPayment } from '../../../../flows/staff/staffRefund';
import { useAppDispatch } from '../../../../hooks/storeHooks';
import { usePlatform } from '../../../../platform/PlatformContext';
import { DIALOG_TEXTS } from '../../../../texts/staff/dialog';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import { toast } from '../../../../toasts/toasts';
import { AccessChoice } from './AccessChoice';
import { AmountChoice } from './AmountChoice';
import { PaymentsChoice } from './PaymentsChoice';
import { accessWithout, type NextCharge, type Refundable, sumRefundable } from './refundable';
import { RefundNotice } from './RefundNotice';
import { REASON_CHOICES, reasonNamed } from './refundReasons';
import { RefundSummary } from './RefundSummary';

interface RefundFormProps {
  user: Pick<StaffUser, 'id' | 'email' | 'uid'>;
  payments: readonly [Refundable, ...Refundable[]];
  nextCharge: NextCharge | null;
  /** End of the current access, or null if the end is unknown or there is no access. */
  accessUntil: string | null;
  /** Callback that receives the server's reason if the server rejected the refund. */
  onRejected: (reason: string) => void;
  /** Callback that runs when the agent accepts the changes of the customer. */
  onAccepted: () => void;
  onClose: () => void;
}

/**
 * Amount to refund in rubles, or `all` to refund each payment fully. The amount is NaN while no valid amount is typed.
 */
type Amount = number | 'all';

export function RefundForm({
  user,
  payments,
  nextCharge,
  accessUntil,
  onRejected,
  onAccepted,
  onClose,
}: RefundFormProps) {
  const dispatch = useAppDispatch();
  const stale = useStaleCustomer(user.id);
  const now = serverNow(usePlatform());
  const findChosen = (ids: string) =>
    payments.filter(({ transactionId }) => ids.split(' ').includes(transactionId));
  const parseAmount = (chosen: readonly Refundable[], typed: { part: string; amount: string }): Amount => {
    const left = sumRefundable(chosen);
    if (chosen.length !== 1 || left === 0) return 'all';
    return typed.part === '' ? left : typedRubles(typed.amount);
  };
  const form = useStaffForm({
    draft: `refund ${user.id}`,
    subject: REFUND_TEXTS.subject,
    fields: {
      transactionIds: payments[0].transactionId,
      part: '',
      amount: '',
      access: 'end',
      stopRenewal: 'true',
      reason: 'changedMind',
      comment: '',
    },
    body: staffCalls.refund.body,
    hasRequestKey: true,
    read: (typed) => {
      const chosen = findChosen(typed.transactionIds);
      return {
        email: user.email ?? null,
        uid: user.uid ?? null,
        transactionIds: chosen.map(({ transactionId }) => transactionId),
        amount: parseAmount(chosen, typed),
        access: typed.access === 'keep' ? ('keep' as const) : ('end' as const),
        stopRenewal: typed.access !== 'keep' || typed.stopRenewal !== '',
        reason: reasonNamed(typed.reason),
        comment: typed.comment.trim(),
      };
    },
    problems: { transactionIds: REFUND_TEXTS.paymentMissing, amount: REFUND_TEXTS.amountMissing },
    check: (typed) => {
      const chosen = findChosen(typed.transactionIds);
      const left = sumRefundable(chosen);
      const isTooMuch = Number(parseAmount(chosen, typed)) > left;
      return { amount: isTooMuch ? REFUND_TEXTS.amountTooMuch(REFUND_TEXTS.money(left)) : null };
    },
    send: stale.guard((body) => dispatch(refundPayment(body))),
    onDone: () => {
      toast.success(REFUND_TEXTS.success);
      onClose();
    },
    onFailed: (error) => {
      if (!hasNoResponse(error) && !isStaleError(error)) onRejected(error.reason ?? error.message);
    },
  });
  const { typed } = form;
  const chosen = findChosen(typed.transactionIds);
  const left = sumRefundable(chosen);
  const isTrial = chosen.length > 0 && left === 0;
  const amount = parseAmount(chosen, typed);
  /** Refund total in rubles, or NaN while no valid amount is typed. */
  const total = amount === 'all' ? left : amount;
  const keepsAccess = typed.access === 'keep';
  const accessAfter = accessWithout(chosen, accessUntil, now);
  const submitLabel = form.isRepeat
    ? DIALOG_TEXTS.retry
    : isTrial
      ? REFUND_TEXTS.submitTrial
      : REFUND_TEXTS.submit(total > 0 ? REFUND_TEXTS.money(total) : '');

  return (
    <DialogForm
      form={form}
      submitLabel={submitLabel}
      sendingLabel={REFUND_TEXTS.submitting}
      stale={{
        changes: stale.changes,
        accept: () => {
          stale.accept();
          onAccepted();
        },
      }}
      notice={
        <RefundNotice form={withoutAcceptedError(form, stale)} unknown={REFUND_TEXTS.unknownExplanation} />
      }
      onClose={onClose}
    >
      <PaymentsChoice payments={payments} chosen={chosen} form={form} />
      {chosen.length === 1 && !isTrial && <AmountChoice left={left} form={form} />}
      {accessUntil !== null && chosen.length > 0 && (
        <AccessChoice
          accessUntil={accessUntil}
          accessAfter={accessAfter}
          mayStopRenewal={nextCharge !== null}
          form={form}
        />
      )}
      <CompactSelect {...form.choice('reason')} label={REFUND_TEXTS.reason} choices={REASON_CHOICES} />
      <TextArea
        {...form.field('comment')}
        label={DIALOG_TEXTS.comment}
        rows={2}
        maxLength={STAFF_COMMENT_MAX}
      />
      {chosen.length > 0 && (
        <RefundSummary
          payments={chosen}
          total={total}
          left={left}
          accessUntil={keepsAccess ? accessUntil : accessAfter}
          keepsAccess={keepsAccess}
          renews={keepsAccess && typed.stopRenewal === ''}
          nextCharge={nextCharge}
        />
      )}
    </DialogForm>
  );
}

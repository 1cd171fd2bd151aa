/** Checkboxes for the payments to refund. */
import { styled } from '@mui/material/styles';
import { serverNow } from '../../../../api/serverTime';
import { Choice, ChoiceGroup } from '../../../../components/staff/Choice';
import type { StaffForm } from '../../../../components/staff/useStaffForm';
import { usePlatform } from '../../../../platform/PlatformContext';
import { formatDateTime } from '../../../../texts/dates';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import type { Refundable } from './refundable';

interface PaymentsChoiceProps {
  payments: readonly Refundable[];
  chosen: readonly Refundable[];
  form: Pick<StaffForm<'transactionIds', never>, 'problems' | 'set'>;
}

export function PaymentsChoice({ payments, chosen, form }: PaymentsChoiceProps) {
  const problem = form.problems['transactionIds'];
  const choose = (payment: Refundable) => {
    const others = chosen.filter((each) => each !== payment);
    const next = others.length < chosen.length ? others : [...chosen, payment];
    form.set('transactionIds', next.map(({ transactionId }) => transactionId).join(' '));
  };
  return (
    <ChoiceGroup>
      <legend>{REFUND_TEXTS.payment}</legend>
      <Choices>
        {payments.map((payment) => (
          <Choice
            key={payment.transactionId}
            name="transactionIds"
            type="checkbox"
            checked={chosen.includes(payment)}
            onChange={() => choose(payment)}
          >
            <Payment payment={payment} />
          </Choice>
        ))}
      </Choices>
      {problem !== undefined && <Missing role="alert">{problem}</Missing>}
    </ChoiceGroup>
  );
}

function Payment({ payment }: { payment: Refundable }) {
  const now = serverNow(usePlatform());
  const used = Math.max(0, Math.floor((now - Date.parse(payment.at)) / 86_400_000));
  const kind = REFUND_TEXTS.kinds[payment.role === 'recurrent' ? 'recurrent' : (payment.orderKind ?? '')];
  return (
    <>
      <b>{REFUND_TEXTS.money(payment.amount, payment.currency)}</b>
      <span>{` · ${formatDateTime(payment.at) ?? ''}`}</span>
      <small>{[kind, payment.cardMask, REFUND_TEXTS.used(used)].filter(Boolean).join(' · ')}</small>
    </>
  );
}

const Choices = styled('div')({ display: 'grid', gap: 6, maxHeight: 240, overflowY: 'auto' });

const Missing = styled('div')(({ theme: { vars } }) => ({ color: vars.palette.tone.dangerText }));

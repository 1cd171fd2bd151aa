/**
 * Payments of a customer, newest first. Each payment is shown with its state, the access period that the payment
 * bought, and the receipt.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { StaffPayment } from '../../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../../shared/englishAmounts';
import { useGetUserPaymentsQuery } from '../../../api/endpoints/staffPayments';
import { SecondaryButton } from '../../../components/controls/SecondaryButton';
import { TextLink } from '../../../components/controls/TextLink';
import { HiddenText } from '../../../components/display/HiddenText';
import { StatusChip, type Tone } from '../../../components/display/StatusChip';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { isAbsent } from '../../../components/staff/useStaffRights';
import { usePlatform } from '../../../platform/PlatformContext';
import { isReceiptAddress } from '../../../platform/receiptAddress';
import { formatDateTime } from '../../../texts/dates';
import { STAFF_PAYMENT_TEXTS } from '../../../texts/staff/payments';
import { REFUND_TEXTS } from '../../../texts/staff/refund';
import { declineWords } from '../../../texts/staff/timeline';

const SHOWN_AT_FIRST = 5;

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  declined: 'danger',
  returning: 'warning',
  partlyReturned: 'warning',
};

export function PaymentsPanel({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useGetUserPaymentsQuery({ userId });
  const [showsAll, setShowsAll] = useState(false);
  if (data === undefined && isAbsent(error)) return null;
  const payments = data?.payments ?? [];
  const isLong = !showsAll && payments.length > SHOWN_AT_FIRST;
  return (
    <Panel title={STAFF_PAYMENT_TEXTS.title}>
      {data === undefined && error === undefined && (
        <LoadingRows label={STAFF_PAYMENT_TEXTS.loading} rows={2} height={52} />
      )}
      {error !== undefined && (
        <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
          {STAFF_PAYMENT_TEXTS.failed}
        </LoadFailure>
      )}
      {data !== undefined && payments.length === 0 && <p>{STAFF_PAYMENT_TEXTS.none}</p>}
      {payments.length > 0 && (
        <List>
          {(isLong ? payments.slice(0, SHOWN_AT_FIRST) : payments).map((payment) => (
            <Entry key={`${payment.state}-${payment.transactionId}`} payment={payment} />
          ))}
        </List>
      )}
      {isLong && (
        <SecondaryButton onClick={() => setShowsAll(true)}>
          {STAFF_PAYMENT_TEXTS.all(payments.length)}
        </SecondaryButton>
      )}
    </Panel>
  );
}

function Entry({ payment }: { payment: StaffPayment }) {
  const { mode } = usePlatform().configuration;
  const { amount, currency, state, returnedAmount, receiptUrl, refund } = payment;
  const day = formatDateTime(payment.at) ?? '';
  const details = [
    REFUND_TEXTS.kinds[payment.role === 'recurrent' ? 'recurrent' : (payment.orderKind ?? '')],
    payment.cardMask,
    state === 'declined' ? payment.decline && declineWords(payment.decline) : null,
    STAFF_PAYMENT_TEXTS.bought(payment.boughtFrom, payment.boughtUntil),
    refund &&
      STAFF_PAYMENT_TEXTS.refund(formatEnglishAmount(refund.amount, currency), refund.by, refund.reason),
    refund?.rejection && STAFF_PAYMENT_TEXTS.refundRejected(refund.rejection),
    STAFF_PAYMENT_TEXTS.number(payment.transactionId),
  ];
  return (
    <li>
      <div>
        <b>{formatEnglishAmount(amount, currency)}</b>
        <time dateTime={payment.at}>{day}</time>
        <StatusChip tone={TONES[state] ?? 'neutral'} size="small">
          {STAFF_PAYMENT_TEXTS.state(state, formatEnglishAmount(returnedAmount ?? 0, currency))}
        </StatusChip>
        {receiptUrl && isReceiptAddress(receiptUrl, mode) && (
          <TextLink href={receiptUrl}>
            {STAFF_PAYMENT_TEXTS.receipt}
            <HiddenText>{STAFF_PAYMENT_TEXTS.receiptOf(day)}</HiddenText>
          </TextLink>
        )}
      </div>
      <small>{details.filter(Boolean).join(' · ')}</small>
    </li>
  );
}

const List = styled('ul')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'grid', gap: 2 },
  '& > li + li': { paddingTop: 10, borderTop: `1px solid ${vars.palette.surface.line}` },
  '& > li > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2px 10px' },
  '& time, & small': { fontSize: '0.8125rem', color: vars.palette.text.secondary },
  '& small': { overflowWrap: 'anywhere' },
  // Aligns the receipt link to the right end of the line.
  '& a': { marginLeft: 'auto' },
}));

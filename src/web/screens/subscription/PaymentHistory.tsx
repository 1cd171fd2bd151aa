/** Lists the customer's payments with their state and, if available, a link to the receipt. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import type { CustomerPayment } from '../../../shared/contract/subscriptions';
import { RADIUS } from '../../../shared/designTokens';
import { formatAmount } from '../../../shared/russianFormats';
import { TextLink } from '../../components/controls/TextLink';
import { Note, SectionTitle } from '../../components/display/Heading';
import { HiddenText } from '../../components/display/HiddenText';
import { CardSkeleton } from '../../components/display/Skeletons';
import { StatusChip, type Tone } from '../../components/display/StatusChip';
import { CallFailure } from '../../components/failures/CallFailure';
import { Stack } from '../../components/layout/Stack';
import { usePlatform } from '../../platform/PlatformContext';
import { isReceiptAddress } from '../../platform/receiptAddress';
import { formatMoneyTime } from '../../texts/dates';
import { PAYMENT_TEXTS } from '../../texts/payments';
import { usePayments } from './usePayments';

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  declined: 'danger',
  returning: 'warning',
  partlyReturned: 'warning',
};

export function PaymentHistory() {
  const titleId = useId();
  const { payments, isLoading, hasFailed, error, retry } = usePayments();
  if (payments === null && !isLoading && !hasFailed) return null;
  return (
    <History as="section" gap={16} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{PAYMENT_TEXTS.title}</SectionTitle>
      {isLoading && <CardSkeleton height={120} label={PAYMENT_TEXTS.loading} />}
      {hasFailed && <CallFailure title={PAYMENT_TEXTS.loadFailed} error={error} onRetry={retry} />}
      {payments?.length === 0 && <Note>{PAYMENT_TEXTS.none}</Note>}
      {payments !== null && payments.length > 0 && (
        <ul>
          {payments.map((payment) => (
            <Entry key={`${payment.state}-${payment.id}`} payment={payment} />
          ))}
        </ul>
      )}
    </History>
  );
}

function Entry({ payment }: { payment: CustomerPayment }) {
  const { amount, currency, returned, state, cardMask, declineReason, receiptUrl } = payment;
  const { mode } = usePlatform().configuration;
  const day = formatMoneyTime(payment.at);
  const reason = state === 'declined' ? PAYMENT_TEXTS.declineReason(declineReason) : null;
  return (
    <li>
      <div>
        <strong>{formatAmount(amount, currency)}</strong>
        <StatusChip tone={TONES[state] ?? 'neutral'}>
          {PAYMENT_TEXTS.state(state, formatAmount(returned, currency))}
        </StatusChip>
      </div>
      <p>{PAYMENT_TEXTS.purpose(payment.purpose)}</p>
      {reason !== null && <p>{reason}</p>}
      <p>
        <time dateTime={payment.at}>{day}</time>
        {cardMask && <span>{cardMask}</span>}
        {receiptUrl && isReceiptAddress(receiptUrl, mode) && (
          <TextLink href={receiptUrl}>
            <span>{PAYMENT_TEXTS.receipt}</span>
            {day !== null && <HiddenText>{PAYMENT_TEXTS.formatReceiptDay(day)}</HiddenText>}
          </TextLink>
        )}
      </p>
    </li>
  );
}

const History = styled(Stack)(({ theme: { vars, typography } }) => ({
  '& ul': {
    margin: 0,
    padding: '4px clamp(16px, 4vw, 24px)',
    listStyle: 'none',
    border: `1px solid ${vars.palette.surface.line}`,
    borderRadius: RADIUS.card,
    backgroundColor: vars.palette.surface.main,
  },
  '& li': { display: 'grid', gap: 4, padding: '14px 0' },
  '& li + li': { borderTop: `1px solid ${vars.palette.surface.line}` },
  '& li > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '6px 16px',
  },
  '& strong': { ...typography.body1, fontWeight: 650 },
  '& li > p': {
    ...typography.body2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '2px 14px',
    margin: 0,
    color: vars.palette.text.secondary,
    overflowWrap: 'anywhere',
  },
  // Makes the touch target of the link as high as a button.
  '& li > p > a': {
    position: 'relative',
    marginLeft: 'auto',
    '&::after': { content: '""', position: 'absolute', inset: '-10px -12px' },
  },
}));

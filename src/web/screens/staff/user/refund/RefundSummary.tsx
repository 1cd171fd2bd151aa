/** Lists the consequences of a refund before it is sent. */
import { styled } from '@mui/material/styles';
import { CONSOLE_RADIUS } from '../../../../components/staff/consoleStyles';
import { formatDateTime } from '../../../../texts/dates';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';
import type { NextCharge, Refundable } from './refundable';

interface RefundSummaryProps {
  payments: readonly Refundable[];
  /** Refund total of all payments in rubles, or NaN while no valid amount is typed. */
  total: number;
  /** Remaining refundable amount of all payments, in rubles. */
  left: number;
  /** End of the access after the refund, or null if the access ends at once. */
  accessUntil: string | null;
  keepsAccess: boolean;
  renews: boolean;
  nextCharge: NextCharge | null;
}

export function RefundSummary({
  payments,
  total,
  left,
  accessUntil,
  keepsAccess,
  renews,
  nextCharge,
}: RefundSummaryProps) {
  const until = formatDateTime(accessUntil);
  const cards = new Set(payments.map(({ cardMask }) => cardMask ?? REFUND_TEXTS.anyCard));
  const charge =
    nextCharge === null
      ? null
      : ([REFUND_TEXTS.money(nextCharge.amount), formatDateTime(nextCharge.at) ?? ''] as const);
  return (
    <Outcome>
      <h3>{REFUND_TEXTS.consequences}</h3>
      <ul>
        {left === 0 ? (
          <li>{REFUND_TEXTS.noMoney}</li>
        ) : (
          total <= left && <li>{REFUND_TEXTS.moneyBack(REFUND_TEXTS.money(total), [...cards].join(', '))}</li>
        )}
        <li>
          {until === null
            ? REFUND_TEXTS.accessEndsNow
            : keepsAccess
              ? REFUND_TEXTS.accessStays(until)
              : REFUND_TEXTS.accessUntil(until)}
        </li>
        {charge !== null && (
          <li>{renews ? REFUND_TEXTS.renewalGoesOn(...charge) : REFUND_TEXTS.nextCharge(...charge)}</li>
        )}
        {left > 0 && <li>{REFUND_TEXTS.email}</li>}
      </ul>
    </Outcome>
  );
}

const Outcome = styled('div')(({ theme: { vars } }) => ({
  padding: '12px 14px',
  borderRadius: CONSOLE_RADIUS,
  backgroundColor: vars.palette.surface.raised,
  '& h3': { margin: 0, fontSize: '0.8125rem', fontWeight: 600 },
  '& ul': { margin: '6px 0 0', paddingLeft: 18, fontSize: '0.8125rem', display: 'grid', gap: 4 },
}));

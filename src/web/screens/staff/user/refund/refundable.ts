/** Payments that can be refunded, and what refunding several of them does. */
import type { StaffPayment } from '../../../../../shared/contract/staffPayments';
import { toKopecks, toRubles } from '../../../../../shared/money';

export type Refundable = StaffPayment & { refundable: NonNullable<StaffPayment['refundable']> };

export interface NextCharge {
  at: string;
  /** Rubles. */
  amount: number;
}

export const isRefundable = (payment: StaffPayment): payment is Refundable => Boolean(payment.refundable);

/** Returns how much of the payments is left to refund, in rubles. */
export const refundableOf = (payments: readonly Refundable[]): number =>
  toRubles(payments.reduce((sum, { refundable }) => sum + toKopecks(refundable.amount), 0));

/**
 * Returns the end of the access without the rest of the periods that these payments bought, or null if the access ends at
 * once. `accessUntil` is the present end, or null if it is unknown or there is no access. `now` is in ms since the epoch.
 */
export function accessWithout(
  payments: readonly Refundable[],
  accessUntil: string | null,
  now: number,
): string | null {
  const [single] = payments;
  if (payments.length === 1 || accessUntil === null) return single?.refundable.accessUntil ?? null;
  // Each payment bought a period of its own, so the loss is the sum of what each of them alone loses.
  const end = Date.parse(accessUntil);
  const lost = payments.reduce((sum, { refundable }) => {
    const alone = refundable.accessUntil ? Date.parse(refundable.accessUntil) : now;
    return sum + Math.max(0, end - alone);
  }, 0);
  return end - lost > now ? new Date(end - lost).toISOString() : null;
}

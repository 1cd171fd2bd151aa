/** Selects refundable payments and calculates the effects of refunding them. */
import type { StaffPayment } from '../../../../../shared/contract/staffPayments';
import { toKopecks, toRubles } from '../../../../../shared/money';

export type Refundable = StaffPayment & { refundable: NonNullable<StaffPayment['refundable']> };

export interface NextCharge {
  at: string;
  /** Amount of the next charge in rubles. */
  amount: number;
}

export const isRefundable = (payment: StaffPayment): payment is Refundable => Boolean(payment.refundable);

/** Returns the remaining refundable amount of the payments, in rubles. */
export const sumRefundable = (payments: readonly Refundable[]): number =>
  toRubles(payments.reduce((sum, { refundable }) => sum + toKopecks(refundable.amount), 0));

/**
 * Returns the end of the access after the unused part of the periods that these payments bought is taken back. Returns
 * null if the access ends immediately. `accessUntil` is the current end of the access, or null if the end is unknown or
 * there is no access. `now` is in ms since the epoch.
 */
export function accessWithout(
  payments: readonly Refundable[],
  accessUntil: string | null,
  now: number,
): string | null {
  const [single] = payments;
  if (payments.length === 1 || accessUntil === null) return single?.refundable.accessUntil ?? null;
  // The time to take back is the sum over all payments, because each payment bought a separate period.
  const end = Date.parse(accessUntil);
  const lost = payments.reduce((sum, { refundable }) => {
    const alone = refundable.accessUntil ? Date.parse(refundable.accessUntil) : now;
    return sum + Math.max(0, end - alone);
  }, 0);
  return end - lost > now ? new Date(end - lost).toISOString() : null;
}

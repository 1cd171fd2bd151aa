/** Lists the payments at a card provider by UTC day. */
import { addDays, startOfDay } from '../../../domain/billing/billingCalendar';
import type { CardProvider, ProviderPayment } from '../../../ports/cardProvider';

/** Returns all payments of one UTC day at a card provider. */
export type PaymentsOfDay = (provider: CardProvider, day: Date) => Promise<ProviderPayment[]>;

export const listPaymentsOfDay: PaymentsOfDay = (provider, day) => provider.listPaymentsOfDay(day);

/**
 * Returns a memoized `PaymentsOfDay`. The result is worth caching, because the list of one day contains the payments of
 * many orders.
 */
export function memoizedPaymentsOfDay(): PaymentsOfDay {
  const listed = new Map<string, Promise<ProviderPayment[]>>();
  return (provider, day) => {
    const key = `${provider.name} ${day.toISOString().slice(0, 10)}`;
    const known = listed.get(key) ?? provider.listPaymentsOfDay(day);
    listed.set(key, known);
    return known;
  };
}

/** Returns the start of each UTC day from the day of `from` to the day of `to`. */
export function daysBetween(from: Date, to: Date): Date[] {
  const days: Date[] = [];
  for (let day = startOfDay(from); day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

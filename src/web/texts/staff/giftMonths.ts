/** Formats the duration of a gift for staff. Customers see `giftDuration`. */
import { type GiftUnit, giftUnitsInWords } from '../giftDuration';

const PLURALS: Readonly<Record<GiftUnit, string>> = {
  millennium: 'millennia',
  century: 'centuries',
  year: 'years',
  month: 'months',
};

/** Formats a number of months: 18 → “1 year 6 months”. */
export function giftMonths(months: number): string {
  return giftUnitsInWords(
    months,
    (count, unit) => `${String(count)}\u00a0${count === 1 ? unit : PLURALS[unit]}`,
  );
}

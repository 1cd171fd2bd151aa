/** How long a gift lasts, for staff; customers read `giftDuration`. */
import { type GiftUnit, giftUnitsInWords } from '../giftDuration';

const PLURALS: Readonly<Record<GiftUnit, string>> = {
  millennium: 'millennia',
  century: 'centuries',
  year: 'years',
  month: 'months',
};

/** Whole months: 18 → “1 year 6 months”. */
export function giftMonths(months: number): string {
  return giftUnitsInWords(
    months,
    (count, unit) => `${String(count)}\u00a0${count === 1 ? unit : PLURALS[unit]}`,
  );
}

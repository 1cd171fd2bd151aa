/** Formats the duration of a gift in words. */
import { formatCount, MONTHS, type PluralForms } from '../../shared/plurals';

/** Number of months per unit, largest unit first. */
const MONTHS_IN = { millennium: 12_000, century: 1_200, year: 12, month: 1 } as const;

export type GiftUnit = keyof typeof MONTHS_IN;

const UNITS = Object.keys(MONTHS_IN) as GiftUnit[];

const FORMS: Readonly<Record<GiftUnit, PluralForms>> = {
  millennium: { one: 'тысячелетие', few: 'тысячелетия', many: 'тысячелетий' },
  century: { one: 'век', few: 'века', many: 'веков' },
  year: { one: 'год', few: 'года', many: 'лет' },
  month: MONTHS,
};

/** Splits a number of months into units, largest first and without a remainder. `formatUnit` formats each unit. */
export function giftUnitsInWords(
  months: number,
  formatUnit: (count: number, unit: GiftUnit) => string,
): string {
  let left = months;
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(left / MONTHS_IN[unit]);
    left -= count * MONTHS_IN[unit];
    const isOnly = unit === 'month' && parts.length === 0;
    if (count > 0 || isOnly) parts.push(formatUnit(count, unit));
  }
  return parts.join(' ');
}

/** Returns the duration for customers: 18 → «1 год 6 месяцев», 1200 → «1 век». */
export function giftDuration(months: number): string {
  return giftUnitsInWords(months, (count, unit) => formatCount(count, FORMS[unit]));
}

/** How long a gift lasts, in words (spec section 5). */
import { countOf, type PluralForms } from './plurals';

const UNITS: readonly { months: number; forms: PluralForms }[] = [
  { months: 12_000, forms: { one: 'тысячелетие', few: 'тысячелетия', many: 'тысячелетий' } },
  { months: 1_200, forms: { one: 'век', few: 'века', many: 'веков' } },
  { months: 12, forms: { one: 'год', few: 'года', many: 'лет' } },
  { months: 1, forms: { one: 'месяц', few: 'месяца', many: 'месяцев' } },
];

/**
 * Whole months as millennia, centuries, years and what is left of months, the largest first and
 * none of them lost: 18 → «1 год 6 месяцев», 1200 → «1 век».
 */
export function giftDuration(months: number): string {
  let left = months;
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.months);
    left -= count * unit.months;
    const isOnly = unit.months === 1 && parts.length === 0;
    if (count > 0 || isOnly) parts.push(countOf(count, unit.forms));
  }
  return parts.join(' ');
}

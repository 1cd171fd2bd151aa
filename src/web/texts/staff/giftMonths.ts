/** How long a gift lasts, for staff; customers read `giftDuration`. */
const UNITS = [
  { months: 12_000, one: 'millennium', many: 'millennia' },
  { months: 1_200, one: 'century', many: 'centuries' },
  { months: 12, one: 'year', many: 'years' },
  { months: 1, one: 'month', many: 'months' },
] as const;

/** Whole months, the largest units first and none of them lost: 18 → “1 year 6 months”. */
export function giftMonths(months: number): string {
  let left = months;
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.months);
    left -= count * unit.months;
    const isOnly = unit.months === 1 && parts.length === 0;
    if (count > 0 || isOnly) parts.push(`${String(count)}\u00a0${count === 1 ? unit.one : unit.many}`);
  }
  return parts.join(' ');
}

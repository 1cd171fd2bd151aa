/**
 * Formats amounts of money and dates in Russian without `Intl`. The first use of `Intl` loads the browser's locale
 * data, which blocks the main thread of a phone for 35 ms while a screen renders.
 */
import { shiftToMoscow } from './moscowDays';

/** Non-breaking space, which keeps an amount and its currency sign, a date, or a time and its time zone on one line. */
export const NBSP = '\u00a0';

const RUBLE = '\u20bd';

/** Matches the positions before each group of three digits, counted from the right. */
const BEFORE_THREE_DIGITS = /\B(?=(?:\d{3})+$)/g;

/** Names of the months in the genitive case, from January. */
export const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const;

export const BY_MOSCOW = `по${NBSP}Москве`;

/**
 * Returns an amount in rubles or another ISO 4217 currency, such as «449 ₽», «1 449,50 ₽» or «5 USD». Kopecks are shown
 * only if they are not zero. Digits are grouped as in `Intl.NumberFormat('ru-RU')`.
 */
export function formatAmount(amount: number, currency: string | null | undefined = 'RUB'): string {
  const [whole = '', kopecks] = amount.toFixed(Number.isInteger(amount) ? 0 : 2).split('.');
  const digits = whole.replace(BEFORE_THREE_DIGITS, NBSP);
  const sign = !currency || currency === 'RUB' ? RUBLE : currency;
  return `${kopecks === undefined ? digits : `${digits},${kopecks}`}${NBSP}${sign}`;
}

/** Returns a date and time in Moscow as `dd.mm.yy hh:mm`. */
export function dateTimeText(moment: Date): string {
  const inMoscow = shiftToMoscow(moment).toISOString();
  const [year = '', month, day] = inMoscow.slice(0, 10).split('-');
  return `${[day, month, year.slice(-2)].join('.')} ${inMoscow.slice(11, 16)}`;
}

/** Returns a date in Moscow, such as «1 декабря 2026». */
export function dayText(moment: Date): string {
  const inMoscow = shiftToMoscow(moment);
  return [inMoscow.getUTCDate(), MONTHS[inMoscow.getUTCMonth()], inMoscow.getUTCFullYear()].join(NBSP);
}

/** Returns a date and time in Moscow, such as «1 декабря 2026 в 13:00 по Москве». */
export function momentText(moment: Date): string {
  const time = shiftToMoscow(moment).toISOString().slice(11, 16);
  return `${dayText(moment)} в${NBSP}${time} ${BY_MOSCOW}`;
}

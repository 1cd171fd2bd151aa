/**
 * Amounts of money and dates as Russian texts write them, without `Intl`: its first use reads the browser's tables,
 * which blocks a phone for 35 ms while a screen renders.
 */
import { shiftToMoscow } from './moscowDays';

/** Keeps an amount and its sign, a date, or a time and its zone on one line. */
const NBSP = '\u00a0';

const RUBLE = '\u20bd';

/** The place before every three digits, counted from the right. */
const BEFORE_THREE_DIGITS = /\B(?=(?:\d{3})+$)/g;

const MONTHS = [
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
 * Returns rubles (or another ISO 4217 currency) with kopecks only if there are any: «449 ₽», «1 449,50 ₽», «5 USD».
 * Digits are grouped as `Intl.NumberFormat('ru-RU')` groups them.
 */
export function formatAmount(amount: number, currency: string | null | undefined = 'RUB'): string {
  const [whole = '', kopecks] = amount.toFixed(Number.isInteger(amount) ? 0 : 2).split('.');
  const digits = whole.replace(BEFORE_THREE_DIGITS, NBSP);
  const sign = !currency || currency === 'RUB' ? RUBLE : currency;
  return `${kopecks === undefined ? digits : `${digits},${kopecks}`}${NBSP}${sign}`;
}

/** Returns `dd.mm.yy hh:mm` in Moscow time. */
export function dateTimeText(moment: Date): string {
  const inMoscow = shiftToMoscow(moment).toISOString();
  const [year = '', month, day] = inMoscow.slice(0, 10).split('-');
  return `${[day, month, year.slice(-2)].join('.')} ${inMoscow.slice(11, 16)}`;
}

/** Returns the day in Moscow: «1 декабря 2026». */
export function dayText(moment: Date): string {
  const inMoscow = shiftToMoscow(moment);
  return [inMoscow.getUTCDate(), MONTHS[inMoscow.getUTCMonth()], inMoscow.getUTCFullYear()].join(NBSP);
}

/** Returns the moment in Moscow: «1 декабря 2026 в 13:00 по Москве». */
export function momentText(moment: Date): string {
  const time = shiftToMoscow(moment).toISOString().slice(11, 16);
  return `${dayText(moment)} в${NBSP}${time} ${BY_MOSCOW}`;
}

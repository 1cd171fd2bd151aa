/**
 * Dates in words, as every customer-facing text and email writes them, in Moscow. The months are listed here because
 * the first use of `Intl.DateTimeFormat` takes 35 ms in a browser, and screens render with dates.
 */
import { shiftToMoscow } from './moscowDays';

/** Keeps a date, or a time and its zone, on one line. */
const NBSP = '\u00A0';

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

/** «1 декабря 2026». */
export function dayText(moment: Date): string {
  const inMoscow = shiftToMoscow(moment);
  return [inMoscow.getUTCDate(), MONTHS[inMoscow.getUTCMonth()], inMoscow.getUTCFullYear()].join(NBSP);
}

/** «1 декабря 2026 в 13:00 по Москве». */
export function momentText(moment: Date): string {
  const time = shiftToMoscow(moment).toISOString().slice(11, 16);
  return `${dayText(moment)} в${NBSP}${time} ${BY_MOSCOW}`;
}

/** Amounts and moments as letters say them. */
import { formatAmount } from '../../../shared/amounts';
import { toRubles } from '../../../shared/money';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00A0';

const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
});

/** «28 ноября 2026», in Moscow, on one line. */
export function dayText(at: Date): string {
  const parts = new Map(DAY.formatToParts(at).map(({ type, value }) => [type, value]));
  return [parts.get('day'), parts.get('month'), parts.get('year')].join(NBSP);
}

/** «28 ноября 2026, 12:05 по Москве». */
export function momentText(at: Date): string {
  return `${dayText(at)}, ${TIME.format(at)} по${NBSP}Москве`;
}

/** A short thing that is not torn at its spaces. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NBSP);
}

/** Kopecks as «1 449 ₽», «224,50 ₽». */
export function moneyText(kopecks: number): string {
  return formatAmount(toRubles(kopecks));
}

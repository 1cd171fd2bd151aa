/** Amounts, moments and counted things as letters say them. */

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

const WHOLE_RUBLES = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });
const RUBLES_AND_KOPECKS = new Intl.NumberFormat('ru-RU', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A short thing that is not torn at its spaces. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NBSP);
}

/** «449 ₽», «224,50 ₽». */
export function moneyText(kopecks: number): string {
  const format = kopecks % 100 === 0 ? WHOLE_RUBLES : RUBLES_AND_KOPECKS;
  return `${format.format(kopecks / 100)}${NBSP}₽`;
}

const plurals = new Intl.PluralRules('ru');

/** «1 месяц», «3 месяца», «12 месяцев». */
export function counted(count: number, one: string, few: string, many: string): string {
  const rule = plurals.select(count);
  return `${count}${NBSP}${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

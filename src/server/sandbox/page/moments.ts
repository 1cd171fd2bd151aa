/** Formats times and amounts for the sandbox pages. */

const MOMENT = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Formats a time in Moscow time, to the minute. Non-breaking spaces prevent line breaks inside the formatted time. */
export function momentText(at: Date | string): string {
  return MOMENT.format(typeof at === 'string' ? new Date(at) : at).replace(/\s/g, '\u00a0');
}

const MONEY = new Intl.NumberFormat('ru-RU', {
  style: 'currency',
  currency: 'RUB',
  minimumFractionDigits: 0,
});

export function moneyText(kopecks: number): string {
  return MONEY.format(kopecks / 100);
}

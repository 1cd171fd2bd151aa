/** Dates as a customer reads them, in the viewer's time zone unless one is given. */

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';

function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

function partsOf(moment: Date, options: Intl.DateTimeFormatOptions): Record<Part, string> {
  const parts: Record<Part, string> = { day: '', month: '', year: '', hour: '', minute: '' };
  for (const { type, value } of new Intl.DateTimeFormat('ru-RU', options).formatToParts(moment)) {
    if (type in parts) parts[type as Part] = value;
  }
  return parts;
}

/**
 * `dd.mm.yy hh:mm`. Null for what is absent, unreadable or the epoch, which
 * stands for «no date» on the wire.
 */
export function formatDateTime(iso: string | null | undefined, timeZone?: string): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const { day, month, year, hour, minute } = partsOf(moment, {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return `${day}.${month}.${year} ${hour}:${minute}`;
}

/** A day in words, «28 ноября 2026»; null as in `formatDateTime`. */
export function formatDay(iso: string | null | undefined, timeZone?: string): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const { day, month, year } = partsOf(moment, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return `${day}\u00a0${month}\u00a0${year}`;
}

/**
 * Dates as a customer reads them, in the viewer's time zone unless one is given. The viewer's own is read from the
 * moment itself and the months stand here: the first use of `Intl.DateTimeFormat` is 35 ms of a computer's processor,
 * and screens are drawn with dates.
 */

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

interface LocalTime {
  day: number;
  /** From 1. */
  month: number;
  year: number;
  hour: number;
  minute: number;
}

function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

function localTime(moment: Date, timeZone: string | undefined): LocalTime {
  if (timeZone === undefined)
    return {
      day: moment.getDate(),
      month: moment.getMonth() + 1,
      year: moment.getFullYear(),
      hour: moment.getHours(),
      minute: moment.getMinutes(),
    };
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  return {
    day: part('day'),
    month: part('month'),
    year: part('year'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

const twoFigures = (figure: number) => String(figure % 100).padStart(2, '0');

/**
 * `dd.mm.yy hh:mm`. Null for what is absent, unreadable or the epoch, which
 * stands for «no date» on the wire.
 */
export function formatDateTime(iso: string | null | undefined, timeZone?: string): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const { day, month, year, hour, minute } = localTime(moment, timeZone);
  return `${[day, month, year].map(twoFigures).join('.')} ${twoFigures(hour)}:${twoFigures(minute)}`;
}

/** A day in words, «28 ноября 2026»; null as in `formatDateTime`. */
export function formatDay(iso: string | null | undefined, timeZone?: string): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const { day, month, year } = localTime(moment, timeZone);
  return [day, MONTHS[month - 1], year].join('\u00a0');
}

/**
 * Date formatting for the screens, in Moscow time, because dates that affect payments are defined in Moscow time. The
 * console names the time zone once on each page. Customers see the time zone next to each date if their clock differs
 * from Moscow time. The date parts are computed without `Intl.DateTimeFormat`, because its first use takes 35 ms.
 */
import { BY_MOSCOW, dateTimeText, dayText, momentText } from '../../shared/russianFormats';

/** Offset of Moscow as returned by `getTimezoneOffset`, in minutes. */
const MOSCOW_OFFSET = -180;

/** Parses a time. Returns null if the time is absent, unreadable or the epoch. */
export function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

const isOnMoscowTime = (moment: Date): boolean => moment.getTimezoneOffset() === MOSCOW_OFFSET;

/**
 * Returns `dd.mm.yy hh:mm` in Moscow time. Returns null for a date that is absent, unreadable or the epoch, which means
 * «no date» in API responses.
 */
export function formatDateTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  return moment && dateTimeText(moment);
}

/** Formats a time like `formatDateTime`, with «по Москве» appended if the viewer's clock differs from Moscow time. */
export function formatMoneyTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const figures = dateTimeText(moment);
  return isOnMoscowTime(moment) ? figures : `${figures} ${BY_MOSCOW}`;
}

/**
 * Returns the day in Moscow time in words, such as «28 ноября 2026». Returns null in the same cases as
 * `formatDateTime`.
 */
export function formatDay(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  return moment && dayText(moment);
}

/**
 * Formats a day like `formatDay`. If the viewer's clock differs from Moscow time, «в 13:00 по Москве» is appended,
 * because the date may differ in the viewer's time zone.
 */
export function formatMoneyDay(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  return isOnMoscowTime(moment) ? dayText(moment) : momentText(moment);
}

/**
 * Dates on the screens. Screens of staff show the viewer's time. Dates that decide about money count in Moscow, so
 * customers get them in Moscow's time, with the zone where the viewer's clock differs.
 */
import { shiftToMoscow } from '../../shared/moscowDays';
import { BY_MOSCOW, dateTimeText, dayText, momentText } from '../../shared/russianFormats';

/** Offset of Moscow as `getTimezoneOffset` returns it, minutes. */
const MOSCOW_OFFSET = -180;
const MINUTE_MS = 60_000;

function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

/** Returns a moment whose UTC fields are those of `moment` in the viewer's time zone. */
const shiftToViewer = (moment: Date) => new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);

const isOnMoscowTime = (moment: Date): boolean => moment.getTimezoneOffset() === MOSCOW_OFFSET;

/**
 * `dd.mm.yy hh:mm` in the viewer's time zone. Null for what is absent, unreadable or the epoch, which
 * stands for «no date» on the wire.
 */
export function formatDateTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  return moment && dateTimeText(shiftToViewer(moment));
}

/** `dd.mm.yy hh:mm` in Moscow, with «по Москве» where the viewer's clock differs; null as in `formatDateTime`. */
export function formatMoneyTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const inMoscow = dateTimeText(shiftToMoscow(moment));
  return isOnMoscowTime(moment) ? inMoscow : `${inMoscow} ${BY_MOSCOW}`;
}

/** A day in words in Moscow, «28 ноября 2026»; null as in `formatDateTime`. */
export function formatDay(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  return moment && dayText(moment);
}

/** The same, with «в 13:00 по Москве» where the viewer's clock differs, since the day may be another there. */
export function formatMoneyDay(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  return isOnMoscowTime(moment) ? dayText(moment) : momentText(moment);
}

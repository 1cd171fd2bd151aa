/**
 * Dates on the screens, in Moscow time, because dates that decide about money count in it. The console names the zone once
 * on each page. Customers read it beside each date if their clock differs. The fields are read from the moment itself,
 * because the first use of `Intl.DateTimeFormat` takes 35 ms.
 */
import { BY_MOSCOW, dateTimeText, dayText, momentText } from '../../shared/russianFormats';

/** Offset of Moscow as `getTimezoneOffset` returns it, minutes. */
const MOSCOW_OFFSET = -180;

function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

const isOnMoscowTime = (moment: Date): boolean => moment.getTimezoneOffset() === MOSCOW_OFFSET;

/**
 * Returns `dd.mm.yy hh:mm` in Moscow time, or null for a date that is absent, unreadable or the epoch, which stands for
 * «no date» on the wire.
 */
export function formatDateTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  return moment && dateTimeText(moment);
}

/** The same, with «по Москве» where the viewer's clock differs. */
export function formatMoneyTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const figures = dateTimeText(moment);
  return isOnMoscowTime(moment) ? figures : `${figures} ${BY_MOSCOW}`;
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

/**
 * Dates on the screens. Screens of staff show the viewer's time. Dates that decide about money count in Moscow, so
 * customers get them in Moscow's time, with the zone where the viewer's clock differs. The fields are read from the
 * moment itself: the first use of `Intl.DateTimeFormat` takes 35 ms.
 */
import { BY_MOSCOW, dayText, momentText } from '../../shared/dateWords';
import { shiftToMoscow } from '../../shared/moscowDays';

/** Offset of Moscow as `getTimezoneOffset` returns it, minutes. */
const MOSCOW_OFFSET = -180;

function readMoment(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const moment = new Date(iso);
  const time = moment.getTime();
  return Number.isNaN(time) || time === 0 ? null : moment;
}

const twoFigures = (figure: number) => String(figure % 100).padStart(2, '0');

const figuresOf = (day: number, month: number, year: number, hour: number, minute: number): string =>
  `${[day, month, year].map(twoFigures).join('.')} ${twoFigures(hour)}:${twoFigures(minute)}`;

const isOnMoscowTime = (moment: Date): boolean => moment.getTimezoneOffset() === MOSCOW_OFFSET;

/**
 * `dd.mm.yy hh:mm` in the viewer's time zone. Null for what is absent, unreadable or the epoch, which
 * stands for «no date» on the wire.
 */
export function formatDateTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  return figuresOf(
    moment.getDate(),
    moment.getMonth() + 1,
    moment.getFullYear(),
    moment.getHours(),
    moment.getMinutes(),
  );
}

/** `dd.mm.yy hh:mm` in Moscow, with «по Москве» where the viewer's clock differs; null as in `formatDateTime`. */
export function formatMoneyTime(iso: string | null | undefined): string | null {
  const moment = readMoment(iso);
  if (!moment) return null;
  const inMoscow = shiftToMoscow(moment);
  const figures = figuresOf(
    inMoscow.getUTCDate(),
    inMoscow.getUTCMonth() + 1,
    inMoscow.getUTCFullYear(),
    inMoscow.getUTCHours(),
    inMoscow.getUTCMinutes(),
  );
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

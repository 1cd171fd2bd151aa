/** Formats the date and time of timeline entries in Moscow time. */
import { addToDay, moscowDay } from '../../../shared/moscowDays';
import { formatDateTime } from '../dates';
import { TIMELINE_TEXTS } from './timeline';

/** Length of `dd.mm.yy`, in characters. */
const DAY_LENGTH = 8;

const formatFigures = (iso: string): string => formatDateTime(iso) ?? '';

/** Returns the day of a timeline entry as «Today», «Yesterday» or `dd.mm.yy`. */
export function dayOfEntry(iso: string, now: Date): string {
  const day = moscowDay(new Date(iso));
  const today = moscowDay(now);
  if (day === today) return TIMELINE_TEXTS.today;
  return day === addToDay(today, -1) ? TIMELINE_TEXTS.yesterday : formatFigures(iso).slice(0, DAY_LENGTH);
}

/** Returns the time of a timeline entry as `hh:mm`. */
export function timeOfEntry(iso: string): string {
  return formatFigures(iso).slice(DAY_LENGTH + 1);
}

/**
 * Time of a past use, such as a connection of a device, on the viewer's own clock. The module does not use `Intl`, like
 * `dates.ts`.
 */
import { MONTHS, NBSP } from '../../shared/russianFormats';
import { readMoment } from './dates';

const DAY_MS = 86_400_000;
const LAST_DAYS = ['сегодня', 'вчера'];

/**
 * Returns a past time relative to `now`, in ms since the epoch: «сегодня 14:20», «вчера 09:05», «28 ноября 14:20», or
 * «28 ноября 2025» in another year. Returns null for a time that is absent, unreadable or the epoch.
 */
export function formatRecent(iso: string | null | undefined, now: number): string | null {
  const moment = readMoment(iso);
  if (moment === null) return null;
  const today = new Date(now);
  const time = [moment.getHours(), moment.getMinutes()]
    .map((each) => String(each).padStart(2, '0'))
    .join(':');
  const startOfDay = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  // Rounded, because a day on which the clock changes has 23 or 25 hours.
  const daysAgo = Math.round((startOfDay(today) - startOfDay(moment)) / DAY_MS);
  const word = LAST_DAYS[daysAgo];
  if (word !== undefined) return `${word}${NBSP}${time}`;
  const isThisYear = moment.getFullYear() === today.getFullYear();
  return [moment.getDate(), MONTHS[moment.getMonth()], isThisYear ? time : moment.getFullYear()].join(NBSP);
}

/**
 * When the entries of a timeline happened, in words. Apart from their other words: the platform's date formats are made
 * where a timeline is shown, and not at the first view of the console.
 */
import { TIMELINE_TEXTS } from './timeline';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** «Today», «Yesterday», «Sat, 21 November 2026», in the viewer's time zone. */
export function dayOfEntry(iso: string, now: Date): string {
  const day = dayFormat.format(new Date(iso));
  if (day === dayFormat.format(now)) return TIMELINE_TEXTS.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === dayFormat.format(yesterday) ? TIMELINE_TEXTS.yesterday : day;
}

export function timeOfEntry(iso: string): string {
  return timeFormat.format(new Date(iso));
}

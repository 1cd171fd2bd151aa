/**
 * Access as pieces of time laid end to end, each bought by one payment or given by one gift. What
 * goes back is the rest of its own piece: time that was used stays used, and what comes after moves
 * up with its whole length.
 */
import { later } from './billingCalendar';

export interface Segment {
  source: 'payment' | 'gift';
  /** Of a payment its `paymentKey`, of a gift the key of its event. */
  key: string;
  from: Date;
  until: Date;
}

/** End of the last piece; null when there never was any. */
export function endOfSegments(segments: readonly Segment[]): Date | null {
  return segments.reduce<Date | null>((end, { until }) => later(until, end), null);
}

/** What is left of a piece at a moment, ms. */
export function restOf({ from, until }: Segment, at: Date): number {
  return Math.max(0, until.getTime() - later(at, from).getTime());
}

const sooner = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);

/** Takes the rest of the piece of `key` away at a moment; nothing changes when nothing is left of it. */
export function takeRest(segments: readonly Segment[], key: string, at: Date): Segment[] {
  const place = segments.findIndex((segment) => segment.key === key);
  const rest = segments[place] === undefined ? 0 : restOf(segments[place], at);
  if (rest === 0) return [...segments];
  return segments
    .map((segment, index) => {
      if (index < place) return segment;
      const until = sooner(segment.until, rest);
      return index === place
        ? { ...segment, until }
        : { ...segment, from: sooner(segment.from, rest), until };
    })
    .filter(({ from, until }) => until > from);
}

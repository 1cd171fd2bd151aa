/**
 * Represents access as a list of consecutive access periods. Each access period was bought by one payment or granted by
 * one gift.
 *
 * Revoking access removes only the unused part of one access period. Later access periods then start earlier and keep
 * their length.
 */
import { later } from './billingCalendar';

/** Access period of an account. */
export interface Segment {
  source: 'payment' | 'gift';
  /**
   * Key of the access period: the `paymentKey` of the payment, or the key of the ledger event that granted a gift or
   * days.
   */
  key: string;
  from: Date;
  until: Date;
}

/** Returns the end of the last access period, or null if the list is empty. */
export function endOfSegments(segments: readonly Segment[]): Date | null {
  return segments.reduce<Date | null>((end, { until }) => later(until, end), null);
}

/** Returns the unused part of an access period at a time, in ms. */
export function computeRestMs({ from, until }: Segment, at: Date): number {
  return Math.max(0, until.getTime() - later(at, from).getTime());
}

const sooner = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);

/**
 * Removes the unused part of the access period with this key. Changes nothing if the access period is unknown or used
 * up.
 */
export function takeRest(segments: readonly Segment[], key: string, at: Date): Segment[] {
  const place = segments.findIndex((segment) => segment.key === key);
  const rest = segments[place] === undefined ? 0 : computeRestMs(segments[place], at);
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

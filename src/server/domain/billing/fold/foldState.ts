/** State that the fold changes event by event, and from which the subscription state is read at the end. */
import { later } from '../billingCalendar';
import { endOfSegments, type Segment } from '../segments';
import type { Agreement, GrantedDays, GrantedGift, Payment } from '../subscriptionState';

export interface FoldState {
  /** Subscription agreements by order id. */
  readonly agreements: Map<string, Agreement>;
  /** Payments by `paymentKey`. */
  readonly payments: Map<string, Payment>;
  readonly gifts: GrantedGift[];
  readonly grantedDays: GrantedDays[];
  segments: Segment[];
  /** Time at which access was last revoked. If all access was revoked, access expired at this time. */
  cutAt: Date | null;
  cardRemovedAt: Date | null;
  /** The active subscription agreement, or the last agreement if no agreement is active. */
  current: Agreement | null;
  firstPaymentActivated: boolean;
  hadCampaign: boolean;
  /** Day of the month, in Moscow time, from which months are counted; null if the next gift sets a new day. */
  anchorDay: number | null;
  /** Like `anchorDay`, but never the day of a clamped date (`Agreement.runDay`). */
  runDay: number | null;
  lastGrant: 'payment' | 'gift' | null;
  cardMask: string | null;
  goneMark: number | null;
}

/** Returns the state of an account without ledger events. */
export const initialState = (): FoldState => ({
  agreements: new Map(),
  payments: new Map(),
  gifts: [],
  grantedDays: [],
  segments: [],
  cutAt: null,
  cardRemovedAt: null,
  current: null,
  firstPaymentActivated: false,
  hadCampaign: false,
  anchorDay: null,
  runDay: null,
  lastGrant: null,
  cardMask: null,
  goneMark: null,
});

/** Returns the expiry of access, or null if the account never had access. */
export function deriveAccessUntil({ segments, cutAt }: FoldState): Date | null {
  const end = endOfSegments(segments);
  return cutAt === null ? end : later(cutAt, end);
}

/** What happened to a customer, for staff: one list of everything, newest first. Ours. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowIdInQuery, shortText, wholeNumber } from './fields';

/** By which staff filter. */
export const TIMELINE_KINDS = [
  'signIn',
  'email',
  'payment',
  'status',
  'device',
  'connection',
  'push',
  'gift',
  'staff',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const TIMELINE_PAGE_MAX = 100;

/** How far a message that left the server has come: pending, delivered, failed, bounced or dropped. */
const outcome = v.object({
  state: v.string(),
  /** What the other side said to the last failed try. */
  reason: maybe(v.string()),
});

const timelineEntry = v.object({
  /** Unique within the timeline. */
  id: v.string(),
  at: instant,
  /** One of `TIMELINE_KINDS`; a newer server may know more. */
  kind: v.string(),
  /** What of its kind happened. */
  action: v.string(),
  /** Facts by name; amounts are kopecks, dates ISO 8601 UTC. */
  details: v.record(v.string(), v.unknown()),
  /** Null when the server acted by itself, or for what the apps report. */
  requestId: maybe(v.string()),
  outcome: maybe(outcome),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

const timelinePage = v.object({
  entries: v.array(timelineEntry),
  /** Where the next page begins; null: nothing is older. */
  next: maybe(v.string()),
});
export type TimelinePage = v.InferOutput<typeof timelinePage>;

const userId = rowIdInQuery;

export const timelineCalls = calls({
  getTimeline: {
    path: 'panel/users/timeline',
    audience: 'staff:readCustomers',
    kind: 'read',
    body: v.object({
      userId,
      /** Left out: all. */
      kinds: v.optional(
        v.pipe(v.array(v.picklist(TIMELINE_KINDS)), v.minLength(1), v.maxLength(TIMELINE_KINDS.length)),
      ),
      /** `next` of the page before; left out: from the newest on. */
      before: v.optional(v.pipe(shortText(100), v.regex(/^[A-Za-z0-9_-]+$/))),
      size: v.optional(wholeNumber(1, TIMELINE_PAGE_MAX), 30),
    }),
    response: timelinePage,
    summary: 'What happened to a customer, newest first, a page at a time.',
  },

  /** The same limits as for emails that customers ask for themselves. */
  resendSignInEmail: {
    path: 'panel/users/resendSignInEmail',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ userId }),
    response: done,
    summary: "Send a new sign-in email to a customer's address; it works in whichever browser it is opened.",
  },
});

/**
 * API calls of a customer's timeline, which shows staff all events of the customer in one list, newest first. The API
 * calls of the timeline are additions to the specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe, rowIdInQuery, shortText, wholeNumber } from './fields';

/** Kinds of timeline entries, by which staff filter the timeline. */
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

/** Delivery result of an email or push: `pending`, `delivered`, `failed`, `bounced` or `dropped`. */
const outcome = v.object({
  state: v.string(),
  /** Error of the last failed delivery attempt, from the mail server or the push service. */
  reason: maybe(v.string()),
});

const timelineEntry = v.object({
  /** Id of the timeline entry, which is unique within the customer's timeline. */
  id: v.string(),
  at: instant,
  /** Kind of the timeline entry: one of `TIMELINE_KINDS`, or another kind that only a newer server knows. */
  kind: v.string(),
  /** Action that the timeline entry describes, such as `signedIn`. Each kind has its own actions. */
  action: v.string(),
  /** Details of the timeline entry by name. Amounts are in kopecks, and dates are ISO 8601 UTC. */
  details: v.record(v.string(), v.unknown()),
  /**
   * Id of the API request that caused the timeline entry. The id is null if the server acted without a request, or if
   * an app reported the event.
   */
  requestId: maybe(v.string()),
  outcome: maybe(outcome),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

const timelinePage = v.object({
  entries: v.array(timelineEntry),
  /** Value of `before` that requests the next page, or null on the last page. */
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
      /** Kinds of timeline entries to return. If omitted, entries of all kinds are returned. */
      kinds: v.optional(
        v.pipe(v.array(v.picklist(TIMELINE_KINDS)), v.minLength(1), v.maxLength(TIMELINE_KINDS.length)),
      ),
      /**
       * Value of `next` from the previous page of the timeline. If `before` is omitted, the newest entries are
       * returned.
       */
      before: v.optional(v.pipe(shortText(100), v.regex(/^[A-Za-z0-9_-]+$/))),
      size: v.optional(wholeNumber(1, TIMELINE_PAGE_MAX), 30),
    }),
    response: timelinePage,
    summary: 'Get the events of a customer, newest first, one page at a time.',
  },

  /** Resending a sign-in email is subject to the same limits as sign-in emails that customers request themselves. */
  resendSignInEmail: {
    path: 'panel/users/resendSignInEmail',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ userId }),
    response: done,
    summary: "Send a new sign-in email to the customer's address. Its link works in any browser.",
  },
});

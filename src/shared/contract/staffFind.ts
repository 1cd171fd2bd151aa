/**
 * API call that finds customers by an exact identifier. The API call for finding customers is an addition to the
 * specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { filledIdentifier, instant, maybe } from './fields';
import { staffGift } from './staffGifts';
import { staffUser } from './staffModels';

const failedRequest = v.object({
  requestId: v.string(),
  at: instant,
  /** Name of the API call that failed. */
  call: v.string(),
  /** Error code of the database or of Node.js, or the class of the error. */
  errorCode: v.string(),
  /** Error as one line, without personal data. */
  error: v.string(),
  /** Customer who made the request; null if the caller was not a signed-in customer. */
  customer: maybe(v.object({ id: v.number(), email: v.string() })),
});
export type FailedRequestFound = v.InferOutput<typeof failedRequest>;

export const staffFindCalls = calls({
  findUsers: {
    path: 'panel/users/find',
    audience: 'staff:readCustomers',
    kind: 'read',
    // The identifier is sent in the request body and not in the URL, because it may be the key of a gift that is not
    // activated yet, which is a secret.
    body: v.object({ value: filledIdentifier(256) }),
    response: v.object({
      matches: v.array(
        v.object({
          /** Kind of the identifier, one of `EXACT_KINDS` in `store/accountLookup.ts`. */
          matchedBy: v.string(),
          /** Complete identifier that matched; null for a gift key, which is secret, and for a payment. */
          matched: maybe(v.string()),
          /** Payment that matched a search by card, amount or time; null for an identifier. */
          payment: maybe(
            v.object({ at: instant, amount: v.nullable(v.number()), cardMask: v.nullable(v.string()) }),
          ),
          /** Name of the card provider of the matched payment or refund, if the console shows it. */
          provider: maybe(v.string()),
          user: staffUser,
        }),
      ),
      /** Whether further customers or payments match. */
      hasMore: v.optional(v.boolean()),
      /**
       * Gift with the searched gift key, even if another customer has activated the gift. The gift is omitted if no
       * gift has the searched gift key.
       */
      gift: maybe(staffGift),
      /** Failed requests with the searched request id or support code, newest first. */
      failedRequests: v.optional(v.array(failedRequest)),
    }),
    summary:
      'Find customers by uid, device id, payment number, refund number, order number, gift key, VPN credential, customer id or request id.',
  },
});

export type FoundUsers = v.InferOutput<typeof staffFindCalls.findUsers.response>;

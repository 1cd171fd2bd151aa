/** API calls for staff to create, list and revoke gifts. */
import * as v from 'valibot';
import { GIFT_BATCH_NAME_MAX, GIFT_BATCH_SIZE_MAX, GIFT_MONTHS_MAX } from '../constants';
import { calls } from './call';
import {
  countUpTo,
  done,
  identifier,
  instant,
  isVisible,
  maybe,
  pageAsked,
  pageInfo,
  requestKey,
  rowId,
  rowIdInQuery,
  shortText,
  sortDirection,
} from './fields';

/** States of a gift. A gift in the state `new` is not activated yet. The states `activated` and `revoked` are final. */
export const GIFT_STATES = ['new', 'activated', 'revoked'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Columns by which the list of gifts may be sorted. */
export const GIFT_SORT_COLUMNS = ['id', 'months', 'activatedAt'] as const;

export const staffGift = v.object({
  id: v.number(),
  /** Last characters of the gift key. The server does not store the rest of the key. */
  keyEnding: v.string(),
  months: v.number(),
  state: v.picklist(GIFT_STATES),
  batch: maybe(v.object({ id: v.number(), name: v.string() })),
  createdAt: instant,
  /** Username of the creator. The username is null if the server created the gift. */
  createdBy: maybe(v.string()),
  activatedAt: maybe(instant),
  activatedBy: maybe(v.object({ id: v.number(), email: v.string() })),
  revokedAt: maybe(instant),
  revokedBy: maybe(v.string()),
});
export type StaffGift = v.InferOutput<typeof staffGift>;

const giftBatch = v.object({
  id: v.number(),
  name: v.string(),
  months: v.number(),
  size: v.number(),
  createdAt: instant,
  createdBy: maybe(v.string()),
  /** Number of gifts in the batch that are not activated yet, activated, and revoked. */
  unused: v.number(),
  activated: v.number(),
  revoked: v.number(),
});
export type GiftBatch = v.InferOutput<typeof giftBatch>;

/** Name of a gift batch on one line. Control characters for line breaks and for text direction are rejected. */
const batchName = v.pipe(
  shortText(GIFT_BATCH_NAME_MAX),
  v.trim(),
  v.check(isVisible, 'no visible character'),
  v.regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u),
);

const GIFTS_ON_A_PAGE = 20;

export const staffGiftsCalls = calls({
  /**
   * The client sends a random `requestKey`. For 15 minutes, a repeated request with the same `requestKey` creates no
   * gifts and returns the same gift keys, in case the first response was lost. After 15 minutes, the repeated request
   * is rejected with 409. In this case the gift batch stays in the list and can be revoked as a whole.
   */
  createGiftBatch: {
    path: 'panel/gifts/createBatch',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({
      requestKey,
      name: batchName,
      months: countUpTo(GIFT_MONTHS_MAX),
      size: countUpTo(GIFT_BATCH_SIZE_MAX),
    }),
    response: v.object({ batchId: v.number(), keys: v.array(v.string()) }),
    summary: 'Create up to 500 gift keys in a named batch. The keys are shown only once.',
  },

  listGifts: {
    path: 'panel/gifts/list',
    audience: 'staff:readGifts',
    kind: 'read',
    query: v.object({
      state: v.optional(v.picklist(GIFT_STATES)),
      batchId: v.optional(rowIdInQuery),
      /** Last 1 to 4 characters of the gift key. */
      keyEnding: v.optional(v.pipe(identifier(64), v.regex(/^[A-Za-z0-9]{1,4}$/))),
      ...pageAsked(GIFTS_ON_A_PAGE),
      sortBy: v.optional(v.picklist(GIFT_SORT_COLUMNS), 'id'),
      sortDirection,
    }),
    response: v.object({ content: v.array(staffGift), ...pageInfo }),
    summary: 'List gifts with their state, one page at a time.',
  },

  listGiftBatches: {
    path: 'panel/gifts/batches',
    audience: 'staff:readGifts',
    kind: 'read',
    query: v.object(pageAsked(GIFTS_ON_A_PAGE)),
    response: v.object({ content: v.array(giftBatch), ...pageInfo }),
    summary: 'List gift batches, newest first, one page at a time.',
  },

  /** The server rejects the request with 409 if the gift is already activated or revoked. */
  revokeGift: {
    path: 'panel/gifts/revoke',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({ giftId: rowId }),
    response: done,
    summary: 'Revoke a gift that is not activated yet, so that its key becomes invalid.',
  },

  /** Activated gifts of the batch stay activated. */
  revokeGiftBatch: {
    path: 'panel/gifts/revokeBatch',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({ batchId: rowId }),
    response: v.object({ success: v.boolean(), revoked: v.number() }),
    summary: 'Revoke all gifts of a batch that are not activated yet.',
  },
});

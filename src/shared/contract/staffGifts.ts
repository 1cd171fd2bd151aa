/** Gifts as staff make, list and revoke them. */
import * as v from 'valibot';
import { GIFT_BATCH_NAME_MAX, GIFT_BATCH_SIZE_MAX, GIFT_MONTHS_MAX } from '../constants';
import { calls } from './call';
import {
  countUpTo,
  done,
  instant,
  maybe,
  pageAsked,
  pageInfo,
  requestKey,
  rowId,
  rowIdInQuery,
  shortText,
  sortDirection,
} from './fields';

/** new: still to be activated; activated and revoked are for ever. */
export const GIFT_STATES = ['new', 'activated', 'revoked'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Columns the list of gifts may be sorted by. */
export const GIFT_SORT_COLUMNS = ['id', 'months', 'activatedAt'] as const;

export const staffGift = v.object({
  id: v.number(),
  /** The last characters of the key: all that is kept of it. */
  keyEnding: v.string(),
  months: v.number(),
  state: v.picklist(GIFT_STATES),
  batch: maybe(v.object({ id: v.number(), name: v.string() })),
  createdAt: instant,
  /** Usernames of staff; null: the server itself. */
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
  /** Gifts of it that are still to be activated, are activated, are revoked. */
  unused: v.number(),
  activated: v.number(),
  revoked: v.number(),
});
export type GiftBatch = v.InferOutput<typeof giftBatch>;

/** One line of print, which reads in the order in which it was typed: no control characters of either. */
const batchName = v.pipe(
  shortText(GIFT_BATCH_NAME_MAX),
  v.trim(),
  v.nonEmpty(),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u),
);

const GIFTS_ON_A_PAGE = 20;

export const staffGiftsCalls = calls({
  /**
   * The keys are answered to whoever holds `requestKey`, a random value of the client's, and for 15
   * minutes: a repeat with the same one makes nothing and answers the same keys, so an answer that is
   * lost on the way is not. Later the repeat is rejected with 409; the batch is in the list and can be
   * revoked as a whole.
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
    summary: 'Create up to 500 gift keys with one name; they are shown once.',
  },

  listGifts: {
    path: 'panel/gifts/list',
    audience: 'staff:readGifts',
    kind: 'read',
    query: v.object({
      state: v.optional(v.picklist(GIFT_STATES)),
      batchId: v.optional(rowIdInQuery),
      /** The last characters of the key, or the end of them. */
      keyEnding: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,4}$/))),
      ...pageAsked(GIFTS_ON_A_PAGE),
      sortBy: v.optional(v.picklist(GIFT_SORT_COLUMNS), 'id'),
      sortDirection,
    }),
    response: v.object({ content: v.array(staffGift), ...pageInfo }),
    summary: 'Gifts with their state, a page at a time.',
  },

  listGiftBatches: {
    path: 'panel/gifts/batches',
    audience: 'staff:readGifts',
    kind: 'read',
    query: v.object(pageAsked(GIFTS_ON_A_PAGE)),
    response: v.object({ content: v.array(giftBatch), ...pageInfo }),
    summary: 'Batches of gifts, the newest first, a page at a time.',
  },

  /** Rejected with 409 for a gift that is activated or revoked already. */
  revokeGift: {
    path: 'panel/gifts/revoke',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({ giftId: rowId }),
    response: done,
    summary: 'Make the key of a gift worthless before it is activated.',
  },

  /** Gifts of the batch that are activated stay so. */
  revokeGiftBatch: {
    path: 'panel/gifts/revokeBatch',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({ batchId: rowId }),
    response: v.object({ success: v.boolean(), revoked: v.number() }),
    summary: 'Make all keys of a batch worthless that are not activated yet.',
  },
});

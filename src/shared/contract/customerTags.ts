/**
 * API calls for customer tags, and the filters of the customer search. The API calls for customer tags are additions to
 * the specified API.
 */
import * as v from 'valibot';
import { identifyingText } from '../identifyingText';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../subscriptionStatus';
import { isCalendarDay } from '../validation';
import { calls } from './call';
import { done, rowId } from './fields';

export const TAG_MAX_LENGTH = 32;
export const TAGS_AT_MOST = 20;

/** Tag in lower case, with letters, digits, spaces, dashes and underscores. */
const tag = v.pipe(
  v.string(),
  v.maxLength(TAG_MAX_LENGTH),
  v.transform((text) => identifyingText(text).normalize('NFC').replace(/ +/g, ' ').toLowerCase()),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u),
);

/** Changes of a tag. `restore` adds a tag again whose removal is taken back. */
export const TAG_CHANGES = ['add', 'remove', 'restore'] as const;
export type TagChange = (typeof TAG_CHANGES)[number];

/** Day in the Moscow time zone, as `yyyy-mm-dd`. */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.check(isCalendarDay, 'not an existing day'));

/**
 * Filters of the customer search. A found customer must match every given filter. The registration period includes its
 * first and its last day.
 */
export const customerFilters = {
  status: v.optional(v.picklist(SUBSCRIPTION_STATUSES)),
  tag: v.optional(tag),
  registeredFrom: v.optional(day),
  registeredTo: v.optional(day),
};

export interface CustomerFilters {
  status?: SubscriptionStatus | undefined;
  tag?: string | undefined;
  registeredFrom?: string | undefined;
  registeredTo?: string | undefined;
}

export const customerTagsCalls = calls({
  listTags: {
    path: 'panel/tags',
    audience: 'staff:readCustomers',
    kind: 'read',
    body: v.object({}),
    response: v.object({ tags: v.array(v.object({ tag: v.string(), customers: v.number() })) }),
    summary: 'List the tags in use, most frequent first.',
  },

  changeTag: {
    path: 'panel/users/changeTag',
    audience: 'staff:helpCustomers',
    kind: 'change',
    body: v.object({ userId: rowId, tag, change: v.picklist(TAG_CHANGES) }),
    response: done,
    summary: 'Add a tag to a customer, remove it, or take its removal back.',
  },
});

/**
 * API calls for a broadcast push, which sends one message to the devices of all customers that match a search. The API
 * calls for broadcast pushes are additions to the specified API.
 */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX, PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../constants';
import { calls } from './call';
import { customerFilters } from './customerTags';
import {
  countUpTo,
  filledIdentifier,
  identifier,
  instant,
  maybe,
  requestKey,
  rowId,
  writtenLine,
  writtenText,
} from './fields';

/** Maximum number of devices of a broadcast push. Staff must split a larger audience into several searches. */
export const BULK_PUSH_DEVICES_MAX = 5000;

const found = { emailPart: identifier(EMAIL_TYPED_MAX), ...customerFilters };

const bulkPush = {
  id: v.number(),
  at: instant,
  /** Username of the staff member who sent the broadcast push. */
  by: v.string(),
  title: v.string(),
  description: v.string(),
  link: v.string(),
  devices: v.number(),
  pending: v.number(),
  delivered: v.number(),
  /** Number of devices from which the app was uninstalled. */
  unregistered: v.number(),
  failed: v.number(),
};

const bulkPushRow = v.object(bulkPush);
export type BulkPush = v.InferOutput<typeof bulkPushRow>;

const deviceOutcome = v.object({
  id: v.number(),
  userId: v.number(),
  email: v.string(),
  deviceId: v.string(),
  deviceName: v.string(),
  /** Delivery result: `delivered`, `unregistered` or `failed`. Null if the push is pending. */
  outcome: maybe(v.string()),
  reason: maybe(v.string()),
});
export type BulkPushDevice = v.InferOutput<typeof deviceOutcome>;

export const bulkPushCalls = calls({
  previewBulkPush: {
    path: 'panel/push/preview',
    audience: 'staff:pushMany',
    kind: 'read',
    body: v.object(found),
    response: v.object({
      customers: v.number(),
      devices: v.number(),
      /**
       * True if more devices match than `BULK_PUSH_DEVICES_MAX`. In this case the counts stop at
       * `BULK_PUSH_DEVICES_MAX`.
       */
      isTooMany: v.boolean(),
    }),
    summary: 'Count the customers and devices that a broadcast push would reach.',
  },

  sendBulkPush: {
    path: 'panel/push/many',
    audience: 'staff:pushMany',
    kind: 'change',
    body: v.object({
      ...found,
      link: filledIdentifier(PUSH_LINK_MAX),
      title: v.pipe(writtenLine(PUSH_TITLE_MAX), v.nonEmpty()),
      description: v.optional(writtenText(PUSH_TEXT_MAX), ''),
      /** Number of devices in the preview of the broadcast push. The push is never sent to more devices. */
      devices: countUpTo(BULK_PUSH_DEVICES_MAX),
      requestKey,
    }),
    response: v.object({ id: v.number() }),
    summary: 'Send one message to the devices of all customers that match a search.',
  },

  listBulkPushes: {
    path: 'panel/push/list',
    audience: 'staff:pushMany',
    kind: 'read',
    body: v.object({}),
    response: v.object({ content: v.array(bulkPushRow) }),
    summary: 'List the last broadcast pushes with their delivery results, newest first.',
  },

  readBulkPush: {
    path: 'panel/push/read',
    audience: 'staff:pushMany',
    kind: 'read',
    body: v.object({
      id: rowId,
      /** Whether to return only devices that the push did not reach. */
      unreached: v.optional(v.boolean(), false),
      /** Value of `next` from the previous page of the list, omitted for the first page. */
      after: maybe(rowId),
    }),
    response: v.object({
      ...bulkPush,
      content: v.array(deviceOutcome),
      /** Value of `after` that requests the next page, or null on the last page. */
      next: maybe(v.number()),
    }),
    summary: 'Get a broadcast push with its delivery result for each device.',
  },
});

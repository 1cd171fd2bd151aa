/** Ours: one message to the devices of all customers that a search finds. */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX, PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../constants';
import { calls } from './call';
import { customerFilters } from './customerTags';
import { countUpTo, filledText, instant, maybe, requestKey, rowId, shortText } from './fields';

/** More are reached by several searches. */
export const BULK_PUSH_DEVICES_MAX = 5000;

const found = { emailPart: shortText(EMAIL_TYPED_MAX), ...customerFilters };

const bulkPush = {
  id: v.number(),
  at: instant,
  /** Username. */
  by: v.string(),
  title: v.string(),
  description: v.string(),
  link: v.string(),
  devices: v.number(),
  pending: v.number(),
  delivered: v.number(),
  /** The application is gone from the device. */
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
  /** delivered, unregistered or failed; null: on its way. */
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
      /** There are more devices than one message goes to: these are counted no further. */
      isTooMany: v.boolean(),
    }),
    summary: 'How many devices of how many customers a message would go to.',
  },

  sendBulkPush: {
    path: 'panel/push/many',
    audience: 'staff:pushMany',
    kind: 'change',
    body: v.object({
      ...found,
      link: filledText(PUSH_LINK_MAX),
      title: v.pipe(shortText(PUSH_TITLE_MAX), v.trim(), v.nonEmpty()),
      description: v.optional(v.pipe(shortText(PUSH_TEXT_MAX), v.trim()), ''),
      /** As the preview said: it never goes to more. */
      devices: countUpTo(BULK_PUSH_DEVICES_MAX),
      requestKey,
    }),
    response: v.object({ id: v.number() }),
    summary: 'Send one message to the devices of all customers that a search finds.',
  },

  listBulkPushes: {
    path: 'panel/push/list',
    audience: 'staff:pushMany',
    kind: 'read',
    body: v.object({}),
    response: v.object({ content: v.array(bulkPushRow) }),
    summary: 'The last messages to many devices, newest first, with what became of them.',
  },

  readBulkPush: {
    path: 'panel/push/read',
    audience: 'staff:pushMany',
    kind: 'read',
    body: v.object({
      id: rowId,
      /** Only devices that it did not reach. */
      unreached: v.optional(v.boolean(), false),
      /** Of the last device of the page before. */
      after: maybe(rowId),
    }),
    response: v.object({
      ...bulkPush,
      content: v.array(deviceOutcome),
      /** Where the next page begins; null: this is the last one. */
      next: maybe(v.number()),
    }),
    summary: 'One message to many devices, with its outcome on each.',
  },
});

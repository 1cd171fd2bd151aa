/** Tables of broadcast pushes that staff send to many devices, and of their delivery result for each device. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { PushOutcome } from '../../../shared/contract/auditEntries';
import type { Push } from '../../../shared/contract/staff';
import { devices } from './devices';
import { staffAccounts } from './staff';

export const bulkPushes = pgTable('bulk_pushes', {
  id: serial('id').primaryKey(),
  /** Idempotency key of the broadcast request, so that a repeated request does not send the push again. */
  requestKey: text('request_key').notNull().unique(),
  push: jsonb('push').$type<Extract<Push, { type: 'LINK_MSG' }>>().notNull(),
  /** Number of devices to which the push was sent. */
  deviceCount: integer('device_count').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => staffAccounts.id),
});

export const bulkPushDevices = pgTable(
  'bulk_push_devices',
  {
    id: serial('id').primaryKey(),
    bulkPushId: integer('bulk_push_id')
      .notNull()
      .references(() => bulkPushes.id),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    /** Delivery result of the push; null while the delivery is pending. */
    outcome: text('outcome').$type<PushOutcome>(),
    /** Error reason that the push service returned if the push was not delivered. */
    reason: text('reason'),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    unique('bulk_push_devices_device').on(table.bulkPushId, table.deviceId),
    index('bulk_push_devices_failed')
      .on(table.bulkPushId, table.id)
      .where(sql`outcome <> 'delivered'`),
  ],
);

/** Devices of customers and the log of their connections. */
import { boolean, index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const devices = pgTable(
  'devices',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The installation's own id, as the app sends it. */
    deviceId: text('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    /** android, ios, desktop or other. */
    platform: text('platform').notNull(),
    /** Where pushes reach it; null when the app gave none or the service has forgotten it. */
    firebaseToken: text('firebase_token'),
    isActive: boolean('is_active').notNull(),
    firstActivation: timestamp('first_activation', { withTimezone: true }).notNull(),
    attachedAt: timestamp('attached_at', { withTimezone: true }).notNull(),
    /** Null while the device holds one of the account's slots. */
    detachedAt: timestamp('detached_at', { withTimezone: true }),
  },
  (table) => [
    unique('devices_account_device').on(table.accountId, table.deviceId),
    index('devices_device_id').on(table.deviceId),
    /** Hash, because a token may be longer than a B-tree entry. */
    index('devices_firebase_token').using('hash', table.firebaseToken),
  ],
);

export const connections = pgTable(
  'connections',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The device as it was then: it may be renamed or detached later. */
    deviceId: text('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    platform: text('platform').notNull(),
    connectedAt: timestamp('connected_at', { withTimezone: true }).notNull(),
    success: boolean('success').notNull(),
  },
  (table) => [index('connections_account').on(table.accountId, table.connectedAt, table.id)],
);

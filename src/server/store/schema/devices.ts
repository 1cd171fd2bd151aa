/** Tables of customer devices and of the connection log. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { DEVICE_ID_SHOWN } from '../../../shared/constants';
import { accounts } from './accounts';

export const devices = pgTable(
  'devices',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Installation id of the device, as the app sends it. */
    deviceId: text('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    /** Platform of the device: android, ios, desktop or other. */
    platform: text('platform').notNull(),
    /**
     * Firebase token for pushes to the device. The token is null if the app has sent none, or if the push service
     * reported the token as unregistered.
     */
    firebaseToken: text('firebase_token'),
    isActive: boolean('is_active').notNull(),
    firstActivation: timestamp('first_activation', { withTimezone: true }).notNull(),
    attachedAt: timestamp('attached_at', { withTimezone: true }).notNull(),
    /** Time when the device was detached; null while the device occupies one of the account's device slots. */
    detachedAt: timestamp('detached_at', { withTimezone: true }),
  },
  (table) => [
    unique('devices_account_device').on(table.accountId, table.deviceId),
    index('devices_device_id').on(table.deviceId),
    /** This index is used when staff search for a device id as the console shows it, without its remaining characters. */
    index('devices_shown_id').on(sql`left(${table.deviceId}, ${sql.raw(String(DEVICE_ID_SHOWN))})`),
    /**
     * The index on the Firebase token is a hash index, because a token may exceed the maximum size of a B-tree entry.
     */
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
    /**
     * Device details at the time of the connection. The details are copied because the device may be renamed or
     * detached later.
     */
    deviceId: text('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    platform: text('platform').notNull(),
    connectedAt: timestamp('connected_at', { withTimezone: true }).notNull(),
    success: boolean('success').notNull(),
  },
  (table) => [
    index('connections_account').on(table.accountId, table.connectedAt, table.id),
    /**
     * This index is used when rows are deleted after their retention period. Rows are inserted in order of time, so a
     * small BRIN index is enough.
     */
    index('connections_connected_at').using('brin', table.connectedAt),
  ],
);

/** Keys of devices in the VPN network, the links by which applications fetch them, and their comparison. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { devices } from './devices';

export const vpnKeys = pgTable('vpn_keys', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id),
  /** Number of the device's current attachment, or of its last one: each has a VPN credential of its own. */
  generation: integer('generation').notNull().default(1),
  /** Credentials up to this generation are known to be closed. */
  closedThrough: integer('closed_through').notNull().default(0),
  /** Grows whenever the network should be told something, in the transaction of the reason. */
  revision: integer('revision').notNull(),
  /** What the network was told last. */
  appliedRevision: integer('applied_revision').notNull().default(0),
  /** Where the network answers the key's configuration; null while it has no such key. */
  ref: text('ref'),
  /** The end of access that the last revision was about; null: not known. */
  wantedUntil: timestamp('wanted_until', { withTimezone: true }),
  /** Until when the key works, as the network has it. */
  appliedUntil: timestamp('applied_until', { withTimezone: true }),
  appliedAt: timestamp('applied_at', { withTimezone: true }),
  /** Since when the network has it. */
  openedAt: timestamp('opened_at', { withTimezone: true }),
  /** Whoever applies it holds it until then; the moment itself tells holders apart. */
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
  /** The last connection that was written into the log. */
  notedAt: timestamp('noted_at', { withTimezone: true }),
  /** The last comparison that met it. */
  seenPass: integer('seen_pass').notNull().default(0),
  /** Somebody blocked it in the network itself. */
  blocked: boolean('blocked').notNull().default(false),
  /** Why the last try failed; null: it did not. */
  problem: text('problem'),
});

export const vpnLinks = pgTable(
  'vpn_links',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The token follows from the session secret and is not stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /** For which system it was asked: ios, android, windows, macos, linux or tv. */
    system: text('system').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The device that fetched it first; null: none has yet. */
    deviceId: integer('device_id').references(() => devices.id),
    /** The application that fetched it last. */
    app: text('app'),
    boundAt: timestamp('bound_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('vpn_links_unused')
      .on(table.accountId, table.createdAt)
      .where(sql`device_id is null`),
    index('vpn_links_device')
      .on(table.deviceId)
      .where(sql`device_id is not null`),
  ],
);

/** One row: which comparison with the network was the last one, and when the next is due. */
export const vpnReconciliation = pgTable('vpn_reconciliation', {
  id: integer('id').primaryKey(),
  pass: integer('pass').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
});

/** Database tables of the fake VPN panel: its users, its state, and what its VPN servers know. */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

export const sandboxVpnUsers = pgTable(
  'sandbox_vpn_users',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull().unique(),
    shortUuid: text('short_uuid').notNull().unique(),
    vlessUuid: text('vless_uuid').notNull(),
    trojanPassword: text('trojan_password').notNull(),
    ssPassword: text('ss_password').notNull(),
    expireAt: timestamp('expire_at', { withTimezone: true }).notNull(),
    /** Stored status, which only requests and the background jobs change. The expiry alone does not change the status. */
    status: text('status', { enum: ['ACTIVE', 'DISABLED', 'LIMITED', 'EXPIRED'] })
      .notNull()
      .default('ACTIVE'),
    /** Traffic limit in bytes; 0 means unlimited. */
    trafficLimitBytes: bigint('traffic_limit_bytes', { mode: 'number' }).notNull().default(0),
    usedTrafficBytes: bigint('used_traffic_bytes', { mode: 'number' }).notNull().default(0),
    tag: text('tag'),
    description: text('description'),
    hwidDeviceLimit: integer('hwid_device_limit'),
    trafficLimitStrategy: text('traffic_limit_strategy').notNull(),
    /** UUIDs of the user's internal squads. */
    squads: jsonb('squads').$type<string[]>().notNull(),
    onlineAt: timestamp('online_at', { withTimezone: true }),
    firstConnectedAt: timestamp('first_connected_at', { withTimezone: true }),
    subRevokedAt: timestamp('sub_revoked_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_vpn_users_tag').on(table.tag, table.id)],
);

/** Table of the state of the fake VPN panel. The table has one row. */
export const sandboxVpnPanel = pgTable('sandbox_vpn_panel', {
  id: integer('id').primaryKey(),
  unresponsiveUntil: timestamp('unresponsive_until', { withTimezone: true }),
  /** End of the simulated outage of the VPN panel's database, on the sandbox clock. */
  databaseAwayUntil: timestamp('database_away_until', { withTimezone: true }),
  /** Difference of the VPN panel's clock to the sandbox clock, in ms. A positive value means that it is ahead. */
  clockSkewMs: bigint('clock_skew_ms', { mode: 'number' }).notNull().default(0),
  /** Whether the VPN panel's process of background jobs is stopped. */
  areJobsStopped: boolean('are_jobs_stopped').notNull().default(false),
  /** Time of the last run of the background jobs, on the VPN panel's clock. */
  jobsRanAt: timestamp('jobs_ran_at', { withTimezone: true }),
  /** UUIDs of the squads that an administrator deleted. */
  removedSquads: jsonb('removed_squads').$type<string[]>().notNull().default([]),
  /** UUIDs of the squads that contain no enabled host. */
  squadsWithoutHosts: jsonb('squads_without_hosts').$type<string[]>().notNull().default([]),
  /** Whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside: boolean('is_browser_inside').notNull().default(false),
});

/** Table of the VPN credentials that the VPN servers let in. */
export const sandboxVpnServerKeys = pgTable('sandbox_vpn_server_keys', {
  vlessUuid: text('vless_uuid').primaryKey(),
});

/** Table of the notifications to the VPN servers that wait for the VPN panel's process of background jobs. */
export const sandboxVpnServerEvents = pgTable('sandbox_vpn_server_events', {
  id: serial('id').primaryKey(),
  /** VPN panel user that the VPN servers must let in; null if they must drop the credential. */
  userId: integer('user_id'),
  vlessUuid: text('vless_uuid').notNull(),
});

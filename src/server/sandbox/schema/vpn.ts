/** Database tables of the fake VPN panel: its users and its simulated outage. */
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

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
    /** Whether an administrator of the VPN panel disabled the VPN panel user. */
    isDisabled: boolean('is_disabled').notNull().default(false),
    tag: text('tag'),
    description: text('description'),
    hwidDeviceLimit: integer('hwid_device_limit'),
    trafficLimitStrategy: text('traffic_limit_strategy').notNull(),
    squads: jsonb('squads').$type<string[]>().notNull(),
    onlineAt: timestamp('online_at', { withTimezone: true }),
    firstConnectedAt: timestamp('first_connected_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_vpn_users_tag').on(table.tag, table.id)],
);

/** Table of the state of the fake VPN panel. The table has one row. */
export const sandboxVpnPanel = pgTable('sandbox_vpn_panel', {
  id: integer('id').primaryKey(),
  unresponsiveUntil: timestamp('unresponsive_until', { withTimezone: true }),
  /** Whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside: boolean('is_browser_inside').notNull().default(false),
});

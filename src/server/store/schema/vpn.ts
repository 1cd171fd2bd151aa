/**
 * Tables of the devices' VPN credentials, of the device links from which VPN apps fetch the credentials, and of the
 * reconciliation runs with the VPN panel.
 */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { devices } from './devices';

export const vpnKeys = pgTable('vpn_keys', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id),
  /** Number of the device's current or last attachment, counted from 1. Each attachment has its own VPN credential. */
  generation: integer('generation').notNull().default(1),
  /** Generation up to which all credentials are known to be closed in the VPN panel. */
  closedThrough: integer('closed_through').notNull().default(0),
  /**
   * Revision of the credential's wanted state. The revision is raised whenever the VPN panel must be updated, in the
   * transaction of the change that requires the update.
   */
  revision: integer('revision').notNull(),
  /** Revision of the credential that was last applied to the VPN panel. */
  appliedRevision: integer('applied_revision').notNull().default(0),
  /**
   * Reference by which the VPN panel returns the credential's connection configuration; null while the VPN panel has no
   * such credential.
   */
  ref: text('ref'),
  /** Access expiry that was last requested for the VPN credential; null if the expiry is not known. */
  wantedUntil: timestamp('wanted_until', { withTimezone: true }),
  /**
   * Time at which the VPN credential stops or stopped working. This is its expiry in the VPN panel, or an earlier time if
   * the VPN panel reported before the expiry that the credential does not work.
   */
  appliedUntil: timestamp('applied_until', { withTimezone: true }),
  appliedAt: timestamp('applied_at', { withTimezone: true }),
  /** Time when the credential was created in the VPN panel. */
  openedAt: timestamp('opened_at', { withTimezone: true }),
  /**
   * End of the lease of the worker that applies the credential. The exact end time also identifies the holder of the
   * lease.
   */
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
  /** Time of the credential's last connection that was written to the connection log. */
  notedAt: timestamp('noted_at', { withTimezone: true }),
  /** Number of the last reconciliation run that found the credential in the VPN panel. */
  seenPass: integer('seen_pass').notNull().default(0),
  /** Whether an administrator blocked the credential in the VPN panel itself. */
  blocked: boolean('blocked').notNull().default(false),
  /**
   * Time at which this server last began to disable the credential in the VPN panel. A disabled credential without this
   * time was disabled by an administrator of the VPN panel. The time remains while a request to disable may still arrive.
   */
  endedAt: timestamp('ended_at', { withTimezone: true }),
  /** Time since which the VPN panel has rejected the changes of the credential; null if it rejected none. */
  failedAt: timestamp('failed_at', { withTimezone: true }),
  /**
   * Reason why the last attempt to apply the credential failed; null if the last attempt succeeded or there was none.
   */
  problem: text('problem'),
});

export const vpnLinks = pgTable(
  'vpn_links',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /**
     * Hash of the device link's token. The token of a device link is derived from the session secret and is not stored.
     */
    tokenHash: text('token_hash').notNull().unique(),
    /** Operating system for which the device link was requested: ios, android, windows, macos, linux or tv. */
    system: text('system').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /**
     * Device that first fetched the connection configuration through the device link; null if no device has done so.
     */
    deviceId: integer('device_id').references(() => devices.id),
    /** VPN app that last fetched the connection configuration through the device link. */
    app: text('app'),
    boundAt: timestamp('bound_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    /**
     * Domain in the link that the customer or the VPN app has: the domain with which the link was last shown, and since the
     * first fetch the domain of that fetch. Null for links of older versions until their next fetch.
     */
    domain: text('link_host'),
    /** Time when the device link was first shown with this domain; null for links of older versions. */
    shownAt: timestamp('shown_at', { withTimezone: true }),
    /** Time of the last fetch by the device, accurate to an hour. */
    lastFetchAt: timestamp('last_fetch_at', { withTimezone: true }),
    /** Link domain of that fetch; null if the domain is not configured. */
    lastFetchDomain: text('last_fetch_host'),
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

/**
 * Table of the state of the reconciliation with the VPN panel. The table has one row, which contains the number of the
 * last reconciliation run and the time when the next run is due.
 */
export const vpnReconciliation = pgTable('vpn_reconciliation', {
  id: integer('id').primaryKey(),
  pass: integer('pass').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** Start of the last complete reading of the VPN panel; null before the first one. */
  readAt: timestamp('read_at', { withTimezone: true }),
  /**
   * Time of the first reading that compared squads and limits. A database of an older version has none, and this reading
   * changes no squads and limits.
   */
  settingsComparedAt: timestamp('settings_compared_at', { withTimezone: true }),
  /** Number of credentials of customers with access that had other squads or limits at the last reading. */
  otherSettings: integer('other_settings').notNull().default(0),
  /** Number of credentials that were active long after their expiry at the last reading. */
  overdue: integer('overdue').notNull().default(0),
  /**
   * Difference of the VPN panel's clock to this server's clock at the last reading, in ms, at most 24 days; null if it is not
   * known.
   */
  clockAheadMs: integer('clock_ahead_ms'),
});

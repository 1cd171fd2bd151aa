/** Tables of the link domains: those that an admin marked as blocked, and the fetches of device links through each of them. */
import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const blockedLinkDomains = pgTable('blocked_link_domains', {
  domain: text('host').primaryKey(),
  blockedAt: timestamp('blocked_at', { withTimezone: true }).notNull(),
});

/** Fetches of valid device links. One row counts the fetches of all devices through one domain in one hour. */
export const linkFetches = pgTable(
  'link_fetches',
  {
    /** Link domain of the requests, or `other` for every domain that is not configured. */
    domain: text('host').notNull(),
    /** Start of the hour. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    /** Number of fetches that returned a configuration. */
    served: integer('served').notNull().default(0),
    /** Number of fetches whose VPN app got a message instead of a configuration. */
    rejected: integer('rejected').notNull().default(0),
    /** Number of fetches that failed because the VPN panel or the database was unavailable. */
    failed: integer('failed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.domain, table.hour] })],
);

/** Table of the maintenance notice, which has at most one row. */
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const maintenanceNotice = pgTable('maintenance_notice', {
  id: integer('id').primaryKey(),
  /** Number of changes so far. A change names the version that its author saw. */
  version: integer('version').notNull(),
  text: text('text').notNull(),
  /** Time from which the notice is no longer shown. */
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
});

/** Table of what the instances of the product know about each other's versions. */
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The table has one row, which migrations write. */
export const schemaState = pgTable('schema_state', {
  id: integer('id').primaryKey(),
  /** Oldest version of the product that may use the database. */
  oldestVersion: text('oldest_version').notNull(),
  /**
   * Whether instances that do not know the ledger event `monthsAnchored` may be running, which are those of version 1.1.0
   * and older. Each instance updates the value (`usecases/billing/ledger/anchorMonths.ts`).
   */
  earlierVersionsRun: boolean('earlier_versions_run').default(true).notNull(),
});

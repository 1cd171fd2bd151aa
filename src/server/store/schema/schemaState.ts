/** Table of the requirement that the schema makes on the product. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The table has one row, which migrations write. */
export const schemaState = pgTable('schema_state', {
  id: integer('id').primaryKey(),
  /** Oldest version of the product that may use the database. */
  oldestVersion: text('oldest_version').notNull(),
});

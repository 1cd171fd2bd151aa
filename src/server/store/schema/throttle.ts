/** Table of the rate limits' attempt counters, which all instances share (see `throttle/throttle.ts`). */
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const throttleCounters = pgTable(
  'throttle_counters',
  {
    /**
     * Key of the counter, for example `staffSignIn:10.0.0.1:anna`. The key is stored as a hash, because it contains
     * personal data.
     */
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('throttle_counters_window_ends_at').on(table.windowEndsAt)],
);

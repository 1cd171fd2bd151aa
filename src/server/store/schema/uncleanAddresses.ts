/** Table of accounts whose stored address has invisible characters, because they were opened before addresses were cleaned. */
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const uncleanAddresses = pgTable(
  'unclean_addresses',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id),
    /** Address without its invisible characters, in normal form, as the customer sees and types it. */
    visibleEmail: text('visible_email').notNull(),
    foundAt: timestamp('found_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('unclean_addresses_visible_email').on(table.visibleEmail)],
);

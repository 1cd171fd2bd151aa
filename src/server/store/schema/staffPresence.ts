/** Table of the customers that staff have open in the console at present. */
import { index, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const staffPresence = pgTable(
  'staff_presence',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    /** Time of the last request by which the console reported that the customer is open. */
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.staffId] }),
    /** This index is used when old rows are deleted. */
    index('staff_presence_seen_at').on(table.seenAt),
  ],
);

/** Table of tags by which staff group customers. */
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const customerTags = pgTable(
  'customer_tags',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Text of the tag, in lower case. */
    tag: text('tag').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staffAccounts.id),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tag] }),
    index('customer_tags_tag').on(table.tag, table.accountId),
  ],
);

/** Changes of an account's email address by its customer. */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const emailChanges = pgTable(
  'email_changes',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Former address in normal form. No account may take it before `reservedUntil`. */
    oldEmail: text('old_email').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** Until when the change can be taken back from the former address. */
    reservedUntil: timestamp('reserved_until', { withTimezone: true }).notNull(),
    /** When the change was taken back. Null unless it was. */
    restoredAt: timestamp('restored_at', { withTimezone: true }),
  },
  (table) => [
    index('email_changes_account').on(table.accountId),
    index('email_changes_old_email').on(table.oldEmail),
    index('email_changes_reserved_until').on(table.reservedUntil),
  ],
);

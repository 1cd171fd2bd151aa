/** Table of changes of an account's email address that customers made themselves. */
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const emailChanges = pgTable(
  'email_changes',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Former email address in normal form. No account may take the former address before `reservedUntil`. */
    oldEmail: text('old_email').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** Time until which the owner of the former address can undo the change. */
    reservedUntil: timestamp('reserved_until', { withTimezone: true }).notNull(),
    /** Time when the change of the email address was undone; null if it was not undone. */
    restoredAt: timestamp('restored_at', { withTimezone: true }),
    /**
     * Time when the customer requested the deletion of the account, which is carried out after `reservedUntil`; null if
     * there is no such request.
     */
    deletionRequestedAt: timestamp('deletion_requested_at', { withTimezone: true }),
    /** Where the customer requested the deletion; null if there is no request. */
    deletionRequestedBy: text('deletion_requested_by', { enum: ['customer', 'application'] }),
    /** Whether the customer waived the days that remained at the request; null if there is no request. */
    deletionWaivesDays: boolean('deletion_waives_days'),
  },
  (table) => [
    index('email_changes_account').on(table.accountId),
    index('email_changes_old_email').on(table.oldEmail),
    index('email_changes_reserved_until').on(table.reservedUntil),
  ],
);

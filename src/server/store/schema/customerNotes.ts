/** Table of notes that staff write about customers for their colleagues. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const customerNotes = pgTable(
  'customer_notes',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    text: text('text').notNull(),
    isPinned: boolean('is_pinned').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staffAccounts.id),
    /**
     * Idempotency key of the request that created the note, so that a repeated request does not insert a second note.
     */
    requestKey: text('request_key').unique(),
    /** Time when the note was removed; null while the note is shown. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by').references(() => staffAccounts.id),
  },
  (table) => [
    index('customer_notes_account')
      .on(table.accountId, table.id)
      .where(sql`removed_at is null`),
  ],
);

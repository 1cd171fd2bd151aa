/**
 * Table of requests to delete an account. The row of a finished deletion contains only the anonymous account id and
 * times.
 */
import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const erasures = pgTable(
  'erasures',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id),
    /**
     * Who requested the deletion of the account. `journal` means that the deletion was repeated after a restore from an
     * older backup.
     */
    requestedBy: text('requested_by', { enum: ['customer', 'application', 'staff', 'journal'] }).notNull(),
    /** Staff member who requested the deletion; null if the customer requested the deletion. */
    staffId: integer('staff_id').references(() => staffAccounts.id),
    /** Whether the customer waived the remaining paid or gifted days. */
    waivedDays: boolean('waived_days').notNull(),
    /**
     * Id of the payer at the card provider, which is needed to end recurring payments that are not linked to an order
     * yet; null once `finishedAt` is set.
     */
    payerId: text('payer_id'),
    /** Time of the transaction that erased the personal columns. */
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
    /** Time when the deletion was written to the erasure journal outside the database; null until it is written. */
    journaledAt: timestamp('journaled_at', { withTimezone: true }),
    /**
     * Time when the deletion was finished: all VPN credentials were closed and all recurring payments had ended. The
     * time is null until the deletion is finished.
     */
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [index('erasures_erased_at').on(table.erasedAt)],
);

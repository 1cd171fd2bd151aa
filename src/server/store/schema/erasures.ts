/** Requests to delete an account. Finished rows contain the anonymous account id and times only. */
import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const erasures = pgTable(
  'erasures',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id),
    /** Who requested the deletion. `journal`: it was repeated after a restore from an older backup. */
    requestedBy: text('requested_by', { enum: ['customer', 'application', 'staff', 'journal'] }).notNull(),
    /** Staff member who requested the deletion. Null if the customer requested it. */
    staffId: integer('staff_id').references(() => staffAccounts.id),
    /** Whether the customer waived paid or gifted days that remained. */
    waivedDays: boolean('waived_days').notNull(),
    /**
     * Id under which the card provider knows the payer. Needed to end recurring payments that are not linked to an order
     * yet. Null once `finishedAt` is set.
     */
    payerId: text('payer_id'),
    /** Time of the transaction that erased the personal columns. */
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
    /** When the erasure journal outside the database had the row. Null while it is not written. */
    journaledAt: timestamp('journaled_at', { withTimezone: true }),
    /** When every VPN credential was closed and every recurring payment had ended. Null until then. */
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [index('erasures_erased_at').on(table.erasedAt)],
);

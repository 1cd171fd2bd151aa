/** Refunds that staff have decided; what became of them is in the ledger. */
import { index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const refunds = pgTable(
  'refunds',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Made by the dialog: a repeated request with the same key is answered alike. */
    requestKey: text('request_key').unique(),
    /** Name of the card provider, whose ids these are. */
    provider: text('provider').notNull(),
    /** The payment that is given back; at most one refund of it is decided. */
    transactionId: text('transaction_id').notNull(),
    /** 0: there was nothing to give back but the access (a free trial). */
    amountKopecks: integer('amount_kopecks').notNull(),
    /** Of the payment, when it was decided. */
    paidKopecks: integer('paid_kopecks').notNull(),
    reason: text('reason').notNull(),
    comment: text('comment').notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull(),
    /** decided, returned (the provider did it) or rejected (it will not). */
    state: text('state', { enum: ['decided', 'returned', 'rejected'] }).notNull(),
    /** In the provider's or our words, when rejected. */
    rejection: text('rejection'),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    index('refunds_account').on(table.accountId, table.decidedAt),
    unique('refunds_payment').on(table.provider, table.transactionId),
  ],
);

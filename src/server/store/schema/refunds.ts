/** Table of refunds that staff have decided. The resulting money movements are recorded in the ledger. */
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
    /**
     * Idempotency key that the refund dialog creates. A repeated refund request with the same key gets the same
     * response.
     */
    requestKey: text('request_key').unique(),
    /** Name of the card provider that assigned the payment ids in this row. */
    provider: text('provider').notNull(),
    /** Transaction id of the refunded payment. Each payment has at most one refund decided by staff. */
    transactionId: text('transaction_id').notNull(),
    /** Refunded amount in kopecks. The amount is 0 for a free trial, because its refund only ends the access. */
    amountKopecks: integer('amount_kopecks').notNull(),
    /** Amount of the payment in kopecks when staff decided the refund. */
    paidKopecks: integer('paid_kopecks').notNull(),
    reason: text('reason').notNull(),
    comment: text('comment').notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull(),
    /**
     * State of the refund: decided, returned (the card provider refunded the money) or rejected (the card provider will
     * not refund the money).
     */
    state: text('state', { enum: ['decided', 'returned', 'rejected'] }).notNull(),
    /** Reason why the refund was rejected, written by the card provider or by this server. */
    rejection: text('rejection'),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    index('refunds_account').on(table.accountId, table.decidedAt),
    unique('refunds_payment').on(table.provider, table.transactionId),
  ],
);

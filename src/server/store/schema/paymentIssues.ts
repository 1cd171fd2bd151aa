/**
 * Table of payment issues, which staff must resolve. A payment issue is a payment that was taken but not accepted, or a
 * command to the card provider that does not succeed.
 */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { PAYMENT_ISSUE_ACTIONS, PAYMENT_ISSUE_OUTCOMES, PAYMENT_ISSUES } from '../../../shared/paymentIssues';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const paymentIssues = pgTable(
  'payment_issues',
  {
    id: serial('id').primaryKey(),
    /** Key of the affected payment or command. Each payment or command has at most one payment issue. */
    key: text('key').notNull().unique(),
    question: text('question', { enum: PAYMENT_ISSUES }).notNull(),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id'),
    orderId: text('order_id'),
    /** Account of the payer; null if the payer is unknown. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Payer id at the card provider. */
    payerId: text('payer_id'),
    /** Amount of the payment in kopecks; null if the payment issue is not about a single payment. */
    amountKopecks: integer('amount_kopecks'),
    currency: text('currency'),
    /**
     * Reason of the payment issue, written by this server or by the card provider. The reason contains no personal
     * data.
     */
    reason: text('reason').notNull(),
    /** Outbox key of the command that is retried for this payment issue. */
    outboxKey: text('outbox_key'),
    /** Last staff action on this payment issue; null if there was none. */
    action: text('action', { enum: PAYMENT_ISSUE_ACTIONS }),
    note: text('note'),
    staffId: integer('staff_id').references(() => staffAccounts.id),
    actedAt: timestamp('acted_at', { withTimezone: true }),
    /** Time of the payment, or the time when the payment issue was opened if it is not about a payment. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** Outcome of the payment issue; null while the issue is open. */
    outcome: text('outcome', { enum: PAYMENT_ISSUE_OUTCOMES }),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    index('payment_issues_open')
      .on(table.id)
      .where(sql`outcome is null`),
    index('payment_issues_transaction').on(table.transactionId),
  ],
);

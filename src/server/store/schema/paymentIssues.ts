/**
 * Table of payment issues for staff: payments that were taken but not accepted, and provider commands that do not
 * succeed.
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
    /** Key of the affected payment or command. Each payment or command has at most one issue. */
    key: text('key').notNull().unique(),
    question: text('question', { enum: PAYMENT_ISSUES }).notNull(),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id'),
    orderId: text('order_id'),
    /** Account of the payer. Null if the payer is unknown. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Payer id at the card provider. */
    payerId: text('payer_id'),
    /** Amount of the payment in kopecks. Null if the issue is not about a single payment. */
    amountKopecks: integer('amount_kopecks'),
    currency: text('currency'),
    /** Reason, written by the server or by the provider. Contains no personal data. */
    reason: text('reason').notNull(),
    /** Outbox key of the command that is retried for this issue. */
    outboxKey: text('outbox_key'),
    /** Last action of staff on this issue. Null if there was no action. */
    action: text('action', { enum: PAYMENT_ISSUE_ACTIONS }),
    note: text('note'),
    staffId: integer('staff_id').references(() => staffAccounts.id),
    actedAt: timestamp('acted_at', { withTimezone: true }),
    /** Time of the payment. If the issue is not about a payment, the time when it was opened. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** Outcome of the issue. Null while the issue is open. */
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

/** Money that was taken and not accepted, and commands that do not succeed: for staff, until it is settled. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { PAYMENT_ISSUE_ACTIONS, PAYMENT_ISSUE_OUTCOMES, PAYMENT_ISSUES } from '../../../shared/paymentIssues';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const paymentIssues = pgTable(
  'payment_issues',
  {
    id: serial('id').primaryKey(),
    /** The payment or the command that it is about: the same question is asked once. */
    key: text('key').notNull().unique(),
    question: text('question', { enum: PAYMENT_ISSUES }).notNull(),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id'),
    orderId: text('order_id'),
    /** Null: nobody we know. */
    accountId: integer('account_id').references(() => accounts.id),
    /** How the card provider calls the payer. */
    payerId: text('payer_id'),
    /** Null: no single payment is meant. */
    amountKopecks: integer('amount_kopecks'),
    currency: text('currency'),
    /** In our or the provider's words; no personal data. */
    reason: text('reason').notNull(),
    /** The command that is tried, in the outbox. */
    outboxKey: text('outbox_key'),
    /** What staff did last; null: nothing yet. */
    action: text('action', { enum: PAYMENT_ISSUE_ACTIONS }),
    note: text('note'),
    staffId: integer('staff_id').references(() => staffAccounts.id),
    actedAt: timestamp('acted_at', { withTimezone: true }),
    /** Of the payment; else when the question was asked. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** Null while it is open. */
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

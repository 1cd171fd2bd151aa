/** The money ledger and what follows from it. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { LedgerEventData } from '../../domain/billing/ledgerEvents';
import { accounts } from './accounts';

/** Every notification and every answer of the card provider, once each. Append-only. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: serial('id').primaryKey(),
    /** Kind, provider and id of the event: a repeated delivery meets it. */
    eventKey: text('event_key').notNull().unique(),
    /** Name of the card provider, whose ids these are. */
    provider: text('provider').notNull(),
    /** paid, authorized, failed, refunded, voided or recurring payment. */
    kind: text('kind').notNull(),
    /** notification or reconciliation. */
    source: text('source').notNull(),
    accountId: integer('account_id').references(() => accounts.id),
    orderId: text('order_id'),
    transactionId: text('transaction_id'),
    /** applied, waiting (for the payment that it is about), or why it was not. */
    verdict: text('verdict').notNull(),
    /** The fields that matter later; no names, emails, addresses or tokens. */
    payload: jsonb('payload').notNull(),
    providerAt: timestamp('provider_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('payment_events_account').on(table.accountId),
    /** Staff look a customer up by the number of a payment. */
    index('payment_events_transaction').on(table.transactionId),
    /** What waits for the payment of an order that belongs to nobody yet. */
    index('payment_events_waiting')
      .on(table.orderId)
      .where(sql`verdict = 'waiting'`),
  ],
);

/** What the state of an account's subscription is folded from (`domain/billing/fold.ts`). Append-only. */
export const ledgerEvents = pgTable(
  'ledger_events',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    eventKey: text('event_key').notNull().unique(),
    /** The provider's time of what it reports, ours of what we decide. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind').$type<LedgerEventData['kind']>().notNull(),
    data: jsonb('data').$type<LedgerEventData>().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('ledger_events_account').on(table.accountId, table.at)],
);

/**
 * The folded state, rewritten in the transaction of every event. Readers put it through
 * `statusAt`, since time alone ends access; `status` is kept right by a job, for searches.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id),
    status: text('status').$type<SubscriptionStatus>().notNull(),
    recurring: boolean('recurring').notNull(),
    accessUntil: timestamp('access_until', { withTimezone: true }),
    nextChargeAt: timestamp('next_charge_at', { withTimezone: true }),
    lastGrant: text('last_grant').$type<'payment' | 'gift'>(),
    amountKopecks: integer('amount_kopecks').notNull(),
    providerRecurringPaymentId: text('provider_recurring_payment_id'),
    firstPaymentActivated: boolean('first_payment_activated').notNull(),
    totalPaidKopecks: integer('total_paid_kopecks').notNull(),
    cardMask: text('card_mask'),
    /** When `status` changes by time alone. */
    statusChangesAt: timestamp('status_changes_at', { withTimezone: true }),
    /** When to poll the provider about an overdue charge. */
    reconcileAt: timestamp('reconcile_at', { withTimezone: true }),
    /** When time alone calls for an email (a charge is near); null once it is on its way. */
    emailDueAt: timestamp('email_due_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    /** Staff look for customers by it. */
    index('subscriptions_status').on(table.status, table.accountId),
    index('subscriptions_status_changes').on(table.statusChangesAt),
    index('subscriptions_reconcile').on(table.reconcileAt),
    index('subscriptions_email_due')
      .on(table.emailDueAt)
      .where(sql`email_due_at is not null`),
  ],
);

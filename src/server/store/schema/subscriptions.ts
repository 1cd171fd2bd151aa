/** Tables of the money ledger and of the subscriptions that are computed from it. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { LedgerEventData } from '../../domain/billing/ledgerEvents';
import { accounts } from './accounts';

/** Provider events: every notification and polled response of the card provider, each recorded once. Append-only. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: serial('id').primaryKey(),
    /** Kind, provider and id of the event. The unique key identifies a repeated notification. */
    eventKey: text('event_key').notNull().unique(),
    /** Name of the card provider to which the ids in this row belong. */
    provider: text('provider').notNull(),
    /** Kind of the event: paid, authorized, failed, refunded, voided or recurring payment. */
    kind: text('kind').notNull(),
    /** Source of the event: notification or reconciliation (polling). */
    source: text('source').notNull(),
    accountId: integer('account_id').references(() => accounts.id),
    orderId: text('order_id'),
    transactionId: text('transaction_id'),
    /**
     * Processing result: applied, waiting (until the payment to which the event refers is recorded), or the reason why
     * the event was not applied.
     */
    verdict: text('verdict').notNull(),
    /** Fields of the event that are needed later. Contains no names, emails, addresses or tokens. */
    payload: jsonb('payload').notNull(),
    providerAt: timestamp('provider_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('payment_events_account').on(table.accountId),
    /** Used when staff look up a customer by the transaction id of a payment. */
    index('payment_events_transaction').on(table.transactionId),
    /** Used by retention, like every BRIN index. */
    index('payment_events_received_at').using('brin', table.receivedAt),
    /** Used to find events that wait for the payment of an order without an account. */
    index('payment_events_waiting')
      .on(table.orderId)
      .where(sql`verdict = 'waiting'`),
  ],
);

/**
 * Ledger events, from which the state of an account's subscription is computed (`domain/billing/fold.ts`). Append-only.
 */
export const ledgerEvents = pgTable(
  'ledger_events',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    eventKey: text('event_key').notNull().unique(),
    /**
     * Time of the event. Taken from the provider for reported events, and from the server's clock for its own
     * decisions.
     */
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind').$type<LedgerEventData['kind']>().notNull(),
    data: jsonb('data').$type<LedgerEventData>().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('ledger_events_account').on(table.accountId, table.at)],
);

/**
 * Current state of each account's subscription, updated in the transaction of every ledger event. Readers must pass it
 * through `statusAt`, because access also ends by the passage of time. A job keeps `status` up to date for searches.
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
    /** Time when `status` changes without a new ledger event. */
    statusChangesAt: timestamp('status_changes_at', { withTimezone: true }),
    /** Time when the provider is polled next about an overdue charge. */
    reconcileAt: timestamp('reconcile_at', { withTimezone: true }),
    /** Time when a scheduled email is due, for example before a charge. Null once the email is in the outbox. */
    emailDueAt: timestamp('email_due_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    /** Used when staff filter customers by status. */
    index('subscriptions_status').on(table.status, table.accountId),
    index('subscriptions_status_changes').on(table.statusChangesAt),
    index('subscriptions_reconcile').on(table.reconcileAt),
    index('subscriptions_email_due')
      .on(table.emailDueAt)
      .where(sql`email_due_at is not null`),
  ],
);

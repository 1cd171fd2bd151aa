/** Tables of the money ledger and of the subscriptions that are computed from it. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { LedgerEventData } from '../../domain/billing/ledgerEvents';
import { accounts } from './accounts';

/**
 * Append-only table of provider events. A provider event is a notification or a polled response of the card provider;
 * each provider event is recorded once.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: serial('id').primaryKey(),
    /**
     * Key that consists of the kind, card provider and id of the event. The key is unique, so that a repeated
     * notification is recognized.
     */
    eventKey: text('event_key').notNull().unique(),
    /** Name of the card provider that assigned the ids in this row. */
    provider: text('provider').notNull(),
    /** Kind of the provider event: paid, authorized, failed, refunded, voided or recurring payment. */
    kind: text('kind').notNull(),
    /** Source of the provider event: notification or reconciliation (polling). */
    source: text('source').notNull(),
    accountId: integer('account_id').references(() => accounts.id),
    orderId: text('order_id'),
    transactionId: text('transaction_id'),
    /**
     * Processing result of the provider event: applied, waiting (until the payment to which the event refers is
     * recorded), or the reason why the event was not applied.
     */
    verdict: text('verdict').notNull(),
    /**
     * Fields of the provider event that are needed later. These fields contain no names, emails, IP addresses or
     * tokens.
     */
    payload: jsonb('payload').notNull(),
    providerAt: timestamp('provider_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('payment_events_account').on(table.accountId),
    /** This index is used when staff look up a customer by the transaction id of a payment. */
    index('payment_events_transaction').on(table.transactionId),
    /** This BRIN index is used when rows are deleted after their retention period. */
    index('payment_events_received_at').using('brin', table.receivedAt),
    /** This index finds provider events that wait for the payment of an order without an account. */
    index('payment_events_waiting')
      .on(table.orderId)
      .where(sql`verdict = 'waiting'`),
  ],
);

/**
 * Ledger events, from which the state of an account's subscription is computed (`domain/billing/fold.ts`). The table of
 * ledger events is append-only.
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
     * Time of the ledger event. The time of a reported event comes from the card provider; the time of a decision comes
     * from this server's clock.
     */
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind').$type<LedgerEventData['kind']>().notNull(),
    data: jsonb('data').$type<LedgerEventData>().notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('ledger_events_account').on(table.accountId, table.at),
    /** This index is used when staff search for payments by the last four digits of the card. */
    index('ledger_events_card')
      .on(sql`right(data ->> 'cardMask', 4)`, table.at)
      .where(sql`kind in ('paymentSucceeded', 'paymentFailed', 'refunded')`),
    /** This index is used when staff search for payments by the amount. */
    index('ledger_events_amount')
      .on(sql`((data ->> 'amountKopecks')::int)`, table.at)
      .where(sql`kind in ('paymentSucceeded', 'paymentFailed', 'refunded')`),
    /** This index is used for the figures of today on the console's home page. */
    index('ledger_events_payments')
      .on(table.kind, table.at)
      .where(sql`kind in ('paymentSucceeded', 'paymentFailed', 'refunded', 'voided')`),
  ],
);

/**
 * Current state of each account's subscription, updated in the transaction of every ledger event. Code that reads a
 * subscription must pass it through `statusAt`, because access also ends by the passage of time. A background job keeps
 * the column `status` up to date for searches.
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
    /** Name of the card provider that charges the subscription; null if it does not renew. */
    provider: text('provider'),
    /** Time until which access continues although this server postponed the charge; null if no charge is postponed. */
    accessContinuesUntil: timestamp('access_continues_until', { withTimezone: true }),
    /** Last mark in `gone_providers` that affected the account; null if there is none. */
    goneMark: integer('gone_mark'),
    /** Earliest end of the grace period, because the card provider is or was gone; null otherwise. */
    graceUntil: timestamp('grace_until', { withTimezone: true }),
    /** Time from which this server charges the saved payment method; null if this server makes no charge. */
    ownChargeDueAt: timestamp('own_charge_due_at', { withTimezone: true }),
    /** Time at which the subscription's `status` changes without a new ledger event. */
    statusChangesAt: timestamp('status_changes_at', { withTimezone: true }),
    /** Time when the card provider is polled next about an overdue charge. */
    reconcileAt: timestamp('reconcile_at', { withTimezone: true }),
    /** Time when a scheduled email is due, for example before a charge; null once the email is in the outbox. */
    emailDueAt: timestamp('email_due_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    /** This index is used when staff filter customers by status. */
    index('subscriptions_status').on(table.status, table.accountId),
    index('subscriptions_status_changes').on(table.statusChangesAt),
    index('subscriptions_reconcile').on(table.reconcileAt),
    /** This index finds the due charges that this server makes, and the oldest of them for an alert. */
    index('subscriptions_own_charge_due')
      .on(table.ownChargeDueAt)
      .where(sql`own_charge_due_at is not null`),
    index('subscriptions_email_due')
      .on(table.emailDueAt)
      .where(sql`email_due_at is not null`),
  ],
);

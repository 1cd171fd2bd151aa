/** Orders: what the card widget is asked to charge, decided by the server. */
import { index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { DeclineReason } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import { accounts } from './accounts';

/** The trial of the card, or of its owner, was used before. */
export type OrderRejection = 'trialUsed';

export const orders = pgTable(
  'orders',
  {
    /** Unguessable. The card provider stores it with each payment. */
    id: text('id').primaryKey(),
    /** Null: a campaign order whose payer is not known yet. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Name of the card provider that takes its payments. */
    provider: text('provider').notNull(),
    /** How the card provider calls the payer of a campaign order, which is older than its account; else the uid. */
    payerId: text('payer_id').unique(),
    kind: text('kind').$type<OrderKind>().notNull(),
    /** web or mobile: decides the length of the trial. */
    variant: text('variant').$type<'web' | 'mobile'>().notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    currency: text('currency').notNull(),
    recurringPaymentAmountKopecks: integer('recurring_payment_amount_kopecks').notNull(),
    /** First recurrent charge, whole seconds, unique within the account: recurring payments are told apart by it. */
    recurringPaymentStartAt: timestamp('recurring_payment_start_at', { withTimezone: true }).notNull(),
    /** The recurring payment that the provider made of this order, once known. */
    recurringPaymentId: text('recurring_payment_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Last time the shop showed it. */
    offeredAt: timestamp('offered_at', { withTimezone: true }).notNull(),
    /** The attempt that the provider is working on; from the first one on, the order is frozen. */
    attemptTransactionId: text('attempt_transaction_id'),
    /** The provider's time. */
    attemptedAt: timestamp('attempted_at', { withTimezone: true }),
    /** Its card by keyed hashes, for a trial: a payment that is found by asking names none. */
    attemptCardHashes: text('attempt_card_hashes').array(),
    /** Reason code of the last attempt, if it was declined. */
    declineReason: text('decline_reason').$type<DeclineReason>(),
    /** Why our own answer declined the last attempt, where the payer should read it. */
    rejection: text('rejection').$type<OrderRejection>(),
    paidTransactionId: text('paid_transaction_id'),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /** When to poll the provider about it next; null once settled or given up. */
    reconcileAt: timestamp('reconcile_at', { withTimezone: true }),
    reconcileTries: integer('reconcile_tries').notNull().default(0),
  },
  (table) => [
    index('orders_account').on(table.accountId),
    index('orders_reconcile').on(table.reconcileAt),
    unique('orders_recurring_payment').on(table.provider, table.recurringPaymentId),
  ],
);

/** Table of orders. An order defines what the card widget charges; the server decides these terms. */
import { index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { OrderRejection } from '../../../shared/contract/shop';
import type { DeclineReason } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import type { ReceiptTerms } from '../../../shared/receiptTerms';
import { accounts } from './accounts';

export const orders = pgTable(
  'orders',
  {
    /** Unguessable order id. The card provider stores the order id with each payment. */
    id: text('id').primaryKey(),
    /** Account of the payer; null for a campaign order whose payer is not known yet. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Name of the card provider that processes the payments of this order. */
    provider: text('provider').notNull(),
    /**
     * Payer id at the card provider for a campaign order, which is created before its account. The payer id is null for
     * all other orders, because their payer id is the account's uid.
     */
    payerId: text('payer_id').unique(),
    /** Phone number that the payer of a campaign order typed, in E.164; null once the order has an account. */
    payerPhone: text('payer_phone'),
    kind: text('kind').$type<OrderKind>().notNull(),
    /** Variant of the shop (web or mobile), which determines the length of the trial. */
    variant: text('variant').$type<'web' | 'mobile'>().notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    currency: text('currency').notNull(),
    recurringPaymentAmountKopecks: integer('recurring_payment_amount_kopecks').notNull(),
    /**
     * Time of the first recurring charge, in whole seconds. The time is unique within the account, because a recurring
     * payment is matched to its order by the time of the first recurring charge.
     */
    recurringPaymentStartAt: timestamp('recurring_payment_start_at', { withTimezone: true }).notNull(),
    /** Id of the recurring payment that the card provider created for this order; null until the id is known. */
    recurringPaymentId: text('recurring_payment_id'),
    /** Terms of the receipt of the order's own payment; null for `DEFAULT_RECEIPT_TERMS`. */
    receiptTerms: jsonb('receipt_terms').$type<ReceiptTerms>(),
    /**
     * Terms of the receipts of the recurring charges, as the card provider that makes these charges stores them; null for
     * `DEFAULT_RECEIPT_TERMS`.
     */
    recurringReceiptTerms: jsonb('recurring_receipt_terms').$type<ReceiptTerms>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Time when the shop last showed the order. */
    offeredAt: timestamp('offered_at', { withTimezone: true }).notNull(),
    /**
     * Transaction id of the order's current payment attempt. An order cannot change after its first payment attempt.
     */
    attemptTransactionId: text('attempt_transaction_id'),
    /** Time of the payment attempt according to the card provider. */
    attemptedAt: timestamp('attempted_at', { withTimezone: true }),
    /**
     * Keyed hashes of the card of the payment attempt, stored for trial orders only. The hashes are stored because a
     * payment that is polled from the card provider contains no card.
     */
    attemptCardHashes: text('attempt_card_hashes').array(),
    /** Reason code of the last payment attempt, if the bank declined that attempt. */
    declineReason: text('decline_reason').$type<DeclineReason>(),
    /** Reason why the server rejected the last payment attempt, if the payer should see the reason. */
    rejection: text('rejection').$type<OrderRejection>(),
    paidTransactionId: text('paid_transaction_id'),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /**
     * Time when the card provider is polled next about this order; null if the order is settled or polling was
     * abandoned.
     */
    reconcileAt: timestamp('reconcile_at', { withTimezone: true }),
    reconcileTries: integer('reconcile_tries').notNull().default(0),
  },
  (table) => [
    index('orders_account').on(table.accountId),
    index('orders_reconcile').on(table.reconcileAt),
    unique('orders_recurring_payment').on(table.provider, table.recurringPaymentId),
  ],
);

/**
 * Tables of the payments that this server requests from a card provider that schedules no charges itself, and of the
 * saved payment methods with which the charges are made.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ReceiptTerms } from '../../../shared/receiptTerms';
import { accounts } from './accounts';
import { orders } from './orders';

/**
 * Outcome of a requested payment. `declined`: the bank or the card provider declined the payment. `rejected`: the card
 * provider rejected the request, and nothing was charged. `forbidden`: the card provider does not permit this shop to save
 * payment methods or to charge them. `absent`: the card provider has no such payment. `notSent`: the card provider rejected
 * the request for a reason that is not the customer's, so the charge is requested again. `surplus`: the payment was
 * completed although another charge of the same date was completed before, so it is refunded.
 */
export type RequestedOutcome =
  | 'completed'
  | 'declined'
  | 'rejected'
  | 'forbidden'
  | 'absent'
  | 'notSent'
  | 'surplus';

/**
 * Payments that this server requested. A row is committed before the request is sent, so that a request whose outcome is
 * unknown is never followed by another charge.
 */
export const requestedPayments = pgTable(
  'requested_payments',
  {
    id: serial('id').primaryKey(),
    /** Idempotency key of the request. The card provider stores the key with the payment. */
    key: text('key').notNull(),
    provider: text('provider').notNull(),
    /** `widget`: payment that the payer makes in the payment widget. `charge`: charge of a saved payment method. */
    kind: text('kind').$type<'widget' | 'charge'>().notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Account of the payer; null for a campaign order whose payer has no account yet. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Payer id of the request: the uid of the account, or the payer id of a campaign order. */
    payerId: text('payer_id').notNull(),
    /** Due date of the charge; null for a payment in the payment widget. */
    chargeAt: timestamp('charge_at', { withTimezone: true }),
    /** Number of the attempt to charge this due date, starting at 1. */
    attempt: integer('attempt').notNull().default(1),
    /** Terms of the request, which must be the same if the request is repeated. */
    amountKopecks: integer('amount_kopecks').notNull(),
    currency: text('currency').notNull(),
    isHold: boolean('is_hold').notNull().default(false),
    savesMethod: boolean('saves_method').notNull().default(false),
    receiptLabel: text('receipt_label'),
    /** Terms of the receipt; null for `DEFAULT_RECEIPT_TERMS`. */
    receiptTerms: jsonb('receipt_terms').$type<ReceiptTerms>(),
    /** Email address of the receipt; null once the outcome is known. */
    receiptEmail: text('receipt_email'),
    /** Phone number of the receipt, in E.164; null if it has none, or once the outcome is known. */
    receiptPhone: text('receipt_phone'),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    /** Transaction id of the payment; null until the card provider has responded. */
    transactionId: text('transaction_id'),
    /**
     * Token with which the payment widget shows the payment again; null before the card provider has responded, and once
     * the outcome is known.
     */
    confirmationToken: text('confirmation_token'),
    /** Outcome of the payment; null until it is known. */
    outcome: text('outcome').$type<RequestedOutcome>(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** Time when the card provider is asked next for the outcome; null if it is known or nothing is to be asked. */
    askAt: timestamp('ask_at', { withTimezone: true }),
    /** Number of times that the card provider was asked for the outcome. */
    tries: integer('tries').notNull().default(0),
    /**
     * Parameter of the request that the card provider rejected with the outcome `notSent`, if the parameter does not
     * concern one customer. Empty if the card provider named none.
     */
    rejectedParameter: text('rejected_parameter'),
    /** Time before which the charge is not requested again after the outcome `notSent`; null if it may be at once. */
    retryAt: timestamp('retry_at', { withTimezone: true }),
  },
  (table) => [
    unique('requested_payments_key').on(table.key),
    index('requested_payments_order').on(table.orderId),
    index('requested_payments_account').on(table.accountId, table.kind),
    /** This index ensures that an account never has two charges whose outcome is unknown. */
    uniqueIndex('requested_payments_open_charge')
      .on(table.accountId)
      .where(sql`kind = 'charge' and outcome is null`),
    /** This index ensures that a due date is charged successfully at most once. */
    uniqueIndex('requested_payments_charged')
      .on(table.accountId, table.chargeAt)
      .where(sql`kind = 'charge' and outcome = 'completed'`),
    index('requested_payments_ask')
      .on(table.askAt)
      .where(sql`ask_at is not null`),
    index('requested_payments_transaction').on(table.provider, table.transactionId),
  ],
);

/**
 * Saved payment methods by the order whose payment saved the method. The row is deleted when the order's recurring
 * charges end.
 */
export const savedMethods = pgTable('saved_methods', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  accountId: integer('account_id').references(() => accounts.id),
  provider: text('provider').notNull(),
  /** Encrypted token with which the card provider charges the method. */
  encryptedToken: text('encrypted_token').notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
});

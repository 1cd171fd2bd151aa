/** Tables of the customers' consents to charges, of the cards whose trial was used, and of the trials of similar cards. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { orders } from './orders';

/** Append-only table of customers' explicit consents to a charge now and to recurring charges later. */
export const consents = pgTable(
  'consents',
  {
    id: serial('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Account of the payer; null for a campaign order whose payer is not known yet. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Version of the public offer that the customer accepted (`shared/offerEdition.ts`). */
    offerEdition: text('offer_edition').notNull(),
    /** Consent sentence that was shown above the payment button. */
    wording: text('wording').notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    recurringPaymentAmountKopecks: integer('recurring_payment_amount_kopecks').notNull(),
    currency: text('currency').notNull(),
    recurringPaymentStartAt: timestamp('recurring_payment_start_at', { withTimezone: true }).notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('consents_order').on(table.orderId),
    index('consents_account').on(table.accountId),
    /** This BRIN index is used when rows are deleted after their retention period. */
    index('consents_at').using('brin', table.at),
    /** This index is used when the IP addresses and User-Agents of old consents are erased. */
    index('consents_origin')
      .on(table.at)
      .where(sql`ip <> '' or user_agent <> ''`),
  ],
);

/**
 * Table of cards whose trial was used; each card can have one trial. A card is stored as a keyed hash, never as a card
 * number.
 */
export const trialCards = pgTable(
  'trial_cards',
  {
    cardHash: text('card_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('trial_cards_at').using('brin', table.at)],
);

/**
 * Table of recent trials. A card is stored as a keyed hash of its first six digits, last four digits and expiry date, which
 * other cards may share. The hash therefore only counts trials.
 */
export const trialCardUses = pgTable(
  'trial_card_uses',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    cardHash: text('card_hash').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('trial_card_uses_hash').on(table.cardHash, table.at)],
);

/** What a customer agreed to before paying, and the cards that have had their trial. */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { orders } from './orders';

/** Explicit consent to a charge now and to recurrent charges later. Append-only. */
export const consents = pgTable(
  'consents',
  {
    id: serial('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null for a campaign order whose payer is not known yet. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Edition of the offer that was agreed to (`shared/offerEdition.ts`). */
    offerEdition: text('offer_edition').notNull(),
    /** The sentence that stood above the button. */
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
  (table) => [index('consents_order').on(table.orderId), index('consents_account').on(table.accountId)],
);

/** One trial per card: the card as a keyed hash, never its number. */
export const trialCards = pgTable('trial_cards', {
  cardHash: text('card_hash').primaryKey(),
  accountId: integer('account_id')
    .notNull()
    .references(() => accounts.id),
  orderId: text('order_id')
    .notNull()
    .references(() => orders.id),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

/** Table of fiscal receipts (54-FZ) that the card provider's online cash register has issued. */
import { index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

export const receipts = pgTable(
  'receipts',
  {
    id: serial('id').primaryKey(),
    /** Name of the card provider to which the ids in this row belong. */
    provider: text('provider').notNull(),
    /** Receipt id at the provider. The id identifies a repeated notification of the same receipt. */
    providerId: text('provider_id').notNull(),
    /**
     * Transaction id of the payment or refund of this receipt. The receipt may arrive before the payment or refund is
     * recorded.
     */
    transactionId: text('transaction_id').notNull(),
    orderId: text('order_id'),
    kind: text('kind', { enum: ['income', 'incomeReturn'] }).notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    /** URL of the receipt. */
    url: text('url').notNull(),
    /** Name of the fiscal data operator. */
    operator: text('operator'),
    documentNumber: text('document_number'),
    fiscalSign: text('fiscal_sign'),
    /** Time of the receipt according to the provider. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('receipts_transaction').on(table.transactionId),
    /** Used by retention, like every BRIN index. */
    index('receipts_at').using('brin', table.at),
    unique('receipts_provider_id').on(table.provider, table.providerId),
  ],
);

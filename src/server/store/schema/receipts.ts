/** Table of fiscal receipts (54-FZ) that the card provider's online cash register has issued. */
import { index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

export const receipts = pgTable(
  'receipts',
  {
    id: serial('id').primaryKey(),
    /** Name of the card provider that assigned the ids in this row. */
    provider: text('provider').notNull(),
    /** Receipt id at the card provider, by which a repeated notification of the same receipt is recognized. */
    providerId: text('provider_id').notNull(),
    /**
     * Transaction id of the payment or refund of this receipt. A receipt may arrive before its payment or refund is
     * recorded.
     */
    transactionId: text('transaction_id').notNull(),
    orderId: text('order_id'),
    kind: text('kind', { enum: ['income', 'incomeReturn'] }).notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    /** URL of the fiscal receipt. */
    url: text('url').notNull(),
    /** Name of the fiscal data operator (OFD) that processed the receipt. */
    operator: text('operator'),
    documentNumber: text('document_number'),
    fiscalSign: text('fiscal_sign'),
    /** Time of the receipt according to the card provider. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('receipts_transaction').on(table.transactionId),
    /** This BRIN index is used when rows are deleted after their retention period. */
    index('receipts_at').using('brin', table.at),
    unique('receipts_provider_id').on(table.provider, table.providerId),
  ],
);

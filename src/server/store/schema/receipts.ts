/** Fiscal receipts (54-FZ) that the card provider's cashbox has issued. */
import { index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

export const receipts = pgTable(
  'receipts',
  {
    id: serial('id').primaryKey(),
    /** Name of the card provider, whose ids these are. */
    provider: text('provider').notNull(),
    /** The provider's number of the receipt: a repeated delivery meets it. */
    providerId: text('provider_id').notNull(),
    /** Of the payment or the refund that it is for; it may arrive before either is known. */
    transactionId: text('transaction_id').notNull(),
    orderId: text('order_id'),
    kind: text('kind', { enum: ['income', 'incomeReturn'] }).notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    /** Where it can be read. */
    url: text('url').notNull(),
    /** Name of the fiscal data operator. */
    operator: text('operator'),
    documentNumber: text('document_number'),
    fiscalSign: text('fiscal_sign'),
    /** The provider's time. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('receipts_transaction').on(table.transactionId),
    unique('receipts_provider_id').on(table.provider, table.providerId),
  ],
);

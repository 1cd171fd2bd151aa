/** Table of requests that failed unexpectedly. Customers name the first characters of their request id to the support team. */
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const failedRequests = pgTable(
  'failed_requests',
  {
    requestId: text('request_id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Name of the API call in the contract. */
    call: text('call').notNull(),
    /** Customer account of the caller; null if the caller was not a signed-in customer. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Error code of the database or of Node.js, or the class of the error if the error has no code. */
    errorCode: text('error_code').notNull(),
    /** Error as one line, without values and without personal data. */
    error: text('error').notNull(),
  },
  (table) => [
    /** This index is used when staff search for the support code that a customer names. */
    index('failed_requests_id_beginning').on(table.requestId.op('text_pattern_ops')),
    index('failed_requests_account').on(table.accountId),
    /** This index is used when rows are deleted after their retention period. */
    index('failed_requests_at').on(table.at),
  ],
);

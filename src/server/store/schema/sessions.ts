/** Table of customer sessions. Session tokens are stored as SHA-256 hashes only. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { devices } from './devices';

export const customerSessions = pgTable(
  'customer_sessions',
  {
    id: serial('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Device whose app holds the session; null for a browser session. */
    deviceId: integer('device_id').references(() => devices.id),
    /**
     * The columns `system` and `application` contain the client's operating system and application, as
     * `domain/clientNames.ts` names them. Both columns are null if unknown.
     */
    system: text('system'),
    application: text('application'),
    /**
     * How the customer is notified that a new browser has signed in: by a separate email, or by the summary of the day,
     * which is still to be sent (`summary`) or was sent (`summarized`). The value is null if the browser was known or
     * needed no email.
     */
    signInNotice: text('sign_in_notice', { enum: ['email', 'summary', 'summarized'] }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /**
     * Time of the last use of the session. The stored time is updated at most once an hour
     * (`usecases/accounts/sessions.ts`).
     */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('customer_sessions_account').on(table.accountId),
    index('customer_sessions_last_used_at').on(table.lastUsedAt),
    index('customer_sessions_revoked_at')
      .on(table.revokedAt)
      .where(sql`revoked_at is not null`),
    index('customer_sessions_device')
      .on(table.deviceId)
      .where(sql`device_id is not null`),
    index('customer_sessions_summary')
      .on(table.createdAt)
      .where(sql`sign_in_notice = 'summary'`),
  ],
);

/** What happened to an account, for the staff's timeline. Append-only. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const accountEvents = pgTable(
  'account_events',
  {
    id: serial('id').primaryKey(),
    /** Null: the address had no account yet (a sign-in email to an unknown address). */
    accountId: integer('account_id').references(() => accounts.id),
    /** Normal form; kept only while there is no account to name. */
    email: text('email'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** See `ACCOUNT_EVENT_KINDS` in `store/accountEvents.ts`. */
    kind: text('kind').notNull(),
    /** Facts of the event; never a secret, a token or a full card number. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** The message that this event put into the outbox: its state is the event's outcome. */
    outboxKey: text('outbox_key'),
    /** That state and its reason, kept once the message is purged (`jobs/dropStale.ts`). */
    outcome: text('outcome'),
    outcomeReason: text('outcome_reason'),
    /** The request in whose course it happened; null when the server acted by itself. */
    requestId: text('request_id'),
  },
  (table) => [
    // Read backwards: an index that is made descending puts nulls elsewhere than a query does, and orders nothing for it.
    index('account_events_account').on(table.accountId, table.at, table.id),
    index('account_events_stranger')
      .on(table.email)
      .where(sql`account_id is null`),
    index('account_events_stranger_at')
      .on(table.at)
      .where(sql`account_id is null`),
    index('account_events_outbox')
      .on(table.outboxKey)
      .where(sql`outbox_key is not null`),
  ],
);

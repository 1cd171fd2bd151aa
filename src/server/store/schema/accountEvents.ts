/** Append-only table of account events, from which the account's timeline in the staff console is built. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

export const accountEvents = pgTable(
  'account_events',
  {
    id: serial('id').primaryKey(),
    /**
     * Account of the event; null if the email address had no account yet, for example after a sign-in email to an
     * unknown address.
     */
    accountId: integer('account_id').references(() => accounts.id),
    /** Email address of the event, in normal form. The email address is stored only while no account exists for it. */
    email: text('email'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Kind of the account event, one of `ACCOUNT_EVENT_KINDS` in `store/accountEvents.ts`. */
    kind: text('kind').notNull(),
    /** Details of the account event, which must not contain secrets, tokens or full card numbers. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /**
     * Deduplication key of the outbox message that the event caused. The delivery state of this message is the outcome
     * of the event.
     */
    outboxKey: text('outbox_key'),
    /**
     * Final state of the outbox message that the event caused. The final state and its reason are copied to the event
     * when the message is deleted (`jobs/dropStale.ts`).
     */
    outcome: text('outcome'),
    outcomeReason: text('outcome_reason'),
    /** Id of the HTTP request that caused the event; null if the server caused the event by itself. */
    requestId: text('request_id'),
  },
  (table) => [
    // The index is ascending, and queries scan it backwards. A descending index would sort nulls differently from the
    // queries, so it could not be used for their sort order.
    index('account_events_account').on(table.accountId, table.at, table.id),
    index('account_events_stranger')
      .on(table.email)
      .where(sql`account_id is null`),
    index('account_events_stranger_at')
      .on(table.at)
      .where(sql`account_id is null`),
    /** This BRIN index is used when rows are deleted after their retention period. */
    index('account_events_at').using('brin', table.at),
    /** This index is used when staff search for a request id, or for its beginning, as the timeline shows it. */
    index('account_events_request')
      .on(table.requestId.op('text_pattern_ops'))
      .where(sql`request_id is not null`),
    index('account_events_outbox')
      .on(table.outboxKey)
      .where(sql`outbox_key is not null`),
  ],
);

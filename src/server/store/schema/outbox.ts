/** Table of outgoing messages: emails, pushes, commands to the card provider and updates of the VPN panel. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    /**
     * Kind of the message: email, push, provider (a command to the card provider) or vpn (an update of the VPN panel).
     */
    kind: text('kind').notNull(),
    /** Lane of the message (see `outbox/lanes.ts`). A slow lane does not delay the messages of other lanes. */
    lane: text('lane').notNull(),
    /**
     * Deduplication key of the message. Only one message can ever have this key. The key is also sent to external
     * services as the idempotency key.
     */
    dedupeKey: text('dedupe_key').notNull().unique(),
    /**
     * Account of an email, because emails about one account are sent in order; null for messages that are not emails.
     */
    accountId: integer('account_id'),
    /**
     * Content of the message. The content is deleted once the message is delivered or dropped, because emails contain
     * secrets and addresses.
     */
    payload: jsonb('payload').notNull(),
    /** State of the message: pending, delivered, dropped (no longer wanted) or failed (a retry would be useless). */
    state: text('state').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /**
     * Requester of an email that a stranger can request (`outbox/turns.ts`). If many such emails wait, their requesters
     * take turns. The requester is erased when the message is finished. Updates of VPN credentials for which a customer
     * waits have a constant instead. Null for all other messages.
     */
    turn: text('turn'),
    /** Time at which the message should first be sent. The delay of a message is measured from this time. */
    wantedAt: timestamp('wanted_at', { withTimezone: true }).notNull().defaultNow(),
    /**
     * Time of the next delivery attempt. While a worker holds the lease of the message, `due_at` is the end of the
     * lease.
     */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** Time after which the message is no longer wanted and is dropped. */
    dropAfter: timestamp('drop_after', { withTimezone: true }),
    lastError: text('last_error'),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    index('outbox_due')
      .on(table.lane, table.dueAt, table.id)
      .where(sql`state = 'pending'`),
    index('outbox_account')
      .on(table.accountId, table.id)
      .where(sql`state = 'pending' and account_id is not null`),
    index('outbox_turns')
      .on(table.lane, table.turn, table.dueAt, table.id.desc())
      .where(sql`state = 'pending' and turn is not null`),
    index('outbox_recent')
      .on(table.lane, table.wantedAt)
      .where(sql`lane in ('signIn', 'confirmation')`),
    index('outbox_expiring')
      .on(table.lane, table.dropAfter)
      .where(sql`state = 'pending' and drop_after is not null`),
    index('outbox_finished')
      .on(table.finishedAt)
      .where(sql`kind <> 'provider'`),
    index('outbox_finished_commands')
      .on(table.finishedAt)
      .where(sql`kind = 'provider'`),
    index('outbox_failed')
      .on(table.lane, table.finishedAt)
      .where(sql`state = 'failed'`),
  ],
);

/** What must leave the server: emails, pushes and calls to the card provider. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const outbox = pgTable(
  'outbox',
  {
    id: serial('id').primaryKey(),
    /** email, push, provider or vpn. */
    kind: text('kind').notNull(),
    /** What it waits with (see `outbox/lanes.ts`): lanes do not delay each other. */
    lane: text('lane').notNull(),
    /** One message per key, ever; also the idempotency key towards the outside. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    /** Of an email about an account, which is sent after the earlier ones; null for everything else. */
    accountId: integer('account_id'),
    /** Emptied once delivered or dropped: emails hold secrets and addresses. */
    payload: jsonb('payload').notNull(),
    /** pending, delivered, dropped (no longer wanted) or failed (will not succeed by trying again). */
    state: text('state').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** From when on it is wanted to leave: how long a message has been waiting is seen by it. */
    wantedAt: timestamp('wanted_at', { withTimezone: true }).notNull().defaultNow(),
    /** Next try; a claimed message is hidden until its lease ends. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    /** After this moment it is not wanted any more. */
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
    index('outbox_finished')
      .on(table.finishedAt)
      .where(sql`kind <> 'provider'`),
    index('outbox_failed')
      .on(table.lane, table.finishedAt)
      .where(sql`state = 'failed'`),
  ],
);

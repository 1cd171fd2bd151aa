/** What the sandbox remembers: emails, pushes and how far its clock is moved. */
import { bigint, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { Push } from '../../../shared/contract/staff';

export const sandboxMail = pgTable(
  'sandbox_mail',
  {
    id: serial('id').primaryKey(),
    /** As sent, and in the normal form that it is looked up by. */
    recipient: text('recipient').notNull(),
    recipientKey: text('recipient_key').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    links: jsonb('links').$type<string[]>().notNull(),
    /** The mailer's idempotency key: an email handed over twice arrives once. */
    messageKey: text('message_key').notNull().unique(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_mail_recipient').on(table.recipientKey, table.id)],
);

/** One row. */
export const sandboxClock = pgTable('sandbox_clock', {
  id: integer('id').primaryKey(),
  /** Sandbox time minus the machine's, ms. */
  offsetMs: bigint('offset_ms', { mode: 'number' }).notNull(),
});

export const sandboxPushes = pgTable('sandbox_pushes', {
  id: serial('id').primaryKey(),
  /** The push token that the message was addressed to. */
  token: text('token').notNull(),
  push: jsonb('push').$type<Push>().notNull(),
  /** delivered, unregistered or failed. */
  outcome: text('outcome').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

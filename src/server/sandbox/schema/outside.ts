/** Database tables of the sandbox's mailbox, clock and push recorder. */
import { bigint, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { Push } from '../../../shared/contract/staff';

export const sandboxMail = pgTable(
  'sandbox_mail',
  {
    id: serial('id').primaryKey(),
    /**
     * Recipient of the email as it was sent. `recipientKey` is the recipient's email address in normal form, which
     * searches use.
     */
    recipient: text('recipient').notNull(),
    recipientKey: text('recipient_key').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    links: jsonb('links').$type<string[]>().notNull(),
    /** Idempotency key that the mailer received. An email that is sent twice is stored once. */
    messageKey: text('message_key').notNull().unique(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_mail_recipient').on(table.recipientKey, table.id)],
);

/** Table of the clocks of the sandbox, one row for each clock. */
export const sandboxClock = pgTable('sandbox_clock', {
  id: integer('id').primaryKey(),
  /** Time of the sandbox clock minus time of the machine's clock, in ms. */
  offsetMs: bigint('offset_ms', { mode: 'number' }).notNull(),
});

export const sandboxPushes = pgTable('sandbox_pushes', {
  id: serial('id').primaryKey(),
  /** Push token to which the push was sent. */
  token: text('token').notNull(),
  push: jsonb('push').$type<Push>().notNull(),
  /** Delivery result of the push: delivered, unregistered or failed. */
  outcome: text('outcome').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

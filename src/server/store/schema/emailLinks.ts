/** Sign-in emails and the one-time tokens that redeeming them gives. Secrets are kept as SHA-256 only. */
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const emailLinks = pgTable(
  'email_links',
  {
    id: serial('id').primaryKey(),
    /** Normal form. */
    email: text('email').notNull(),
    /** Asked for in gift mode. The key itself is not kept. */
    gift: boolean('gift').notNull(),
    /** The email's secret. */
    linkTokenHash: text('link_token_hash').notNull().unique(),
    /** The secret of the browser that asked: binds, never redeems by itself. */
    mailTokenHash: text('mail_token_hash').notNull().unique(),
    /** The email's code together with the browser's secret: digits alone could be guessed from a hash. */
    codeHash: text('code_hash').notNull(),
    /** What requested it (a network or a known browser, hashed, or another source): a newer email voids only those of its own requester. */
    askedFrom: text('asked_from').notNull(),
    codeTriesLeft: integer('code_tries_left').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Sign-ins that the link still allows. A right code uses the email up. */
    usesLeft: integer('uses_left').notNull().default(1),
    /** When the last use was made. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** What of the email was used: its link or its code. */
    usedBy: text('used_by', { enum: ['link', 'code'] }),
    /** When a newer email of the same requester replaced this one. */
    voidedAt: timestamp('voided_at', { withTimezone: true }),
  },
  (table) => [
    index('email_links_email').on(table.email, table.createdAt),
    index('email_links_expires_at').on(table.expiresAt),
  ],
);

/** Mailboxes whose servers rejected an email for good; forgotten when one is accepted again. */
export const rejectedAddresses = pgTable('rejected_addresses', {
  /** Normal form. */
  email: text('email').primaryKey(),
  rejectedAt: timestamp('rejected_at', { withTimezone: true }).notNull(),
  /** The status codes of the rejection; never its text, which may quote the address. */
  reason: text('reason').notNull(),
});

export const restoreTokens = pgTable(
  'restore_tokens',
  {
    id: serial('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    emailLinkId: integer('email_link_id')
      .notNull()
      .references(() => emailLinks.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('restore_tokens_email_link').on(table.emailLinkId)],
);

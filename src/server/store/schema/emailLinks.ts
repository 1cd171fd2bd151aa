/**
 * Tables of sign-in emails, and of the one-time tokens that are issued when sign-in emails are redeemed. Secrets are
 * stored as SHA-256 hashes only.
 */
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const emailLinks = pgTable(
  'email_links',
  {
    id: serial('id').primaryKey(),
    /** Recipient's email address in normal form. */
    email: text('email').notNull(),
    /** Whether the sign-in email was requested in gift mode. The gift key itself is not stored. */
    gift: boolean('gift').notNull(),
    /** Hash of the secret in the link of the sign-in email. */
    linkTokenHash: text('link_token_hash').notNull().unique(),
    /**
     * Hash of the requesting browser's secret. The browser's secret binds the sign-in email to the browser, but cannot
     * redeem the email by itself.
     */
    mailTokenHash: text('mail_token_hash').notNull().unique(),
    /**
     * Hash of the sign-in email's code together with the browser's secret. A hash of the digits alone could be reversed
     * by trying all codes.
     */
    codeHash: text('code_hash').notNull(),
    /**
     * Requester of the sign-in email: the hash of an IP network or of a known browser, or another source. A newer
     * sign-in email voids only earlier emails from the same requester.
     */
    askedFrom: text('asked_from').notNull(),
    codeTriesLeft: integer('code_tries_left').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /**
     * Remaining number of sign-ins with the link. A correct code consumes the whole sign-in email, even if several
     * sign-ins remain.
     */
    usesLeft: integer('uses_left').notNull().default(1),
    /** Time when the sign-in email was consumed; null while the email can still be used. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Part of the sign-in email that was used last: its link or its code. */
    usedBy: text('used_by', { enum: ['link', 'code'] }),
    /** Time when a newer sign-in email from the same requester replaced this email. */
    voidedAt: timestamp('voided_at', { withTimezone: true }),
  },
  (table) => [
    index('email_links_email').on(table.email, table.createdAt),
    index('email_links_expires_at').on(table.expiresAt),
  ],
);

/**
 * Table of email addresses whose mail servers rejected the latest email. A row is deleted when an email to its address is
 * accepted again.
 */
export const rejectedAddresses = pgTable('rejected_addresses', {
  /** Rejected email address, in normal form. */
  email: text('email').primaryKey(),
  /** Time of the latest rejection. */
  rejectedAt: timestamp('rejected_at', { withTimezone: true }).notNull(),
  /**
   * Time of the first rejection, if the mail server rejects emails without having rejected the mailbox for good. Null if
   * the mailbox is rejected for good.
   */
  undecidedSince: timestamp('undecided_since', { withTimezone: true }),
  /**
   * SMTP status codes of the rejection. The text of the rejection is never stored, because the text may contain the
   * email address.
   */
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

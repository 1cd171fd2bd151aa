/**
 * Tables of sign-in emails and of the one-time tokens issued when they are redeemed. Secrets are stored as SHA-256
 * hashes only.
 */
import { boolean, index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const emailLinks = pgTable(
  'email_links',
  {
    id: serial('id').primaryKey(),
    /** Recipient's email address in normal form. */
    email: text('email').notNull(),
    /** Whether the email was requested in gift mode. The gift key itself is not stored. */
    gift: boolean('gift').notNull(),
    /** Hash of the secret in the email's link. */
    linkTokenHash: text('link_token_hash').notNull().unique(),
    /**
     * Hash of the requesting browser's secret. This secret binds the email to the browser but cannot redeem the email
     * by itself.
     */
    mailTokenHash: text('mail_token_hash').notNull().unique(),
    /**
     * Hash of the email's code together with the browser's secret. A hash of the digits alone could be reversed by
     * trying all codes.
     */
    codeHash: text('code_hash').notNull(),
    /**
     * Requester of the email: a network or a known browser, hashed, or another source. A newer email voids only earlier
     * emails from the same requester.
     */
    askedFrom: text('asked_from').notNull(),
    codeTriesLeft: integer('code_tries_left').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Remaining number of sign-ins by the link. A correct code uses up the email whatever number remains. */
    usesLeft: integer('uses_left').notNull().default(1),
    /** Time of the use that consumed the email. Null while the email can still be used. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Part of the email that was used last: its link or its code. */
    usedBy: text('used_by', { enum: ['link', 'code'] }),
    /** Time when a newer email from the same requester replaced this email. */
    voidedAt: timestamp('voided_at', { withTimezone: true }),
  },
  (table) => [
    index('email_links_email').on(table.email, table.createdAt),
    index('email_links_expires_at').on(table.expiresAt),
  ],
);

/**
 * Email addresses whose mail servers permanently rejected an email. A row is deleted when an email to the address is
 * accepted again.
 */
export const rejectedAddresses = pgTable('rejected_addresses', {
  /** Email address in normal form. */
  email: text('email').primaryKey(),
  rejectedAt: timestamp('rejected_at', { withTimezone: true }).notNull(),
  /** Status codes of the rejection. The text of the rejection is never stored, because it may contain the address. */
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

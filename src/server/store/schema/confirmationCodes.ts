/** Table of codes that confirm a change of an account. Secrets are stored as SHA-256 hashes only. */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { CONFIRMATION_PURPOSES } from '../../../shared/confirmationPurposes';
import { accounts } from './accounts';

export const confirmationCodes = pgTable(
  'confirmation_codes',
  {
    id: serial('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    purpose: text('purpose', { enum: CONFIRMATION_PURPOSES }).notNull(),
    /** Email address to which the confirmation code was sent, in normal form. */
    email: text('email').notNull(),
    /** Hash of the token that binds the confirmation code to the requesting browser or application. */
    requestTokenHash: text('request_token_hash').notNull().unique(),
    /**
     * Hash of the confirmation code together with the token. A hash of the digits alone could be reversed by trying all
     * codes.
     */
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Time when the correct confirmation code was entered. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Time when a newer code with the same purpose replaced this confirmation code. */
    voidedAt: timestamp('voided_at', { withTimezone: true }),
  },
  (table) => [
    index('confirmation_codes_account').on(table.accountId, table.purpose),
    index('confirmation_codes_expires_at').on(table.expiresAt),
  ],
);

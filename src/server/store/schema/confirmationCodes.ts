/** Codes that confirm a change of an account. Secrets are stored as SHA-256 only. */
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
    /** Address that the code was sent to, in normal form. */
    email: text('email').notNull(),
    /** Token that binds the code to the requesting browser or application. */
    requestTokenHash: text('request_token_hash').notNull().unique(),
    /** Hash of the code together with the token, because eight digits alone could be guessed from a hash. */
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When the right code was typed. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** When a newer code of the same purpose replaced this one. */
    voidedAt: timestamp('voided_at', { withTimezone: true }),
  },
  (table) => [
    index('confirmation_codes_account').on(table.accountId, table.purpose),
    index('confirmation_codes_expires_at').on(table.expiresAt),
  ],
);

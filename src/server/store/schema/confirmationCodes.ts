/** Codes that confirm a change of an account. Secrets are stored as SHA-256 only. */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';

/** What a code confirms. A code of one purpose confirms nothing else. */
export const CONFIRMATION_PURPOSES = [
  'exportData',
  'deleteAccount',
  /** Proof of the present address before it is changed. */
  'changeEmail',
  /** Proof of the new address. */
  'newEmail',
  /** Proof of the former address, which takes the change back. */
  'restoreEmail',
] as const;
export type ConfirmationPurpose = (typeof CONFIRMATION_PURPOSES)[number];

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

/** Database tables of the sandbox's identity service: its signing key and its Google accounts. */
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';

/** Table of the signing key of the identity service. The table has one row. */
export const sandboxIdentityKey = pgTable('sandbox_identity_key', {
  id: integer('id').primaryKey(),
  /** RSA signing key, including its private part. */
  jwk: jsonb('jwk').$type<JWK>().notNull(),
});

export const sandboxGoogleAccounts = pgTable('sandbox_google_accounts', {
  /** Email address of the Google account, in normal form. */
  email: text('email').primaryKey(),
  name: text('name').notNull(),
  /**
   * Whether a project administrator disabled the account. A disabled Google account cannot sign in and gets no new
   * tokens.
   */
  isDisabled: boolean('is_disabled').notNull(),
  /** Time of the last sign-in, by which the account chooser sorts the accounts, newest first. */
  lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull(),
});

/** Database tables of the sandbox's identity service: its signing key and its Google accounts. */
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';

/** Signing key of the identity service. The table has one row. */
export const sandboxIdentityKey = pgTable('sandbox_identity_key', {
  id: integer('id').primaryKey(),
  /** RSA key, including its private part. */
  jwk: jsonb('jwk').$type<JWK>().notNull(),
});

export const sandboxGoogleAccounts = pgTable('sandbox_google_accounts', {
  /** Normalized email address. */
  email: text('email').primaryKey(),
  name: text('name').notNull(),
  /** Whether a project administrator disabled the account. A disabled account gets no sign-in and no new tokens. */
  isDisabled: boolean('is_disabled').notNull(),
  /** Time of the last sign-in. The chooser sorts by it, newest first. */
  lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull(),
});

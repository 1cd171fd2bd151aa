/** What the sandbox's identity service remembers: its signing key and its Google accounts. */
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';

/** One row. */
export const sandboxIdentityKey = pgTable('sandbox_identity_key', {
  id: integer('id').primaryKey(),
  /** RSA, private parts included. */
  jwk: jsonb('jwk').$type<JWK>().notNull(),
});

export const sandboxGoogleAccounts = pgTable('sandbox_google_accounts', {
  /** In normal form. */
  email: text('email').primaryKey(),
  name: text('name').notNull(),
  /** As an administrator of the project does it: no sign-in, no new tokens. */
  isDisabled: boolean('is_disabled').notNull(),
  /** Newest first in the chooser. */
  lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull(),
});

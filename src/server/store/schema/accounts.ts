/** Customers and the identities that sign in to them. */
import { index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';

export const accounts = pgTable(
  'accounts',
  {
    id: serial('id').primaryKey(),
    /** Ours, opaque, stable across the ways of signing in. */
    uid: text('uid').notNull().unique(),
    /** Normal form (see `shared/validation.ts`). */
    email: text('email').notNull().unique(),
    photoUrl: text('photo_url'),
    providerId: text('provider_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    /** With the id: many accounts may have been made at one time, and a list is cut out of their order. */
    index('accounts_created_at_id').on(table.createdAt, table.id),
    /** Staff search by how the email begins. */
    index('accounts_email_beginning').on(table.email.op('text_pattern_ops')),
    /**
     * Staff search by a part of the email. Needs the extension pg_trgm. Kept in
     * order at once: the embedded database has nobody who would tidy up a list of pending entries.
     */
    index('accounts_email_trigrams').using('gin', table.email.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
);

export const accountIdentities = pgTable(
  'account_identities',
  {
    /** 'email' or the social provider. */
    provider: text('provider').notNull(),
    /** The provider's own id of the person. */
    subject: text('subject').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('account_identities_account').on(table.accountId),
  ],
);

/** Tables of customer accounts and of the identities that sign in to them. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { UID_SHOWN } from '../../../shared/constants';

export const accounts = pgTable(
  'accounts',
  {
    id: serial('id').primaryKey(),
    /** Opaque user id created by this server. The id stays the same whichever identity signs in. */
    uid: text('uid').notNull().unique(),
    /** Email in normal form (see `shared/validation.ts`). */
    email: text('email').notNull().unique(),
    photoUrl: text('photo_url'),
    /** Phone number for receipts, in E.164; null unless the customer entered one (`RECEIPT_PHONE`). */
    phone: text('phone'),
    providerId: text('provider_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /**
     * When the customer last changed the email address. Other browsers of the customer may still know a former address.
     */
    emailChangedAt: timestamp('email_changed_at', { withTimezone: true }),
    /**
     * Time when the account was deleted. The row of a deleted account remains without personal data, because payments
     * refer to the account.
     */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    /**
     * The index includes the account id, because several accounts may be created at the same time and paging needs a
     * unique sort order.
     */
    index('accounts_created_at_id').on(table.createdAt, table.id),
    /** This index is used when payments of deleted accounts are deleted after their retention period. */
    index('accounts_erased_at')
      .on(table.erasedAt)
      .where(sql`erased_at is not null`),
    /** This index is used when staff search for a uid as the search results show it, without its remaining characters. */
    index('accounts_shown_uid').on(sql`left(${table.uid}, ${sql.raw(String(UID_SHOWN))})`),
    /** This index is used when staff search for accounts by the beginning of the email. */
    index('accounts_email_beginning').on(table.email.op('text_pattern_ops')),
    /**
     * This index is used when staff search for a part of the email that is not ASCII. Whether the trigram index
     * contains such characters depends on the locale of the database.
     */
    index('accounts_email_international')
      .on(table.email, table.id)
      .where(sql`octet_length(email) > length(email)`),
    /**
     * This index is used when staff search for accounts by a part of the email. The trigram index requires the
     * PostgreSQL extension pg_trgm. `fastupdate` is off, because the embedded database has no autovacuum that would
     * process the list of pending index entries.
     */
    index('accounts_email_trigrams').using('gin', table.email.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
);

export const accountIdentities = pgTable(
  'account_identities',
  {
    /** Provider of the identity: `email` or the name of the social sign-in provider. */
    provider: text('provider').notNull(),
    /** User id at the sign-in provider. */
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

/** Gift keys. Kept as SHA-256 only: staff see a key once, when it is made. */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const gifts = pgTable(
  'gifts',
  {
    id: serial('id').primaryKey(),
    keyHash: text('key_hash').notNull().unique(),
    months: integer('months').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: integer('created_by').references(() => staffAccounts.id),
    activatedAt: timestamp('activated_at', { withTimezone: true }),
    activatedBy: integer('activated_by').references(() => accounts.id),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('gifts_activated_by').on(table.activatedBy)],
);

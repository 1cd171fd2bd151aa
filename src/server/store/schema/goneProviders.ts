/** Table of the card providers that the operator marked as gone. */
import { isNull } from 'drizzle-orm';
import { pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

export const goneProviders = pgTable(
  'gone_providers',
  {
    id: serial('id').primaryKey(),
    /** Name of the card provider. */
    provider: text('provider').notNull(),
    markedAt: timestamp('marked_at', { withTimezone: true }).notNull(),
    /** Time before which no grace period of a renewal at this card provider ends. */
    graceUntil: timestamp('grace_until', { withTimezone: true }).notNull(),
    /** Time when the mark was taken back; null while the card provider is gone. */
    backAt: timestamp('back_at', { withTimezone: true }),
    /** Time when all subscriptions had followed the end of the mark. */
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    /** A card provider has at most one mark that was not taken back. */
    uniqueIndex('gone_providers_open').on(table.provider).where(isNull(table.backAt)),
  ],
);

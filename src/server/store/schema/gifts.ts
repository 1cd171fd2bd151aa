/**
 * Tables of gifts and gift batches. Gift keys are stored as SHA-256 hashes only, so staff see a gift key only once,
 * when the gift is created.
 */
import { index, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { staffAccounts } from './staff';

export const giftBatches = pgTable('gift_batches', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  months: integer('months').notNull(),
  /** Number of gifts in the batch. */
  size: integer('size').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  createdBy: integer('created_by').references(() => staffAccounts.id),
  /**
   * Hash of the request that created the batch, so that a repeated request finds this batch and does not create a
   * second batch.
   */
  requestHash: text('request_hash').notNull().unique(),
});

export const gifts = pgTable(
  'gifts',
  {
    id: serial('id').primaryKey(),
    keyHash: text('key_hash').notNull().unique(),
    /**
     * Last characters of the gift key. The key ending is long enough to distinguish gifts, but far too short to guess
     * the gift key.
     */
    keyEnding: text('key_ending').notNull(),
    batchId: integer('batch_id').references(() => giftBatches.id),
    months: integer('months').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    createdBy: integer('created_by').references(() => staffAccounts.id),
    activatedAt: timestamp('activated_at', { withTimezone: true }),
    activatedBy: integer('activated_by').references(() => accounts.id),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    revokedBy: integer('revoked_by').references(() => staffAccounts.id),
  },
  (table) => [
    index('gifts_activated_by').on(table.activatedBy),
    index('gifts_batch').on(table.batchId, table.id),
  ],
);

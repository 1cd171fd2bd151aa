/** Table of the pause and the pace of the charges that this server makes at a card provider. All instances share it. */
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Reason of a pause. `credentials`: the card provider rejects the credentials of this server. `forbidden`: it does not
 * permit this shop to charge saved payment methods. `parameter`: it rejects a parameter of the charges of all customers.
 */
const CHARGE_PAUSE_REASONS = ['credentials', 'forbidden', 'parameter'] as const;
export type ChargePauseReason = (typeof CHARGE_PAUSE_REASONS)[number];

export const chargeLimits = pgTable('charge_limits', {
  /** Name of the card provider. */
  provider: text('provider').primaryKey(),
  /** Reason of the pause; null if the charges are not paused. */
  pauseReason: text('pause_reason', { enum: CHARGE_PAUSE_REASONS }),
  pausedAt: timestamp('paused_at', { withTimezone: true }),
  /** Time of the next charge that tests during a pause whether the card provider accepts charges again. */
  probeAt: timestamp('probe_at', { withTimezone: true }),
  /** Maximum number of charges a minute after the last HTTP 429; null if the configured number was never exceeded. */
  perMinute: integer('per_minute'),
  /** Time of the last HTTP 429 that lowered `perMinute`. */
  slowedAt: timestamp('slowed_at', { withTimezone: true }),
  /** Time before which the card provider accepts no request. */
  waitUntil: timestamp('wait_until', { withTimezone: true }),
});

/**
 * Rows that have had their time, in SQL: deleted a batch at a time, so that no statement holds
 * anything for long, and each batch found by an index.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './database';

const BATCH = 1_000;

async function deleteInBatches(db: Database, deleteBatch: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: unknown }>(deleteBatch);
    total += rows.length;
    if (rows.length < BATCH) return total;
  }
}

const timestamp = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** Sign-in letters that expired before, with the one-time tokens that they were exchanged for. */
export function dropEmailLinks(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`delete from email_links where id in (
          select id from email_links where expires_at < ${timestamp(before)} limit ${BATCH})
        returning id`,
  );
}

/** Sessions last used before: the caller names a moment after which none of them can be live. */
export function dropCustomerSessions(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`delete from customer_sessions where id in (
          select id from customer_sessions where last_used_at < ${timestamp(before)} limit ${BATCH})
        returning id`,
  );
}

export function dropStaffAccessTokens(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`delete from staff_access_tokens where token_hash in (
          select token_hash from staff_access_tokens where expires_at < ${timestamp(before)} limit ${BATCH})
        returning token_hash as id`,
  );
}

/** Sessions of staff with all their tokens. */
export function dropStaffSessions(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`delete from staff_sessions where family in (
          select family from staff_sessions where expires_at < ${timestamp(before)} limit ${BATCH})
        returning family as id`,
  );
}

/** What happened to addresses that never became accounts. */
export function dropEventsOfStrangers(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`delete from account_events where id in (
          select id from account_events
           where account_id is null and at < ${timestamp(before)} limit ${BATCH})
        returning id`,
  );
}

/**
 * Letters and pushes that were finished before; how each ended is copied into the timeline in the
 * same statement. What the card provider was asked stays: its keys keep it from being asked twice.
 */
export function dropFinishedMessages(db: Database, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    sql`with gone as (
          delete from outbox where id in (
            select id from outbox
             where kind <> 'provider' and finished_at < ${timestamp(before)} limit ${BATCH})
          returning id, dedupe_key, state, last_error),
        told as (
          update account_events set outcome = gone.state, outcome_reason = gone.last_error
            from gone where account_events.outbox_key = gone.dedupe_key
          returning account_events.id)
        select id from gone`,
  );
}

/**
 * Deletes rows whose retention period has ended. Rows are deleted in batches, so that no statement holds locks for
 * long. An index finds the rows of each batch.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database';

const BATCH = 1_000;

async function deleteInBatches(db: Database, deleteBatch: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await db.execute<{ key: unknown }>(deleteBatch);
    total += rows.length;
    if (rows.length < BATCH) return total;
  }
}

/** Deletes the rows of a table that match `isStale`. Returns the number of deleted rows. */
function deleteStale(db: Database, table: string, primaryKey: string, isStale: SQL): Promise<number> {
  const rows = sql.identifier(table);
  const key = sql.identifier(primaryKey);
  return deleteInBatches(
    db,
    sql`delete from ${rows} where ${key} in (select ${key} from ${rows} where ${isStale} limit ${BATCH})
        returning ${key} as key`,
  );
}

const timestamp = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** Deletes sign-in emails that expired before `before`, together with the one-time tokens issued for them. */
export function dropEmailLinks(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'email_links', 'id', sql`expires_at < ${timestamp(before)}`);
}

/**
 * Deletes customer sessions last used before the given times. The caller must choose times after which no session can
 * be live.
 */
export function dropCustomerSessions(db: Database, before: { browser: Date; app: Date }): Promise<number> {
  const isBrowsers = sql`device_id is null and last_used_at < ${timestamp(before.browser)}`;
  return deleteStale(
    db,
    'customer_sessions',
    'id',
    sql`(${isBrowsers} or last_used_at < ${timestamp(before.app)})`,
  );
}

export function dropStaffAccessTokens(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'staff_access_tokens', 'token_hash', sql`expires_at < ${timestamp(before)}`);
}

/** Deletes staff sessions that expired before `before`, together with all their tokens. */
export function dropStaffSessions(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'staff_sessions', 'family', sql`expires_at < ${timestamp(before)}`);
}

/** Deletes account events of email addresses that never became accounts. */
export function dropEventsOfUnknownAddresses(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'account_events', 'id', sql`account_id is null and at < ${timestamp(before)}`);
}

/**
 * Deletes outbox messages of these kinds that were finished before `before`. The same statement copies the outcome of
 * each message into the timeline. Messages to the card provider are kept, because their keys prevent a command from
 * being sent twice.
 */
export function dropFinishedMessages(
  db: Database,
  kinds: readonly ('email' | 'push' | 'vpn')[],
  before: Date,
): Promise<number> {
  const ofKinds = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  return deleteInBatches(
    db,
    sql`with gone as (
          delete from outbox where id in (
            select id from outbox
             where kind <> 'provider' and kind in (${ofKinds}) and finished_at < ${timestamp(before)} limit ${BATCH})
          returning id, dedupe_key, state, last_error),
        noted as (
          update account_events set outcome = gone.state, outcome_reason = gone.last_error
            from gone where account_events.outbox_key = gone.dedupe_key
          returning account_events.id)
        select id as key from gone`,
  );
}

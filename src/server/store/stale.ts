/**
 * Deletes rows whose retention period has ended. Rows are deleted in batches, so that no SQL statement holds locks for
 * long. The rows of each batch are found by an index.
 */
import { type SQL, sql } from 'drizzle-orm';
import { LEDGER_EVENT_KINDS, ORDERED_KINDS } from '../domain/billing/ledgerEventKinds';
import type { Database } from './database';
import { allowErasing } from './erasure';

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

/** Deletes rows of append-only tables. Every batch is a transaction. */
async function deleteAppended(db: Database, table: string, isStale: SQL): Promise<number> {
  const rows = sql.identifier(table);
  let total = 0;
  for (;;) {
    const deleted = await db.transaction(async (tx) => {
      await allowErasing(tx);
      const { rows: batch } = await tx.execute(
        sql`delete from ${rows} where id in (select id from ${rows} where ${isStale} limit ${BATCH}) returning id`,
      );
      return batch.length;
    });
    total += deleted;
    if (deleted < BATCH) return total;
  }
}

const timestamp = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** Deletes objects that unsigned notifications named before `before`. */
export function dropChangedObjects(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'changed_objects', 'id', sql`received_at < ${timestamp(before)}`);
}

/** Deletes sign-in emails that expired before `before`, together with the one-time tokens issued for them. */
export function dropEmailLinks(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'email_links', 'id', sql`expires_at < ${timestamp(before)}`);
}

/**
 * Deletes customer sessions last used before the given times. The caller must choose times such that no session that
 * was last used earlier can be live.
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

/** Deletes customer sessions that were ended before `before`. */
export function dropRevokedSessions(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'customer_sessions', 'id', sql`revoked_at < ${timestamp(before)}`);
}

/** Deletes confirmation codes that expired before `before`. */
export function dropConfirmationCodes(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'confirmation_codes', 'id', sql`expires_at < ${timestamp(before)}`);
}

/**
 * Deletes changes of address whose reservation of the former address ended before `before`, unless the account is still
 * to be deleted.
 */
export function dropEmailChanges(db: Database, before: Date): Promise<number> {
  const isOver = sql`reserved_until < ${timestamp(before)} and deletion_requested_at is null`;
  return deleteStale(db, 'email_changes', 'id', isOver);
}

export function dropConnections(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'connections', 'id', sql`connected_at < ${timestamp(before)}`);
}

/** Deletes account events that occurred before `before`, and the broadcast pushes that were sent before it. */
export async function dropTimeline(db: Database, before: Date): Promise<void> {
  await deleteStale(db, 'account_events', 'id', sql`at < ${timestamp(before)}`);
  const broadcasts = sql`select id from bulk_pushes where created_at < ${timestamp(before)}`;
  await deleteStale(db, 'bulk_push_devices', 'id', sql`bulk_push_id in (${broadcasts})`);
  await deleteStale(db, 'bulk_pushes', 'id', sql`created_at < ${timestamp(before)}`);
}

export function dropRejectedAddresses(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'rejected_addresses', 'email', sql`rejected_at < ${timestamp(before)}`);
}

/** Deletes notes that staff removed before `before`. */
export function dropRemovedNotes(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'customer_notes', 'id', sql`removed_at < ${timestamp(before)}`);
}

export function dropTrialCards(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'trial_cards', 'card_hash', sql`at < ${timestamp(before)}`);
}

/** Deletes trials of similar cards that began before `before`. */
export function dropTrialCardUses(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'trial_card_uses', 'order_id', sql`at < ${timestamp(before)}`);
}

/** Deletes gifts that were activated or revoked before `before`. A gift that can still be activated stays. */
export function dropUsedGifts(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'gifts', 'id', sql`coalesce(activated_at, revoked_at) < ${timestamp(before)}`);
}

export function dropAuditEntries(db: Database, before: Date): Promise<number> {
  return deleteAppended(db, 'staff_audit', sql`at < ${timestamp(before)}`);
}

/** Deletes finished deletions of accounts. The anonymous account row still shows that the account was deleted. */
export function dropErasures(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'erasures', 'account_id', sql`finished_at < ${timestamp(before)}`);
}

/** Erases the network address and the User-Agent of consents that were given before `before`. */
export async function eraseConsentOrigins(db: Database, before: Date): Promise<void> {
  const isDue = sql`at < ${timestamp(before)} and (ip <> '' or user_agent <> '')`;
  for (;;) {
    const erased = await db.transaction(async (tx) => {
      await allowErasing(tx);
      const { rows } = await tx.execute(
        sql`update consents set ip = '', user_agent = ''
             where id in (select id from consents where ${isDue} limit ${BATCH}) returning id`,
      );
      return rows.length;
    });
    if (erased < BATCH) return;
  }
}

/** Deletes consents that were given before `before`, except of accounts with a recurring payment. */
export function dropConsents(db: Database, before: Date): Promise<number> {
  return deleteAppended(
    db,
    'consents',
    sql`at < ${timestamp(before)} and not exists (
          select from subscriptions where subscriptions.account_id = consents.account_id and recurring)`,
  );
}

/** Kinds of ledger events that report a payment or a refund. */
const PAYMENT_EVENT_KINDS = ORDERED_KINDS.filter((kind) => LEDGER_EVENT_KINDS[kind].money);

/**
 * Deletes records of payments from before `before`. The subscription of an existing account is computed from its ledger
 * events and orders, so the ledger events and orders are kept until the account is deleted and its last payment is
 * older than `before`.
 */
export async function dropPayments(db: Database, before: Date): Promise<void> {
  const at = timestamp(before);
  await deleteAppended(db, 'payment_events', sql`received_at < ${at} and verdict <> 'waiting'`);
  await deleteStale(db, 'receipts', 'id', sql`at < ${at}`);
  await deleteStale(db, 'refunds', 'id', sql`settled_at < ${at}`);
  await deleteStale(db, 'payment_issues', 'id', sql`settled_at < ${at}`);
  await deleteStale(db, 'outbox', 'id', sql`kind = 'provider' and finished_at < ${at}`);
  // No reference to an order may remain when the order is deleted.
  const over = sql`select id from accounts where erased_at is not null
      and not exists (select from ledger_events where account_id = accounts.id and recorded_at >= ${at}
          and kind in (${sql.join(
            PAYMENT_EVENT_KINDS.map((kind) => sql`${kind}`),
            sql`, `,
          )}))
      and not exists (select from orders where account_id = accounts.id and coalesce(paid_at, created_at) >= ${at})
      and not exists (select from consents where account_id = accounts.id)
      and not exists (select from trial_cards where account_id = accounts.id)`;
  await deleteAppended(db, 'ledger_events', sql`account_id in (${over})`);
  await deleteStale(db, 'subscriptions', 'account_id', sql`account_id in (${over})`);
  await deleteStale(db, 'orders', 'id', sql`account_id in (${over})`);
  // Campaign orders whose payer never signed in are deleted as well.
  await deleteStale(
    db,
    'orders',
    'id',
    sql`account_id is null and coalesce(paid_at, created_at) < ${at} and reconcile_at is null
        and not exists (select from consents where order_id = orders.id)`,
  );
}

export function dropStaffAccessTokens(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'staff_access_tokens', 'token_hash', sql`expires_at < ${timestamp(before)}`);
}

/** Deletes reports, made before `before`, that staff had a customer open. */
export function dropStaffPresence(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'staff_presence', 'seen_at', sql`seen_at < ${timestamp(before)}`);
}

/** Deletes numbers of fetches of device links of hours before `before`. */
export function dropLinkFetches(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'link_fetches', 'hour', sql`hour < ${timestamp(before)}`);
}

/** Deletes staff sessions that expired before `before`, together with all their tokens. */
export function dropStaffSessions(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'staff_sessions', 'family', sql`expires_at < ${timestamp(before)}`);
}

/** Deletes account events of email addresses that never became accounts. */
export function dropEventsOfUnknownAddresses(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'account_events', 'id', sql`account_id is null and at < ${timestamp(before)}`);
}

/** Deletes records of requests that failed before `before`. */
export function dropFailedRequests(db: Database, before: Date): Promise<number> {
  return deleteStale(db, 'failed_requests', 'request_id', sql`at < ${timestamp(before)}`);
}

/**
 * Deletes outbox messages of these kinds that were finished before `before`. The same statement copies the outcome of
 * each message into the timeline. Commands to the card provider have a longer retention period, because their keys
 * prevent a command from being sent twice. `dropPayments` deletes them.
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

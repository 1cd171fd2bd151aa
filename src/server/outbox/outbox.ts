/**
 * The transactional outbox. An outbox message is inserted in the transaction that causes it, and `deliverOutbox.ts`
 * delivers the message at least once after the commit.
 */
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  min,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Push } from '../../shared/contract/staff';
import type { ProviderCommand } from '../domain/billing/commands';
import type { EmailName } from '../domain/billing/emails';
import type { Email } from '../ports/mailer';
import type { Database } from '../store/database';
import { goneProviders } from '../store/schema/goneProviders';
import { outbox } from '../store/schema/outbox';

const MINUTE = 60_000;

/** Email that is rendered when it is delivered, from the state of the account at that time. */
export interface EmailRequest {
  template: EmailName;
  accountId: number;
  /** Key of the event that the email is about, for example a payment. The key is unique within the account. */
  key: string;
}

/**
 * Email about a subscription that staff moved to another email address. `to` is the new address for
 * `subscriptionMovedHere` and the previous address for `subscriptionMovedAway`.
 */
export interface MoveEmailRequest {
  template: 'subscriptionMovedHere' | 'subscriptionMovedAway';
  accountId: number;
  to: string;
}

export interface OutboxPush {
  token: string;
  push: Push;
  /**
   * Id of the broadcast push row that stores the delivery result. The id of the broadcast push row is omitted if the
   * push does not belong to a broadcast.
   */
  bulkPushDeviceId?: number;
}

type OutboxMessage =
  | { kind: 'email'; payload: Email | EmailRequest | MoveEmailRequest }
  | { kind: 'push'; payload: OutboxPush }
  | { kind: 'provider'; payload: ProviderCommand }
  /**
   * Update of a device's VPN credential. The wanted state of the credential is computed when the message is delivered,
   * not when it is enqueued.
   */
  | { kind: 'vpn'; payload: { deviceId: number } };

export type NewOutboxMessage = OutboxMessage & {
  /**
   * Deduplication key of the message. Enqueueing a message has no effect if a message with the same key was ever
   * enqueued.
   */
  dedupeKey: string;
  /** Earliest delivery time of the message. If `notBefore` is omitted, the message is delivered immediately. */
  notBefore?: Date;
  /** Time after which the message is dropped instead of delivered, for example because its sign-in link has expired. */
  dropAfter?: Date;
};

export type ClaimedMessage = OutboxMessage & {
  id: number;
  lane: OutboxLane;
  dedupeKey: string;
  attempts: number;
  /** Error of the previous delivery attempt; null at the first attempt. */
  lastError: string | null;
};

/**
 * Delivery queues of the outbox. Each outbox lane is delivered independently, so an unresponsive external service does
 * not delay other lanes. Sign-in emails have their own lane, so sign-in emails never wait for other emails.
 */
export const OUTBOX_LANES = ['provider', 'signIn', 'email', 'push', 'vpn'] as const;
export type OutboxLane = (typeof OUTBOX_LANES)[number];

/**
 * Returns the outbox lane of a message. An email with an expiry is a sign-in email, for which the customer is waiting.
 */
const laneOf = ({ kind, dropAfter }: NewOutboxMessage): OutboxLane =>
  kind === 'email' && dropAfter !== undefined ? 'signIn' : kind;

/** SQL condition for pending messages of a lane, written so that PostgreSQL can use the table's partial index. */
const pendingIn = (lane: OutboxLane): SQL => and(eq(outbox.lane, lane), sql`state = 'pending'`) ?? sql`false`;

/**
 * Lease duration of a claimed message, in ms. The lease must exceed the worst-case batch time, in which every message
 * runs into its timeout. The sign-in lease is shorter than the lifetime of a sign-in link. If a process crashes,
 * another process can therefore still send the sign-in email while its link is valid.
 */
export const LEASE_MS: Readonly<Record<OutboxLane, number>> = {
  provider: 10 * MINUTE,
  signIn: 4 * MINUTE,
  email: 10 * MINUTE,
  push: 10 * MINUTE,
  vpn: 10 * MINUTE,
};

/** Returns the account that an email is about, or null for other messages. */
const accountOf = ({ kind, payload }: NewOutboxMessage): number | null =>
  kind === 'email' && 'template' in payload ? payload.accountId : null;

const earlier = alias(outbox, 'earlier');

/**
 * SQL condition that the account has no earlier pending email, so that emails arrive in the order of their causes. An
 * earlier email whose delivery has already failed once does not block later emails.
 */
const isNextOfAccount = (db: Database): SQL =>
  notExists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(
        and(
          eq(earlier.accountId, outbox.accountId),
          sql`${earlier.state} = 'pending'`,
          lt(earlier.id, outbox.id),
          eq(earlier.attempts, 0),
        ),
      ),
  );

/** Due time of a message that must be delivered immediately, whatever the product clock shows. */
const AT_ONCE = new Date(0);

const rowOf = (message: NewOutboxMessage): typeof outbox.$inferInsert => ({
  kind: message.kind,
  lane: laneOf(message),
  dedupeKey: message.dedupeKey,
  accountId: accountOf(message),
  payload: message.payload,
  ...(message.notBefore === undefined ? {} : { wantedAt: message.notBefore }),
  dueAt: message.notBefore ?? AT_ONCE,
  dropAfter: message.dropAfter ?? null,
});

/**
 * Inserts a message in the caller's transaction. Returns false, and changes nothing, if the deduplication key is
 * already used. The caller should call `wakeOutbox` after the commit, so that the message is delivered immediately.
 *
 * @example
 * await enqueue(tx, { kind: 'vpn', payload: { deviceId: 7 }, dedupeKey: 'vpn:7:3' });
 */
export async function enqueue(tx: Database, message: NewOutboxMessage): Promise<boolean> {
  return (await enqueueAll(tx, [message])).size > 0;
}

/**
 * Inserts several messages in the caller's transaction with one statement. Messages whose deduplication key is already
 * used are skipped. Returns the deduplication keys of the inserted messages.
 */
export async function enqueueAll(
  tx: Database,
  messages: readonly NewOutboxMessage[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const rows = await tx
    .insert(outbox)
    .values(messages.map(rowOf))
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ dedupeKey: outbox.dedupeKey });
  return new Set(rows.map(({ dedupeKey }) => dedupeKey));
}

/**
 * Claims up to `limit` due messages of an outbox lane and drops expired messages. Two server instances never hold the
 * lease of the same message at the same time.
 */
export async function claimDue(
  db: Database,
  now: Date,
  limit: number,
  lane: OutboxLane = 'email',
): Promise<ClaimedMessage[]> {
  const rows = await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: outbox.id, dropAfter: outbox.dropAfter })
      .from(outbox)
      .where(and(pendingIn(lane), lte(outbox.dueAt, now), lane === 'email' ? isNextOfAccount(tx) : undefined))
      .orderBy(asc(outbox.dueAt), asc(outbox.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    const stale = due.filter((row) => row.dropAfter !== null && row.dropAfter <= now).map((row) => row.id);
    if (stale.length > 0) {
      await tx
        .update(outbox)
        .set({ state: 'dropped', payload: {}, finishedAt: now })
        .where(inArray(outbox.id, stale));
    }
    const wanted = due.map((row) => row.id).filter((id) => !stale.includes(id));
    if (wanted.length === 0) {
      return { claimed: [], handled: stale.length };
    }
    const claimed = await tx
      .update(outbox)
      .set({ dueAt: new Date(now.getTime() + LEASE_MS[lane]) })
      .where(inArray(outbox.id, wanted))
      .returning();
    return { claimed, handled: due.length };
  });
  return rows.claimed
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      ...({ kind: row.kind, payload: row.payload } as OutboxMessage),
      id: row.id,
      lane,
      dedupeKey: row.dedupeKey,
      attempts: row.attempts + 1,
      lastError: row.lastError,
    }));
}

/**
 * Releases claimed messages before their lease expires, so that another server instance can claim these messages
 * immediately.
 */
export async function giveBack(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(outbox)
    .set({ dueAt: AT_ONCE })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'pending')));
}

/** Marks a message as delivered and erases its payload. */
export async function markDelivered(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'delivered', payload: {}, finishedAt: now, lastError: null })
    .where(eq(outbox.id, id));
}

/** Marks a message as dropped, because the message is no longer wanted, and erases its payload. */
export async function markDropped(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'dropped', payload: {}, finishedAt: now, lastError: null })
    .where(eq(outbox.id, id));
}

/**
 * Returns a claimed message to the queue until `dueAt` without counting an attempt. An email with no counted attempt
 * still blocks later emails of its account.
 */
export async function postpone(db: Database, id: number, dueAt: Date): Promise<void> {
  await db.update(outbox).set({ dueAt }).where(eq(outbox.id, id));
}

/** Schedules the next delivery attempt of a message at `retryAt` after a failed attempt. */
export async function markRetry(
  db: Database,
  message: ClaimedMessage,
  retryAt: Date,
  error: string,
): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: retryAt, attempts: message.attempts, lastError: error })
    .where(eq(outbox.id, message.id));
}

/**
 * Marks a message as permanently failed. The payload of a failed message is kept for a manual retry, but the payload of
 * an email that contains a secret is erased.
 */
export async function markFailed(
  db: Database,
  message: ClaimedMessage,
  error: string,
  now: Date,
): Promise<void> {
  await db
    .update(outbox)
    .set({
      state: 'failed',
      attempts: message.attempts,
      lastError: error,
      finishedAt: now,
      ...(message.kind === 'email' && !('template' in message.payload) ? { payload: {} } : {}),
      // An email address that staff typed for one receipt is not stored.
      ...(message.kind === 'provider' ? { payload: sql`${outbox.payload} - 'receiptEmail'` } : {}),
    })
    .where(eq(outbox.id, message.id));
}

/**
 * Adds the email address for the receipt, which staff typed, to an unfinished command to the card provider. The email
 * address is erased with the payload once the command succeeds or permanently fails.
 */
export async function addReceiptEmail(tx: Database, dedupeKey: string, receiptEmail: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ payload: sql`${outbox.payload} || ${JSON.stringify({ receiptEmail })}::jsonb` })
    .where(
      and(
        eq(outbox.dedupeKey, dedupeKey),
        eq(outbox.kind, 'provider'),
        inArray(outbox.state, ['pending', 'failed']),
      ),
    );
}

/** Returns whether one of the messages with these keys was delivered, or has permanently failed. */
export async function isAnyFinished(tx: Database, dedupeKeys: readonly string[]): Promise<boolean> {
  if (dedupeKeys.length === 0) return false;
  const rows = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), inArray(outbox.state, ['delivered', 'failed'])))
    .limit(1);
  return rows.length > 0;
}

/** Makes a pending or permanently failed message due immediately. */
export async function tryAgain(tx: Database, dedupeKey: string, now: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'pending', dueAt: now, finishedAt: null })
    .where(and(eq(outbox.dedupeKey, dedupeKey), inArray(outbox.state, ['pending', 'failed'])));
}

const goneNames = (db: Database) =>
  db.select({ provider: goneProviders.provider }).from(goneProviders).where(isNull(goneProviders.backAt));

/**
 * Returns the number of overdue messages in each lane and the age of the oldest, in seconds. The age of a message is
 * measured by the clock of the database, because the database also sets the insertion time.
 */
export async function readWaiting(
  db: Database,
): Promise<{ lane: OutboxLane; messages: number; oldestSeconds: number }[]> {
  const rows = await db
    .select({
      lane: outbox.lane,
      messages: count(),
      oldestSeconds: sql`extract(epoch from now() - min(${outbox.wantedAt}))`.mapWith(Number),
    })
    .from(outbox)
    .where(
      and(
        inArray(outbox.lane, [...OUTBOX_LANES]),
        sql`state = 'pending'`,
        sql`${outbox.wantedAt} <= now()`,
        // Commands to a card provider that is marked as gone wait on purpose.
        or(ne(outbox.kind, 'provider'), notInArray(sql`${outbox.payload} ->> 'provider'`, goneNames(db))),
      ),
    )
    .groupBy(outbox.lane);
  return OUTBOX_LANES.map((lane) => {
    const row = rows.find((each) => each.lane === lane);
    return { lane, messages: row?.messages ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
  });
}

/**
 * Returns the time when the next message becomes due, which may be in the past, or null if no message is pending. An
 * email that waits for an earlier email of its account becomes due together with the earlier email.
 */
export async function nextOutboxDueAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(outbox.dueAt) })
    .from(outbox)
    .where(and(inArray(outbox.lane, [...OUTBOX_LANES]), sql`state = 'pending'`, isNextOfAccount(db)));
  return row?.at ?? null;
}

/** Returns the number of delivery attempts of each given message that is pending or permanently failed. */
export async function listUnfinishedAttempts(db: Database, dedupeKeys: readonly string[]): Promise<number[]> {
  if (dedupeKeys.length === 0) return [];
  const rows = await db
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), inArray(outbox.state, ['pending', 'failed'])));
  return rows.map(({ attempts }) => attempts);
}

/** Returns the time of the next delivery attempt of each given message that is pending, by deduplication key. */
export async function findNextTries(db: Database, dedupeKeys: readonly string[]): Promise<Map<string, Date>> {
  if (dedupeKeys.length === 0) return new Map();
  const rows = await db
    .select({ dedupeKey: outbox.dedupeKey, dueAt: outbox.dueAt })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), eq(outbox.state, 'pending')));
  return new Map(rows.map(({ dedupeKey, dueAt }) => [dedupeKey, dueAt]));
}

/** Returns the deduplication keys of those given messages that have permanently failed. */
export async function listPermanentlyFailed(db: Database, dedupeKeys: readonly string[]): Promise<string[]> {
  if (dedupeKeys.length === 0) return [];
  const rows = await db
    .select({ dedupeKey: outbox.dedupeKey })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), eq(outbox.state, 'failed')));
  return rows.map(({ dedupeKey }) => dedupeKey);
}

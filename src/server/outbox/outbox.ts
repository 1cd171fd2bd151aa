/**
 * The transactional outbox. An outbox message is inserted in the transaction that causes it, and `deliverOutbox.ts`
 * delivers the message at least once after the commit.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
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
import { ADDRESS_REJECTED, type Email, MailRejected } from '../ports/mailer';
import { CONFIRMATION_EMAIL } from '../store/confirmationCodes';
import type { Database } from '../store/database';
import { accounts } from '../store/schema/accounts';
import { goneProviders } from '../store/schema/goneProviders';
import { outbox } from '../store/schema/outbox';
import { type Rank, RANKS, WAITING_CUSTOMER_TURN } from './turns';

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
  /**
   * Requester of a sign-in email or a confirmation code, or mark of a VPN credential for which a customer waits. They take
   * turns with other messages of the lane (`turns.ts`).
   */
  turn?: string;
};

export type ClaimedMessage = OutboxMessage & {
  id: number;
  lane: OutboxLane;
  dedupeKey: string;
  attempts: number;
  /** Error of the previous delivery attempt; null at the first attempt. */
  lastError: string | null;
  turn: string | null;
};

/**
 * Delivery queues of the outbox. Each outbox lane is delivered independently, so an unresponsive external service does
 * not delay other lanes. Customers wait for sign-in emails and for confirmation codes, so each of them has its own lane and
 * never waits for other emails.
 */
export const OUTBOX_LANES = ['provider', 'signIn', 'confirmation', 'email', 'push', 'vpn'] as const;
export type OutboxLane = (typeof OUTBOX_LANES)[number];

/** Outbox lanes of emails. */
export const EMAIL_LANES = ['signIn', 'confirmation', 'email'] as const satisfies readonly OutboxLane[];
export type EmailLane = (typeof EMAIL_LANES)[number];

/** Returns whether messages of the lane are emails. */
export const isEmailLane = (lane: OutboxLane): lane is EmailLane =>
  (EMAIL_LANES as readonly OutboxLane[]).includes(lane);

/** Returns the outbox lane of a message. An email with an expiry contains a confirmation code or a sign-in link. */
function chooseLane({ kind, dropAfter, dedupeKey }: NewOutboxMessage): OutboxLane {
  if (kind !== 'email' || dropAfter === undefined) return kind;
  return dedupeKey.startsWith(CONFIRMATION_EMAIL) ? 'confirmation' : 'signIn';
}

/** SQL condition for pending messages of a lane, written so that PostgreSQL can use the table's partial index. */
const pendingIn = (lane: OutboxLane): SQL => and(eq(outbox.lane, lane), sql`state = 'pending'`) ?? sql`false`;

/**
 * Lease duration of a claimed message, in ms. The lease must exceed the worst-case batch time, in which every message
 * runs into its timeout. The leases of sign-in emails and confirmation codes are shorter than the lifetime of a sign-in
 * link. If a process crashes, another process can therefore still send the email while its link is valid.
 */
export const LEASE_MS: Readonly<Record<OutboxLane, number>> = {
  provider: 10 * MINUTE,
  signIn: 4 * MINUTE,
  confirmation: 4 * MINUTE,
  email: 10 * MINUTE,
  push: 10 * MINUTE,
  vpn: 10 * MINUTE,
};

/** Returns the account that an email is about, or null for other messages. */
const findAccountId = ({ kind, payload }: NewOutboxMessage): number | null =>
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

const buildRow = (message: NewOutboxMessage): typeof outbox.$inferInsert => ({
  kind: message.kind,
  lane: chooseLane(message),
  dedupeKey: message.dedupeKey,
  accountId: findAccountId(message),
  payload: message.payload,
  ...(message.notBefore === undefined ? {} : { wantedAt: message.notBefore }),
  dueAt: message.notBefore ?? AT_ONCE,
  dropAfter: message.dropAfter ?? null,
  turn: message.turn ?? null,
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
    .values(messages.map(buildRow))
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ dedupeKey: outbox.dedupeKey });
  return new Set(rows.map(({ dedupeKey }) => dedupeKey));
}

/** Order in which `claimDue` claims messages, and the messages that it leaves out. */
export interface ClaimOrder {
  /**
   * `due`: in the order of due times. `turns`: the requesters of rank `first` before the others, and within a rank one
   * message of each requester in turn, newest first, beginning after the requester `after[rank]`. `elsewhere`: the
   * newest message whose recipient has another domain than `domains`. `waitingCustomers`: in the order of due times, the
   * messages for which customers wait before the others, which keep a quarter of the places.
   */
  by:
    | { kind: 'due' }
    | { kind: 'waitingCustomers' }
    | { kind: 'turns'; after: Readonly<Record<Rank, string>> }
    | { kind: 'elsewhere'; domains: readonly string[]; isFirstAttempt: boolean };
  /** Requesters whose messages are not claimed, because enough of their messages are being delivered. */
  withoutTurns?: readonly string[];
}

/** Maximum number of expired messages that one claim drops. */
const DROPPED_AT_ONCE = 500;

/** Maximum number of requesters at which one claim by turns looks. */
const REQUESTERS_AT_ONCE = 10_000;

const isDue = (lane: OutboxLane, now: Date): SQL | undefined =>
  and(pendingIn(lane), lte(outbox.dueAt, now), or(isNull(outbox.dropAfter), gt(outbox.dropAfter, now)));

/** Drops messages of a lane that are no longer wanted, so that they do not delay other messages. */
async function dropExpired(tx: Database, lane: OutboxLane, now: Date): Promise<void> {
  const expired = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(pendingIn(lane), isNotNull(outbox.dropAfter), lte(outbox.dropAfter, now), lte(outbox.dueAt, now)),
    )
    .limit(DROPPED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (expired.length === 0) return;
  await tx
    .update(outbox)
    .set({ state: 'dropped', payload: {}, turn: null, finishedAt: now })
    .where(
      inArray(
        outbox.id,
        expired.map(({ id }) => id),
      ),
    );
}

/**
 * Returns one due message of each of up to `limit` requesters of a rank, in the order of the requesters' names, beginning
 * after the name `after`. Messages that were not tried yet come before others, and newer messages before older ones. The
 * query reads one row for each requester, however many messages wait.
 */
async function nextTurns(
  tx: Database,
  lane: OutboxLane,
  now: Date,
  limit: number,
  { rank, after }: { rank: Rank; after: string },
): Promise<{ id: number; turn: string }[]> {
  const due = sql`(due_at <= ${now.toISOString()}::timestamptz)::integer`;
  const rest = sql`lane = ${lane} and state = 'pending' and turn < ${`${RANKS[rank]}g`}`;
  const { rows } = await tx.execute<{ id: number; turn: string }>(sql`
    with recursive visited(turn, id, due, found, visits) as (
      (select turn, id, ${due}, ${due}, 1 from outbox where turn > ${after} and ${rest}
        order by turn, due_at, id desc nulls last limit 1)
      union all
      select following.turn, following.id, following.due, visited.found + following.due, visited.visits + 1
      from visited cross join lateral (
        select turn, id, ${due} as due from outbox where turn > visited.turn and ${rest}
        order by turn, due_at, id desc nulls last limit 1) following
      where visited.found < ${limit} and visited.visits < ${REQUESTERS_AT_ONCE}
    )
    select turn, id from visited where due = 1 order by turn`);
  return rows;
}

/** Returns the ids of messages whose requesters have the next turns, at most one message of each requester. */
async function listByTurns(
  tx: Database,
  lane: OutboxLane,
  now: Date,
  limit: number,
  { after, withoutTurns }: { after: Readonly<Record<Rank, string>>; withoutTurns: readonly string[] },
): Promise<number[]> {
  const ids = new Set<number>();
  for (const rank of ['first', 'other'] as const) {
    const start = RANKS[rank];
    // The second pass begins with the first name again.
    for (const from of after[rank] > start ? [after[rank], start] : [start]) {
      if (ids.size >= limit) break;
      const most = limit + withoutTurns.length;
      for (const { id, turn } of await nextTurns(tx, lane, now, most, { rank, after: from })) {
        if (!withoutTurns.includes(turn) && ids.size < limit) ids.add(id);
      }
    }
  }
  return [...ids];
}

/** Email address of an email's recipient. An email that is rendered when it is delivered is addressed to its account. */
const recipient = sql`coalesce(${outbox.payload} ->> 'to',
  (select ${accounts.email} from ${accounts} where ${accounts.id} = ${outbox.accountId}), '')`;

/** Selects and locks the messages that `claimDue` claims next. */
async function lockNext(
  tx: Database,
  now: Date,
  limit: number,
  lane: OutboxLane,
  { by, withoutTurns = [] }: ClaimOrder,
): Promise<number[]> {
  const isFree =
    withoutTurns.length === 0
      ? undefined
      : or(isNull(outbox.turn), notInArray(outbox.turn, [...withoutTurns]));
  const isClaimable = and(isDue(lane, now), isFree, lane === 'email' ? isNextOfAccount(tx) : undefined);
  const lock = async (where: SQL | undefined, order: SQL[], most: number): Promise<number[]> => {
    const rows = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isClaimable, where))
      .orderBy(...order)
      .limit(most)
      .for('update', { skipLocked: true });
    return rows.map(({ id }) => id);
  };
  const byDueTime = [asc(outbox.dueAt), asc(outbox.id)];
  switch (by.kind) {
    case 'due':
      return lock(undefined, byDueTime, limit);
    case 'waitingCustomers': {
      const isWaiting = eq(outbox.turn, WAITING_CUSTOMER_TURN);
      const first = await lock(isWaiting, byDueTime, limit - Math.floor(limit / 4));
      const others = await lock(isNull(outbox.turn), byDueTime, limit - first.length);
      const places = limit - first.length - others.length;
      const rest =
        places === 0 || first.length === 0
          ? []
          : await lock(and(isWaiting, notInArray(outbox.id, first)), byDueTime, places);
      return [...first, ...others, ...rest];
    }
    case 'turns': {
      // A message without a requester follows a payment or a deletion, or was enqueued by an earlier release.
      const unnamed = await lock(isNull(outbox.turn), byDueTime, limit);
      const next = await listByTurns(tx, lane, now, limit - unnamed.length, { ...by, withoutTurns });
      const named = next.length === 0 ? [] : await lock(inArray(outbox.id, next), byDueTime, next.length);
      return [...unnamed, ...named];
    }
    case 'elsewhere': {
      const isElsewhere =
        by.domains.length === 0
          ? undefined
          : notInArray(sql`lower(substring(${recipient} from '[^@]*$'))`, [...by.domains]);
      const isFresh = by.isFirstAttempt ? eq(outbox.attempts, 0) : undefined;
      const byRank = sql`left(${outbox.turn}, 1)`;
      return lock(and(isElsewhere, isFresh), [asc(byRank), desc(outbox.id)], limit);
    }
  }
}

/** Returns whether a message of the lane is due or expired. */
export async function isAnyDue(db: Database, lane: OutboxLane, now: Date): Promise<boolean> {
  const due = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(pendingIn(lane), lte(outbox.dueAt, now)))
    .limit(1);
  return due.length > 0;
}

/**
 * Claims up to `limit` due messages of an outbox lane and drops expired messages. Two server instances never hold the
 * lease of the same message at the same time.
 */
export async function claimDue(
  db: Database,
  now: Date,
  limit: number,
  lane: OutboxLane,
  order: ClaimOrder,
): Promise<ClaimedMessage[]> {
  const rows = await db.transaction(async (tx) => {
    await dropExpired(tx, lane, now);
    const ids = await lockNext(tx, now, limit, lane, order);
    if (ids.length === 0) return [];
    return tx
      .update(outbox)
      .set({ dueAt: new Date(now.getTime() + LEASE_MS[lane]) })
      .where(inArray(outbox.id, ids))
      .returning();
  });
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      ...({ kind: row.kind, payload: row.payload } as OutboxMessage),
      id: row.id,
      lane,
      dedupeKey: row.dedupeKey,
      attempts: row.attempts + 1,
      lastError: row.lastError,
      turn: row.turn,
    }));
}

/**
 * Returns whether more than `perMinute` messages of the lane are pending, or were requested within the last minute. The
 * minute is measured by the clock of the database, which also sets the time of the request.
 */
export async function isCrowded(db: Database, lane: OutboxLane, perMinute: number): Promise<boolean> {
  const most = perMinute + 1;
  const { rows } = await db.execute<{ isCrowded: boolean }>(sql`
    select greatest(
      (select count(*) from (select 1 from outbox where lane = ${lane} and state = 'pending' limit ${most}) waiting),
      (select count(*) from (select 1 from outbox where lane = ${lane} and lane in ('signIn', 'confirmation')
        and wanted_at > now() - interval '1 minute' limit ${most}) recent)
    ) > ${perMinute} as "isCrowded"`);
  return rows[0]?.isCrowded === true;
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
    .set({ state: 'delivered', payload: {}, turn: null, finishedAt: now, lastError: null })
    .where(eq(outbox.id, id));
}

/** Marks a message as dropped, because the message is no longer wanted, and erases its payload. */
export async function markDropped(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'dropped', payload: {}, turn: null, finishedAt: now, lastError: null })
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
      turn: null,
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

/**
 * Returns whether one of the emails with these keys was accepted at `by` or earlier: the mail server took the email, or
 * the mailbox rejected it for good, so that no later email would arrive either.
 */
export async function isAnyAccepted(tx: Database, dedupeKeys: readonly string[], by: Date): Promise<boolean> {
  if (dedupeKeys.length === 0) return false;
  const rows = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        inArray(outbox.dedupeKey, [...dedupeKeys]),
        lte(outbox.finishedAt, by),
        or(
          eq(outbox.state, 'delivered'),
          and(eq(outbox.state, 'failed'), like(outbox.lastError, `${ADDRESS_REJECTED}%`)),
        ),
      ),
    )
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
 * Time from which the delay of a message counts. An email that the mail server rejected alone waits on purpose until its
 * next attempt, so that one mistyped domain is not mistaken for an outage.
 */
const LATE_SINCE = sql`case when last_error like ${`${new MailRejected('').name}: %`} then due_at else wanted_at end`;

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
      oldestSeconds: sql`extract(epoch from now() - min(${LATE_SINCE}))`.mapWith(Number),
    })
    .from(outbox)
    .where(
      and(
        inArray(outbox.lane, [...OUTBOX_LANES]),
        sql`state = 'pending'`,
        sql`${LATE_SINCE} <= now()`,
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

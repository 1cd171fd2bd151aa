/**
 * The transactional outbox: what must leave is written in the transaction of its cause and
 * delivered afterwards, at least once, by `deliverOutbox.ts`.
 */
import { and, asc, count, eq, inArray, lt, lte, min, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Push } from '../../shared/contract/staff';
import type { ProviderCommand } from '../domain/billing/commands';
import type { EmailName } from '../domain/billing/emails';
import type { Email } from '../ports/mailer';
import type { Database } from '../store/database';
import { outbox } from '../store/schema/outbox';

const MINUTE = 60_000;

/** An email that is written when it leaves, from what is true of the account then. */
export interface EmailRequest {
  template: EmailName;
  accountId: number;
  /** Names what it is about, unique within the account. */
  key: string;
}

/** The same of a subscription that staff have moved: to the address that the account got by it. */
export interface MoveEmailRequest {
  template: 'subscriptionMovedHere' | 'subscriptionMovedAway';
  accountId: number;
  to: string;
}

export interface OutboxPush {
  token: string;
  push: Push;
  /** Of a message to many: the row that its outcome is written into. */
  bulkPushDeviceId?: number;
}

type OutboxMessage =
  | { kind: 'email'; payload: Email | EmailRequest | MoveEmailRequest }
  | { kind: 'push'; payload: OutboxPush }
  | { kind: 'provider'; payload: ProviderCommand }
  /** The key of a device, by its row: what becomes of it is decided when it leaves. */
  | { kind: 'vpn'; payload: { deviceId: number } };

export type NewOutboxMessage = OutboxMessage & {
  /** One message per key, ever: a repeated enqueue changes nothing. */
  dedupeKey: string;
  /** Not delivered earlier. Default: at once. */
  notBefore?: Date;
  /** Not delivered later: it is no longer wanted then (an expired sign-in link). */
  dropAfter?: Date;
};

export type ClaimedMessage = OutboxMessage & {
  id: number;
  lane: OutboxLane;
  dedupeKey: string;
  attempts: number;
  /** Why the try before failed; null: it is the first one. */
  lastError: string | null;
};

/**
 * Messages that wait for each other: a lane is delivered by itself, so that an outside part that hangs
 * delays nothing that is meant for another. Sign-in emails wait for no other email.
 */
export const OUTBOX_LANES = ['provider', 'signIn', 'email', 'push', 'vpn'] as const;
export type OutboxLane = (typeof OUTBOX_LANES)[number];

/** What is wanted only for a while is what somebody waits for at this moment: a sign-in email. */
const laneOf = ({ kind, dropAfter }: NewOutboxMessage): OutboxLane =>
  kind === 'email' && dropAfter !== undefined ? 'signIn' : kind;

/** As the index of the table has it. */
const pendingIn = (lane: OutboxLane): SQL => and(eq(outbox.lane, lane), sql`state = 'pending'`) ?? sql`false`;

/**
 * Longer than a batch takes when each of its messages takes as long as it may. A sign-in email that a dead process had in
 * hand leaves while its link lives.
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
 * Whether no earlier email about the same account is waiting, so that the emails arrive in the order of their causes. One that
 * has failed does not hold up the others.
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

/** Due whatever the clock says. */
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
 * Writes a message in the caller's transaction; false when its key is known already. Call
 * `wakeOutbox` after the commit to have it leave at once.
 */
export async function enqueue(tx: Database, message: NewOutboxMessage): Promise<boolean> {
  const rows = await tx
    .insert(outbox)
    .values(rowOf(message))
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id });
  return rows.length > 0;
}

/** The same for several messages at once. */
export async function enqueueAll(tx: Database, messages: readonly NewOutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.insert(outbox).values(messages.map(rowOf)).onConflictDoNothing({ target: outbox.dedupeKey });
}

/** Claims due messages of a lane for this caller; several instances never claim the same one within its lease. */
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

/** Gives claimed messages back before their lease is over: another instance may have them at once. */
export async function giveBack(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(outbox)
    .set({ dueAt: AT_ONCE })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, 'pending')));
}

/** Marks a message as delivered and forgets its content. */
export async function markDelivered(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'delivered', payload: {}, finishedAt: now, lastError: null })
    .where(eq(outbox.id, id));
}

/** Lets a message go that nobody wants any more. */
export async function markDropped(db: Database, id: number, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'dropped', payload: {}, finishedAt: now, lastError: null })
    .where(eq(outbox.id, id));
}

/** Returns a claimed message to the queue until `dueAt`. It was not attempted, so it still holds up the emails after it. */
export async function postpone(db: Database, id: number, dueAt: Date): Promise<void> {
  await db.update(outbox).set({ dueAt }).where(eq(outbox.id, id));
}

/** Puts a message off to `retryAt` after a failed attempt. */
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

/** Gives a message up. Its content stays, to be sent again; an email that holds a secret is emptied. */
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
    })
    .where(eq(outbox.id, message.id));
}

/** A message that was given up, or waits, leaves at once. */
export async function tryAgain(tx: Database, dedupeKey: string, now: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'pending', dueAt: now, finishedAt: null })
    .where(and(eq(outbox.dedupeKey, dedupeKey), inArray(outbox.state, ['pending', 'failed'])));
}

/**
 * What waits in each lane though it is wanted by now: how many messages, and for how many seconds the oldest. By the
 * database's own clock, as the moments of writing are.
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
      and(inArray(outbox.lane, [...OUTBOX_LANES]), sql`state = 'pending'`, sql`${outbox.wantedAt} <= now()`),
    )
    .groupBy(outbox.lane);
  return OUTBOX_LANES.map((lane) => {
    const row = rows.find((each) => each.lane === lane);
    return { lane, messages: row?.messages ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
  });
}

/** When the next message becomes due; may be in the past. Null: nothing waits. */
export async function nextOutboxDueAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(outbox.dueAt) })
    .from(outbox)
    .where(and(inArray(outbox.lane, [...OUTBOX_LANES]), sql`state = 'pending'`));
  return row?.at ?? null;
}

/** Returns how often each of these messages was attempted that is pending or has permanently failed. */
export async function listUnfinishedAttempts(db: Database, dedupeKeys: readonly string[]): Promise<number[]> {
  if (dedupeKeys.length === 0) return [];
  const rows = await db
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), inArray(outbox.state, ['pending', 'failed'])));
  return rows.map(({ attempts }) => attempts);
}

/** When the messages of these keys that wait are tried next. */
export async function findNextTries(db: Database, dedupeKeys: readonly string[]): Promise<Map<string, Date>> {
  if (dedupeKeys.length === 0) return new Map();
  const rows = await db
    .select({ dedupeKey: outbox.dedupeKey, dueAt: outbox.dueAt })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), eq(outbox.state, 'pending')));
  return new Map(rows.map(({ dedupeKey, dueAt }) => [dedupeKey, dueAt]));
}

/** Which of these messages were given up: no retry will succeed. */
export async function listPermanentlyFailed(db: Database, dedupeKeys: readonly string[]): Promise<string[]> {
  if (dedupeKeys.length === 0) return [];
  const rows = await db
    .select({ dedupeKey: outbox.dedupeKey })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, [...dedupeKeys]), eq(outbox.state, 'failed')));
  return rows.map(({ dedupeKey }) => dedupeKey);
}

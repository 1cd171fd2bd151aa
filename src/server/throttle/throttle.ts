/**
 * Limits on tries, counted in the database so that all instances share them: a fixed window that
 * opens with the first try.
 */
import { createHash } from 'node:crypto';
import { eq, lte, sql } from 'drizzle-orm';
import { Rejection } from '../domain/rejection';
import type { Database } from '../store/database';
import { preparedOnce } from '../store/prepared';
import { throttleCounters } from '../store/schema/throttle';

export interface ThrottleLimit {
  /** Tries allowed in a window. */
  tries: number;
  windowMs: number;
}

export interface ThrottleVerdict {
  allowed: boolean;
  /** The first try of the window that is not allowed. */
  isFirstRejected: boolean;
  /** ms until the window closes. */
  retryAfterMs: number;
}

/** What is counted. The parts may be personal (addresses, usernames): only their hash is stored. */
export type ThrottleKey = readonly [purpose: string, ...parts: string[]];

function storedKey(key: ThrottleKey): string {
  const [purpose, ...parts] = key;
  return `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

const isOver = sql`${throttleCounters.windowEndsAt} <= ${sql.placeholder('now')}::timestamptz`;

/** What strangers may ask begins with this. */
const count = preparedOnce((db) =>
  db
    .insert(throttleCounters)
    .values({
      key: sql.placeholder('key'),
      tries: 1,
      windowEndsAt: sql`${sql.placeholder('windowEndsAt')}::timestamptz`,
    })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        tries: sql`case when ${isOver} then 1 else least(${throttleCounters.tries} + 1, 1000000) end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${throttleCounters.windowEndsAt} end`,
      },
    })
    .returning()
    .prepare('count_try'),
);

/**
 * Counts one try and tells whether it was within the limit. Concurrent tries are counted one by
 * one. Outside of a transaction that may roll back, or the try is forgotten.
 */
export async function countTry(
  db: Database,
  key: ThrottleKey,
  limit: ThrottleLimit,
  now: Date,
): Promise<ThrottleVerdict> {
  const windowEndsAt = new Date(now.getTime() + limit.windowMs);
  const [counter] = await count(db).execute({
    key: storedKey(key),
    now: now.toISOString(),
    windowEndsAt: windowEndsAt.toISOString(),
  });
  if (counter === undefined) throw new Error('The throttle counter was not written.');
  return {
    allowed: counter.tries <= limit.tries,
    isFirstRejected: counter.tries === limit.tries + 1,
    retryAfterMs: counter.windowEndsAt.getTime() - now.getTime(),
  };
}

/**
 * Counts one try; throws TOO_MANY_REQUESTS when it was over the limit. `onFirstRejected`
 * hears of it once in a window: whoever goes on trying fills nothing.
 */
export async function rejectTooManyTries(
  db: Database,
  key: ThrottleKey,
  limit: ThrottleLimit,
  now: Date,
  onFirstRejected?: () => Promise<void>,
): Promise<void> {
  const verdict = await countTry(db, key, limit, now);
  if (!verdict.allowed) {
    if (verdict.isFirstRejected) await onFirstRejected?.();
    const seconds = Math.ceil(verdict.retryAfterMs / 1000);
    throw new Rejection(
      'TOO_MANY_REQUESTS',
      `Too many attempts. Try again in ${seconds} s.`,
      undefined,
      seconds,
    );
  }
}

/** Takes one counted try back: it was no wrong one. */
export async function giveTryBack(db: Database, key: ThrottleKey): Promise<void> {
  await db
    .update(throttleCounters)
    .set({ tries: sql`greatest(${throttleCounters.tries} - 1, 0)` })
    .where(eq(throttleCounters.key, storedKey(key)));
}

/** Forgets the tries, for example after a successful sign-in. */
export async function forgetTries(db: Database, key: ThrottleKey): Promise<void> {
  await db.delete(throttleCounters).where(eq(throttleCounters.key, storedKey(key)));
}

/** Drops counters whose window has closed (a job runs it now and then). */
export async function dropClosedThrottles(db: Database, now: Date): Promise<void> {
  await db.delete(throttleCounters).where(lte(throttleCounters.windowEndsAt, now));
}

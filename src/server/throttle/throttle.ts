/**
 * Rate limiting with a window that starts with the first attempt, or with the last one if it is rolling. Attempts are counted in the database, so that all
 * server instances share the limits.
 */
import { createHash } from 'node:crypto';
import { eq, lte, sql } from 'drizzle-orm';
import { Rejection } from '../domain/rejection';
import type { Database } from '../store/database';
import { preparedOnce } from '../store/prepared';
import { throttleCounters } from '../store/schema/throttle';

/** Rate limit: a number of attempts within a window of time. */
export interface ThrottleLimit {
  /** Number of attempts that are allowed in a window of the rate limit. */
  tries: number;
  windowMs: number;
  /**
   * Whether the window starts anew with each allowed attempt. Then no period of `windowMs` contains more than `tries`
   * allowed attempts, whereas a period can overlap two fixed windows. Only for keys that no stranger can count up.
   */
  isRolling?: boolean;
}

/** Result of counting an attempt. */
export interface ThrottleVerdict {
  allowed: boolean;
  /** Whether this attempt is the first rejected attempt in the window of the rate limit. */
  isFirstRejected: boolean;
  /** Time until the window of the rate limit ends, in ms. */
  retryAfterMs: number;
}

/**
 * Key of an attempt counter. The parts of a key may be personal data, such as IP addresses and usernames, so only a
 * hash of the key is stored.
 * @example ['staffSignIn', username, toNetwork(ip)]
 */
export type ThrottleKey = readonly [purpose: string, ...parts: string[]];

function storedKey(key: ThrottleKey): string {
  const [purpose, ...parts] = key;
  return `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

const isOver = sql`${throttleCounters.windowEndsAt} <= ${sql.placeholder('now')}::timestamptz`;

/** Prepared SQL query that counts an attempt. Most unauthenticated requests start with this query. */
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
        windowEndsAt: sql`case when ${isOver} or ${throttleCounters.tries} < ${sql.placeholder('rollsBelow')}::integer
          then excluded.window_ends_at else ${throttleCounters.windowEndsAt} end`,
      },
    })
    .returning()
    .prepare('count_try'),
);

/**
 * Counts one attempt and returns whether it was within the limit. Concurrent attempts are counted one after another.
 * This function must not be called in a transaction that may roll back, because the rollback would also undo the count.
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
    rollsBelow: limit.isRolling === true ? limit.tries : 0,
  });
  if (counter === undefined) throw new Error('The throttle counter was not written.');
  return {
    allowed: counter.tries <= limit.tries,
    isFirstRejected: counter.tries === limit.tries + 1,
    retryAfterMs: counter.windowEndsAt.getTime() - now.getTime(),
  };
}

/**
 * Counts one attempt. Throws a `Rejection` with TOO_MANY_REQUESTS if the attempt exceeds the limit. `onFirstRejected` is
 * called at most once per window, so that repeated attempts do not flood the log.
 * @example await rejectTooManyTries(db, ['reports', toNetwork(ip)], LIMITS.reports, clock.now());
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

/** Removes one attempt from its counter, for example because the entered code turned out to be correct. */
export async function giveTryBack(db: Database, key: ThrottleKey): Promise<void> {
  await db
    .update(throttleCounters)
    .set({ tries: sql`greatest(${throttleCounters.tries} - 1, 0)` })
    .where(eq(throttleCounters.key, storedKey(key)));
}

/** Resets an attempt counter, for example after a successful sign-in. */
export async function forgetTries(db: Database, key: ThrottleKey): Promise<void> {
  await db.delete(throttleCounters).where(eq(throttleCounters.key, storedKey(key)));
}

/** Deletes the attempt counters whose window has ended. A periodic job calls this function. */
export async function dropClosedThrottles(db: Database, now: Date): Promise<void> {
  await db.delete(throttleCounters).where(lte(throttleCounters.windowEndsAt, now));
}

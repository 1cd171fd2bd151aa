/** Tests the throttle counters in the database: windows, concurrency and privacy. */
import type { Database } from '../../../src/server/store/database';
import { throttleCounters } from '../../../src/server/store/schema/throttle';
import {
  countTry,
  dropClosedThrottles,
  forgetTries,
  giveTryBack,
  rejectTooManyTries,
} from '../../../src/server/throttle/throttle';
import { openTestDatabase } from '../../support/database';

const LIMIT = { tries: 3, windowMs: 60_000 };
const ONCE = { tries: 1, windowMs: 60_000 };
const START = new Date('2026-11-21T09:00:00.000Z');
const KEY = ['signIn', 'vasilisa@example.com'] as const;
const after = (ms: number) => new Date(START.getTime() + ms);

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});

test('allows as many attempts as the limit until the window closes', async () => {
  const verdicts = [];
  for (const ms of [0, 1, 59_998, 59_999, 60_000]) verdicts.push(await countTry(db, KEY, LIMIT, after(ms)));
  expect(verdicts).toEqual([
    { allowed: true, isFirstRejected: false, retryAfterMs: 60_000 },
    { allowed: true, isFirstRejected: false, retryAfterMs: 59_999 },
    { allowed: true, isFirstRejected: false, retryAfterMs: 2 },
    { allowed: false, isFirstRejected: true, retryAfterMs: 1 },
    { allowed: true, isFirstRejected: false, retryAfterMs: 60_000 },
  ]);
});

test('counts each concurrent attempt', async () => {
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => countTry(db, KEY, LIMIT, START)));
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(3);
});

test('different keys do not share a counter', async () => {
  await countTry(db, ['signIn', 'a', 'bc'], ONCE, START);
  expect(await countTry(db, ['signIn', 'ab', 'c'], ONCE, START)).toMatchObject({ allowed: true });
  expect(await countTry(db, ['other', 'a', 'bc'], ONCE, START)).toMatchObject({ allowed: true });
  expect(await countTry(db, ['signIn', 'a', 'bc'], ONCE, START)).toMatchObject({ allowed: false });
});

test('a rejection contains the time until the next attempt', async () => {
  const daily = { tries: 1, windowMs: 86_400_000 };
  await rejectTooManyTries(db, KEY, daily, START);
  await expect(rejectTooManyTries(db, KEY, daily, after(500))).rejects.toMatchObject({
    reason: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: 86_400,
  });
});

test('reports only the first rejection of a window', async () => {
  const onFirst = jest.fn(() => Promise.resolve());
  for (let i = 0; i < 6; i += 1) await rejectTooManyTries(db, KEY, LIMIT, START, onFirst).catch(() => null);
  expect(onFirst).toHaveBeenCalledTimes(1);
});

test('a refunded attempt can be repeated once', async () => {
  await countTry(db, KEY, ONCE, START);
  await giveTryBack(db, KEY);
  expect(await countTry(db, KEY, ONCE, START)).toMatchObject({ allowed: true });
  expect(await countTry(db, KEY, ONCE, START)).toMatchObject({ allowed: false });
});

test('refunding more attempts than were made grants no attempts', async () => {
  await countTry(db, KEY, ONCE, START);
  for (let i = 0; i < 3; i += 1) await giveTryBack(db, KEY);
  await countTry(db, KEY, ONCE, START);
  expect(await countTry(db, KEY, ONCE, START)).toMatchObject({ allowed: false });
});

test('deletes attempts on request, and closed windows on cleanup', async () => {
  await countTry(db, KEY, ONCE, START);
  await forgetTries(db, KEY);
  expect(await countTry(db, KEY, ONCE, START)).toMatchObject({ allowed: true });
  await dropClosedThrottles(db, after(59_999));
  expect(await db.select().from(throttleCounters)).toHaveLength(1);
  await dropClosedThrottles(db, after(60_000));
  expect(await db.select().from(throttleCounters)).toHaveLength(0);
});

test('stores no personal data', async () => {
  await countTry(db, KEY, LIMIT, START);
  expect(JSON.stringify(await db.select().from(throttleCounters))).not.toContain('vasilisa');
});

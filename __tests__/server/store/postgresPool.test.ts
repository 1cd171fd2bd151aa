/** Tests that queries fail quickly while PostgreSQL connections are broken, and that the connection pool recovers. */
import { eq, sql } from 'drizzle-orm';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../../src/server/store/databaseUnavailable';
import { type OpenedDatabase, openPostgres } from '../../../src/server/store/openDatabase';
import {
  createPostgresPool,
  POOL_DEADLINES,
  type PoolDeadlines,
} from '../../../src/server/store/postgresPool';
import { accounts } from '../../../src/server/store/schema/accounts';
import { onPostgres, openTestDatabase, testDatabaseUrl } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/databaseProxy';

/**
 * Maximum time that a query waits for an unavailable database, in ms. The limit is generous, because other test suites
 * run at the same time.
 */
const AWAY_WITHIN_MS = 5000;
/**
 * Maximum time of a query while the database is known to be unavailable, in ms. Such a query should fail without waiting.
 */
const REJECTED_WITHIN_MS = 1500;

/**
 * Deadlines for tests of an available database. On a slow test machine, a slow connection must not count as an outage.
 * Only tests of an unavailable database use the product's deadlines.
 */
const PATIENT: Partial<PoolDeadlines> = { probeMs: 20_000, connectionMs: 60_000 };

if (!onPostgres) {
  it('has no pool with the embedded database', async () => {
    const db = await openTestDatabase();
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
} else {
  let proxy: DatabaseProxy;
  let database: OpenedDatabase;
  let lost: Error[];

  beforeEach(async () => {
    await openTestDatabase();
    proxy = await startDatabaseProxy(testDatabaseUrl());
    lost = [];
    database = await open(PATIENT);
  });

  afterEach(async () => {
    proxy.become('open');
    await database.close();
    await proxy.close();
  });

  const open = (deadlines: Partial<PoolDeadlines>) =>
    openPostgres(proxy.url, { onConnectionLost: (error) => lost.push(error), deadlines });

  /** Reopens the database with the given deadlines, and waits until the database responds. */
  async function reopen(deadlines: Partial<PoolDeadlines>): Promise<void> {
    await database.close();
    database = await open(deadlines);
    await responsesAgain();
  }

  const one = async () => (await database.db.execute<{ one: number }>(sql`select 1 as one`)).rows[0]?.one;

  const catchFailure = async (work: Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
    const startedAt = performance.now();
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    return { error, ms: performance.now() - startedAt };
  };

  async function responsesAgain(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      if ((await one().catch(() => null)) === 1) return performance.now() - startedAt;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('survives more connections that end between the statements of a transaction than it has connections', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { error } = await catchFailure(
        database.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          proxy.cut();
          await new Promise((resolve) => setTimeout(resolve, 20));
          await tx.execute(sql`select 1`);
        }),
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    expect(await one()).toBe(1);
    expect(lost.length).toBeGreaterThanOrEqual(25);
  });

  it('survives sessions that the database terminates, and replaces each of them', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { error } = await catchFailure(
        database.db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)),
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    expect(await Promise.all(Array.from({ length: 40 }, one))).toEqual(Array(40).fill(1));
  });

  it('fails all queries to an unresponsive database, and works when the database is back', async () => {
    await reopen({});
    const network = { swallows: false };
    const hold = () =>
      catchFailure(
        database.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          proxy.become('swallowing');
          network.swallows = true;
          await tx.execute(sql`select 2`);
        }),
      );
    const held = (async () => {
      for (;;) {
        const failure = await hold();
        if (network.swallows) return failure;
        // On a slow machine the first SQL statement may fail as well.
        await responsesAgain();
      }
    })();
    while (!network.swallows) await new Promise((resolve) => setTimeout(resolve, 20));
    const failures = await Promise.all([held, ...Array.from({ length: 40 }, () => catchFailure(one()))]);
    for (const { error, ms } of failures) {
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(ms).toBeLessThan(AWAY_WITHIN_MS);
    }
    const rejected = await catchFailure(one());
    expect(isDatabaseUnavailable(rejected.error)).toBe(true);
    expect(rejected.ms).toBeLessThan(REJECTED_WITHIN_MS);
    proxy.become('open');
    expect(await responsesAgain()).toBeLessThan(30_000);
  });

  it('works again even if a probe of the unresponsive database is still pending', async () => {
    await reopen({ returnMs: 25_000 });
    proxy.become('swallowing');
    await catchFailure(one());
    // The test waits longer than the pause before the first probe of the database.
    await new Promise((resolve) => setTimeout(resolve, 600));
    proxy.become('open');
    expect(await responsesAgain()).toBeLessThan(15_000);
  });

  it('fails at once while the database rejects connections, and works when the database is back', async () => {
    await reopen({});
    proxy.become('rejecting');
    const { error, ms } = await catchFailure(database.db.transaction((tx) => tx.execute(sql`select 1`)));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(ms).toBeLessThan(AWAY_WITHIN_MS);
    proxy.become('open');
    expect(await responsesAgain()).toBeLessThan(30_000);
  });

  it('waits for a slow statement of a responsive database', async () => {
    // The pool probes the database during the slow statement, and the probe must succeed before the statement ends.
    await reopen({ ...PATIENT, probeMs: 3000 });
    const { rows } = await database.db.execute(sql`select pg_sleep(4.5), 1 as done`);
    expect(rows[0]).toMatchObject({ done: 1 });
  });

  it('reports a deadlock of two transactions as a transient error', async () => {
    await reopen({ ...PATIENT, lockMs: 60_000 });
    const [one, other] = [991_002, 991_003];
    const lock = (key: number) => sql`select pg_advisory_xact_lock(${key})`;
    const bothHold: (() => void)[] = [];
    const meeting = Array.from({ length: 2 }, () => new Promise<void>((resolve) => bothHold.push(resolve)));
    const crossing = async (index: number, first: number, second: number) =>
      catchFailure(
        database.db.transaction(async (tx) => {
          await tx.execute(lock(first));
          bothHold[index]?.();
          await Promise.all(meeting);
          await tx.execute(lock(second));
        }),
      );
    const ends = await Promise.all([crossing(0, one, other), crossing(1, other, one)]);
    const failures = ends.map(({ error }) => error).filter((error) => error !== null);
    expect(failures).toHaveLength(1);
    expect(isDatabaseUnavailable(failures[0])).toBe(true);
  });

  it.each([
    ['a password that is no longer good', (url: URL) => (url.username = 'nobody_has_this_role')],
    ['a database of that name that is gone', (url: URL) => (url.pathname = '/gone_for_a_restore')],
    ['a socket file that is gone', (url: URL) => url.searchParams.set('host', '/nowhere')],
  ])('reports %s as unavailable, because no connection can be opened', async (_what, change) => {
    const url = new URL(proxy.url);
    change(url);
    const pool = createPostgresPool({
      url: url.href,
      deadlines: POOL_DEADLINES,
      onConnectionLost: (error) => lost.push(error),
    });
    const { error } = await catchFailure(pool.query('select 1'));
    expect(isDatabaseUnavailable(error)).toBe(true);
    await pool.end();
  });

  it('reports a lock timeout as transient, but not an invalid statement', async () => {
    await reopen({ ...PATIENT, lockMs: 300 });
    const key = 991_001;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
      const { error } = await catchFailure(
        database.db.transaction((other) => other.execute(sql`select pg_advisory_xact_lock(${key})`)),
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
    });
    const { error } = await catchFailure(database.db.execute(sql`select 1/0`));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DatabaseUnavailable);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('prepares a statement that repeats, so that PostgreSQL plans it once', async () => {
    const read = () => database.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, 1));
    const prepared = async () =>
      (await database.db.execute(sql`select name from pg_prepared_statements`)).rows.length;
    await read();
    expect(await prepared()).toBe(0);
    for (let time = 0; time < 3; time += 1) expect(await read()).toEqual([]);
    expect(await prepared()).toBe(1);
  });
}

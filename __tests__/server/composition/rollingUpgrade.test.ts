/**
 * Tests a rolling upgrade under load and back again: two instances of the previous version, then one of each version on
 * the new schema, then two instances of the new version, and the same way back. No request may fail.
 *
 * The previous version is the last release, if the repository has one that differs from the present version. The new
 * version is the present version with one more migration, which changes the tables that the requests use.
 * `ROLLING_UPGRADE=1` also fails the test if the database pauses, as it may on a busy machine.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { OUTSIDE_TRANSACTION } from '../../../src/server/store/migrate';
import { openPostgres } from '../../../src/server/store/openDatabase';
import { schemaState } from '../../../src/server/store/schema/schemaState';
import { Balancer, DATABASE_STOOD_STILL } from '../../support/balancer';
import { type RunningChild, startChild } from '../../support/childProcess';
import { onPostgres } from '../../support/database';
import { nextMigrations } from '../../support/nextMigrations';
import { createOwnDatabase } from '../../support/ownDatabase';
import { ROOT } from '../../support/sourceTree';

const isMeasured = process.env['ROLLING_UPGRADE'] !== undefined;
const CALLERS = 6;
const DRAIN_SECONDS = 2;
/** Number of rows of the table that gets an index, so that its creation takes a moment. */
const ADDRESSES = 100_000;

jest.setTimeout(300_000);

/** Migrations of the next version, which may contain everything that the rules for migrations allow. */
const NEXT: readonly (readonly string[])[] = [
  [
    'create table "later" ("id" serial primary key, "account_id" integer references "accounts"("id"))',
    'alter table "accounts" add column "later" text',
    'alter table "email_links" add column "later" integer default 0 not null',
    'alter table "outbox" add column "later" text',
    'alter table "throttle_counters" add column "later" text',
  ],
  [
    `${OUTSIDE_TRANSACTION}\ndrop index concurrently if exists "throttle_counters_later"`,
    'create index concurrently "throttle_counters_later" on "throttle_counters" ("tries")',
  ],
];

/** Writes the sources of a version to a folder, with the packages of this repository. */
async function withPackages(folder: string): Promise<string> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Returns the tag of the last release, or null if the repository has none, as a shallow clone. */
function lastRelease(): string | null {
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** Returns the folder of the previous version: the last release, or the present sources if there is no release. */
async function previousVersion(folder: string): Promise<string> {
  const tag = lastRelease();
  if (tag === null) return ROOT;
  await mkdir(folder);
  execFileSync('sh', ['-c', `git archive ${tag} | tar --extract --directory "${folder}"`], { cwd: ROOT });
  return withPackages(folder);
}

/** Returns the folder of the present version with the migrations of the next version. */
async function nextVersion(folder: string): Promise<string> {
  for (const name of ['src', '__tests__/support', 'package.json', 'tsconfig.json'])
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  const { migrationsFolder } = await nextMigrations(NEXT);
  await cp(migrationsFolder, path.join(folder, 'src/server/store/migrations'), { recursive: true });
  await rm(migrationsFolder, { recursive: true });
  return withPackages(folder);
}

/** Requests that read and write the tables that the next version changes. */
const REQUESTS: readonly ((call: number) => { path: string; body: object })[] = [
  () => ({ path: '/api/checkGift', body: { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' } }),
  (call) => ({
    path: '/api/emailVerification/send',
    body: { email: `a${call}@shop.example`, platform: 'web' },
  }),
];

if (!onPostgres) {
  it('needs a database that two instances can share', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  it('fails no request while its instances are upgraded and reverted', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-upgrade-'));
    const previous = await previousVersion(path.join(folder, 'previous'));
    const next = await nextVersion(path.join(folder, 'next'));
    const database = await createOwnDatabase();
    const ports = [await freePort(), await freePort()];
    const started: RunningChild[] = [];
    const start = async (index: number, sources: string): Promise<RunningChild> => {
      const child = startChild(path.join(sources, '__tests__/support/sandboxProcess.ts'), {
        env: {
          PORT: String(ports[index]),
          DATA_DIR: path.join(folder, `data${index}`),
          DATABASE_URL: database.url,
          DRAIN_SECONDS: String(DRAIN_SECONDS),
          STAFF_PASSWORD: 'a long password of the test',
        },
      });
      started.push(child);
      await child.until('Ready.');
      return child;
    };
    const children = [await start(0, previous), await start(1, previous)];
    const client = await database.connect();
    await client.query(
      `insert into throttle_counters (key, tries, window_ends_at)
        select 'row' || n, 1, now() + interval '1 hour' from generate_series(1, ${ADDRESSES}) n`,
    );
    const balancer = new Balancer(ports);
    await balancer.open();
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    let isOver = false;
    let calls = 0;
    const call = async (): Promise<void> => {
      while (!isOver) {
        calls += 1;
        const asked = REQUESTS[calls % REQUESTS.length]?.(calls);
        const startedAt = performance.now();
        const { status } = await fetch(`${balancer.url}${asked?.path ?? ''}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(asked?.body),
        });
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, call));
    const addedColumns = async (): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from information_schema.columns where column_name = 'later'`,
      );
      return rows[0]?.count ?? -1;
    };
    try {
      expect(await addedColumns()).toBe(0);
      for (const [index, sources] of [
        [0, next],
        [1, next],
        [0, previous],
        [1, previous],
      ] as const) {
        expect(await children[index]?.kill('SIGTERM')).toBe(0);
        children[index] = await start(index, sources);
        await balancer.check(ports[index] ?? 0);
        // Both versions respond for a while.
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
      expect(await addedColumns()).toBe(4);
    } finally {
      isOver = true;
      await load;
      await balancer.close();
      for (const child of children) await child.kill('SIGKILL');
      await client.end();
      await database.drop();
      await rm(folder, { recursive: true });
    }
    process.stdout.write(
      `rolling upgrade and back: answers ${JSON.stringify(Object.fromEntries(statuses))}, slowest ${Math.round(slowestMs)} ms\n`,
    );
    const stoodStill = started.some((child) => DATABASE_STOOD_STILL.test(child.output()));
    const admitted = new Set(!isMeasured && stoodStill ? [200, 503] : [200]);
    expect([...statuses.keys()].filter((status) => !admitted.has(status))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(0);
  });

  it('names the oldest version if a version is too old for the schema', async () => {
    const database = await createOwnDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-upgrade-'));
    const opened = await openPostgres(database.url);
    await opened.db.update(schemaState).set({ oldestVersion: '99.0.0' });
    await opened.close();
    const child = startChild(path.join(ROOT, '__tests__/support/sandboxProcess.ts'), {
      env: { PORT: String(await freePort()), DATA_DIR: folder, DATABASE_URL: database.url },
    });
    expect(await child.exited).toBe(1);
    expect(child.output()).toMatch(
      /^Version \S+ of the product is too old for this database\. Its schema needs version 99\.0\.0 or newer\.$/m,
    );
    await database.drop();
    await rm(folder, { recursive: true });
  });
}

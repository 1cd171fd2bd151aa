/**
 * The real database for tests: PGlite by default, or PostgreSQL if `TEST_DATABASE_URL` is set. Each Jest worker has a
 * separate database, which is opened once per test file. `openTestDatabase` empties the database, so call
 * `openTestDatabase` (or `startTestServer`) in `beforeEach`. Tests of the sandbox use `openSandboxTestDatabase`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { SANDBOX_MIGRATIONS } from '../../src/server/sandbox/migrations';
import type { Database } from '../../src/server/store/database';
import { PRODUCT_MIGRATIONS } from '../../src/server/store/migrations';
import { type OpenedDatabase, openEmbeddedDatabase, openPostgres } from '../../src/server/store/openDatabase';
import { onStatement } from './observedCalls';
import { reverseUnorderedRows } from './unorderedRows';

/** URL of a PostgreSQL server for the tests. If undefined, the tests run on PGlite. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'];

/**
 * Whether the tests run on PostgreSQL. Tests of locks and races need PostgreSQL, because PGlite has only one connection.
 */
export const onPostgres = TEST_DATABASE_URL !== undefined;

/**
 * Database timeouts, in ms. The test timeouts are longer than in production, so that a slow test machine is not mistaken
 * for an unavailable database. The production timeouts have their own tests.
 */
const PATIENT = { probeMs: 20_000, connectionMs: 60_000, lockMs: 60_000, statementMs: 120_000 };

type Migrations = readonly MigrationConfig[];

/** Functions that stop pending work on a database, by database. */
const atWork = new WeakMap<Database, (() => Promise<void>)[]>();

/**
 * Registers a function that is called before the database is emptied. In an emptied database the ids start at 1 again, so
 * the pending deliveries of an earlier server would apply to wrong rows.
 */
export function endBeforeEmptying(db: Database, end: () => Promise<void>): void {
  atWork.set(db, [...(atWork.get(db) ?? []), end]);
}

const opened = new Map<Migrations, Promise<OpenedDatabase>>();
const PRODUCT_ONLY: Migrations = [];
const WITH_SANDBOX: Migrations = [SANDBOX_MIGRATIONS];

function fingerprint(furtherMigrations: Migrations): string {
  const hash = createHash('sha256');
  for (const config of [PRODUCT_MIGRATIONS, ...furtherMigrations])
    for (const migration of readMigrationFiles(config)) hash.update(migration.hash);
  return hash.digest('hex').slice(0, 12);
}

/** Opens PGlite from a migrated and empty snapshot on disk, which is about ten times faster than running the migrations. */
async function openSnapshot(furtherMigrations: Migrations): Promise<OpenedDatabase> {
  const folder = path.resolve('node_modules/.cache/test-database');
  const file = path.join(folder, `${fingerprint(furtherMigrations)}.tar`);
  const stored = await readFile(file).catch(() => null);
  if (stored !== null) {
    const snapshot = new Blob([new Uint8Array(stored)]);
    return openEmbeddedDatabase({ snapshot, furtherMigrations, onStatement });
  }
  const fresh = await openEmbeddedDatabase({ furtherMigrations, onStatement });
  const dump = await fresh.client.dumpDataDir('none');
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
  await rename(draft, file);
  return fresh;
}

function workerDatabase(url: string, furtherMigrations: Migrations): { name: string; href: string } {
  const name = `prosvet_test_${fingerprint(furtherMigrations)}_${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const target = new URL(url);
  target.pathname = `/${name}`;
  return { name, href: target.href };
}

/** Returns the URL of the test file's database. Throws if the tests run on PGlite. */
export function testDatabaseUrl(): string {
  if (TEST_DATABASE_URL === undefined) throw new Error('the embedded database has no URL');
  return workerDatabase(TEST_DATABASE_URL, PRODUCT_ONLY).href;
}

/** Returns the URL of the test file's database with the sandbox's tables. Throws if the tests run on PGlite. */
export function sandboxTestDatabaseUrl(): string {
  if (TEST_DATABASE_URL === undefined) throw new Error('the embedded database has no URL');
  return workerDatabase(TEST_DATABASE_URL, WITH_SANDBOX).href;
}

async function openWorkerDatabase(url: string, furtherMigrations: Migrations): Promise<OpenedDatabase> {
  const { name, href } = workerDatabase(url, furtherMigrations);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const existing = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (existing.rowCount === 0) await admin.query(`create database "${name}"`);
  await admin.end();
  reverseUnorderedRows();
  return openPostgres(href, { furtherMigrations, deadlines: PATIENT, onStatement });
}

/**
 * Deletes all rows. A test has few rows, so this is about ten times faster than TRUNCATE, which creates a new file for
 * each table and index. The database role must be allowed to disable foreign keys.
 */
const DELETE_ALL = sql.raw(`do $$
declare each record;
begin
  set local session_replication_role = replica;
  for each in select quote_ident(tablename) as name from pg_tables where schemaname = 'public' loop
    execute 'delete from ' || each.name;
  end loop;
  perform setval(quote_ident(sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`);

async function truncateStatement(db: Database) {
  const tables = await db.execute<{ names: string }>(
    sql`select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'`,
  );
  return sql.raw(`truncate ${tables.rows[0]?.names ?? ''} restart identity cascade`);
}

async function empty(db: Database): Promise<void> {
  const { rows } = await db.execute<{ all: boolean }>(
    sql`select current_setting('is_superuser') = 'on' as all`,
  );
  const statement = rows[0]?.all === true ? DELETE_ALL : await truncateStatement(db);
  for (;;) {
    try {
      await db.execute(statement);
      return;
    } catch (error) {
      // If the last test did not await a request, this request may hold locks on some tables and wait for locks on
      // others.
      if (!isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === '40P01') return true;
  }
  return false;
}

async function open(furtherMigrations: Migrations): Promise<Database> {
  const opening =
    opened.get(furtherMigrations) ??
    (TEST_DATABASE_URL === undefined
      ? openSnapshot(furtherMigrations)
      : openWorkerDatabase(TEST_DATABASE_URL, furtherMigrations));
  opened.set(furtherMigrations, opening);
  const { db } = await opening;
  await Promise.all((atWork.get(db) ?? []).map((end) => end()));
  atWork.delete(db);
  await empty(db);
  return db;
}

/** Opens the test file's database as in production, migrated and empty. */
export const openTestDatabase = (): Promise<Database> => open(PRODUCT_ONLY);

/** Opens the test file's database with the sandbox's tables, migrated and empty. */
export const openSandboxTestDatabase = (): Promise<Database> => open(WITH_SANDBOX);

afterAll(async () => {
  for (const opening of opened.values()) await (await opening).close();
});

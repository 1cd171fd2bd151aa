/**
 * The real database for tests: PGlite by default, PostgreSQL when TEST_DATABASE_URL is set (a
 * database of its own per jest worker). One per test file; `openTestDatabase` empties it, so call
 * it (or `startTestServer`) in `beforeEach`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { Database } from '../../src/server/store/database';
import { migrationsFolder } from '../../src/server/store/migrate';
import { openEmbeddedDatabase, openPostgres, type OpenedDatabase } from '../../src/server/store/openDatabase';

/** Where tests may run against a real PostgreSQL. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'];

/** PGlite is one connection: tests of locking and of races run on PostgreSQL only. */
export const onPostgres = TEST_DATABASE_URL !== undefined;

/** The first opening on a machine makes the snapshot. */
jest.setTimeout(120_000);

let opened: Promise<OpenedDatabase> | null = null;

function migrationsFingerprint(): string {
  const hash = createHash('sha256');
  for (const migration of readMigrationFiles({ migrationsFolder: migrationsFolder() }))
    hash.update(migration.hash);
  return hash.digest('hex').slice(0, 12);
}

/** A migrated and empty PGlite is kept on disk: loading it is ten times quicker than making it. */
async function openSnapshot(): Promise<OpenedDatabase> {
  const folder = path.resolve('node_modules/.cache/test-database');
  const file = path.join(folder, `${migrationsFingerprint()}.tar.gz`);
  const stored = await readFile(file).catch(() => null);
  if (stored !== null) return openEmbeddedDatabase({ snapshot: new Blob([new Uint8Array(stored)]) });
  const fresh = await openEmbeddedDatabase();
  const dump = await fresh.client.dumpDataDir('gzip');
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
  await rename(draft, file);
  return fresh;
}

async function openWorkerDatabase(url: string): Promise<OpenedDatabase> {
  const name = `prosvet_test_${migrationsFingerprint()}_${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const existing = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (existing.rowCount === 0) await admin.query(`create database "${name}"`);
  await admin.end();
  const target = new URL(url);
  target.pathname = `/${name}`;
  return openPostgres(target.href);
}

async function empty(db: Database): Promise<void> {
  const tables = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  if (tables.rows.length === 0) return;
  const names = tables.rows.map((table) => table.name).join(', ');
  for (;;) {
    try {
      await db.execute(sql.raw(`truncate ${names} restart identity cascade`));
      return;
    } catch (error) {
      // What the last test's server was still delivering holds some tables and wants others.
      if (!isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '40P01';
}

/** The file's database, migrated and empty. */
export async function openTestDatabase(): Promise<Database> {
  opened ??= TEST_DATABASE_URL === undefined ? openSnapshot() : openWorkerDatabase(TEST_DATABASE_URL);
  const { db } = await opened;
  await empty(db);
  return db;
}

afterAll(async () => {
  if (opened !== null) await (await opened).close();
});

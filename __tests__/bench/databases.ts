/**
 * Opens the databases that the benchmarks measure: the embedded database, and PostgreSQL (`TEST_DATABASE_URL` or a
 * temporary cluster). `BENCH_DATABASES` selects one of these databases.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '../../.ci/temporaryPostgres.mjs';
import type { Database } from '../../src/server/store/database';
import { openEmbeddedDatabase, openPostgres } from '../../src/server/store/openDatabase';

const DATABASES = (process.env['BENCH_DATABASES'] ?? 'embedded,postgres').split(',');

/**
 * Queries the database directly through the database driver, without the product's store. `name` is the name of the
 * prepared statement.
 */
export type Query = (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

type Bench = (name: string, db: Database, query: Query) => Promise<void>;

export const print = (line: string) => process.stdout.write(`${line}\n`);
export const ms = (value: number) => value.toFixed(1).padStart(8);

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function onEmbedded(bench: Bench): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-bench-'));
  try {
    const opened = await openEmbeddedDatabase({ folder: path.join(folder, 'database') });
    await bench('embedded', opened.db, async (_name, text, values) => {
      const { rows } = await opened.client.query<Record<string, unknown>>(text, values);
      return rows;
    });
    await opened.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(bench: Bench): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  const temporary = given === undefined ? await startTemporaryPostgres() : null;
  const url = new URL(given ?? temporary?.url ?? '');
  const name = `prosvet_bench_${String(process.pid)}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(`create database "${name}"`);
    url.pathname = `/${name}`;
    const opened = await openPostgres(url.href);
    const bare = new pg.Pool({ connectionString: url.href, max: 20 });
    try {
      await bench('PostgreSQL', opened.db, async (name, text, values) => {
        const { rows } = await bare.query<Record<string, unknown>>({ name, text, values });
        return rows;
      });
    } finally {
      await bare.end();
      await opened.close();
    }
  } finally {
    await admin.query(`drop database if exists "${name}" with (force)`);
    await admin.end();
    await temporary?.stop();
  }
}

/** Runs a benchmark on an empty, migrated database of each kind (PostgreSQL and embedded). */
export async function onEachDatabase(bench: Bench): Promise<void> {
  if (DATABASES.includes('embedded')) await onEmbedded(bench);
  if (DATABASES.includes('postgres')) await onPostgres(bench);
}

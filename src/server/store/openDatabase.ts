/**
 * Opens the database that everything else shares: the embedded PGlite in a data folder, or
 * PostgreSQL by its URL. Both come back migrated and behind the same `Database` type.
 */
import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database } from './database';
import { PRODUCT_MIGRATIONS } from './migrations';
import * as schema from './schema/schema';

export interface OpenedDatabase {
  db: Database;
  kind: 'pglite' | 'postgres';
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** What is applied after the product's own migrations. */
  furtherMigrations?: readonly MigrationConfig[];
}

export interface EmbeddedDatabaseOptions extends DatabaseOptions {
  /** Folder of the database's files, made if absent; in memory when left out. */
  folder?: string;
  /** A dump of `PGlite.dumpDataDir` to start from; only for a database in memory. */
  snapshot?: Blob;
}

export interface PostgresOptions extends DatabaseOptions {
  onConnectionLost?: (error: Error) => void;
}

/** Any number, the same on every instance: one of them migrates, the others wait. */
const MIGRATION_LOCK = 7_230_411;

/**
 * Opens the embedded database. It has no lock of its own: hold `lockDataDirectory` first.
 * It survives the death of the process but not a power failure (it makes no fsync).
 */
export async function openEmbeddedDatabase(
  options: EmbeddedDatabaseOptions = {},
): Promise<OpenedDatabase & { client: PGlite }> {
  if (options.folder !== undefined) await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const client = await PGlite.create({
    extensions: { pg_trgm },
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.snapshot === undefined ? {} : { loadDataDir: options.snapshot }),
  });
  const db = drizzlePglite(client, { schema });
  for (const config of [PRODUCT_MIGRATIONS, ...(options.furtherMigrations ?? [])]) {
    await migratePglite(db, config);
  }
  return { db, kind: 'pglite', client, close: () => client.close() };
}

/** Opens PostgreSQL. Instances that start together migrate one after another. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenedDatabase> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 10_000 });
  pool.on('error', (error) => options.onConnectionLost?.(error));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      for (const config of [PRODUCT_MIGRATIONS, ...(options.furtherMigrations ?? [])]) {
        await migratePostgres(drizzlePostgres(client, { schema }), config);
      }
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      client.release();
      return { db: drizzlePostgres(pool, { schema }), kind: 'postgres', close: () => pool.end() };
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
}

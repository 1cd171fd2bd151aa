/**
 * Opens the database that everything else shares: the embedded PGlite in a data folder, or
 * PostgreSQL by its URL. Both come back migrated and behind the same `Database` type.
 */
import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Database } from './database';
import { migrate } from './migrate';
import * as schema from './schema/schema';

export interface OpenedDatabase {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** How many migrations this opening applied. */
  migrationsApplied: number;
  close(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** Folder of the database's files, made if absent; in memory when left out. */
  folder?: string;
  /** A dump of `PGlite.dumpDataDir` to start from; only for a database in memory. */
  snapshot?: Blob;
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
  const db: Database = drizzlePglite(client, { schema });
  const migrationsApplied = await migrate(db);
  return { db, kind: 'pglite', client, migrationsApplied, close: () => client.close() };
}

/** Opens PostgreSQL. Instances that start together migrate one after another. */
export async function openPostgres(
  url: string,
  onConnectionLost: (error: Error) => void = () => undefined,
): Promise<OpenedDatabase> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 10_000 });
  pool.on('error', onConnectionLost);
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const migrationsApplied = await migrate(drizzlePostgres(client, { schema }));
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      client.release();
      return {
        db: drizzlePostgres(pool, { schema }),
        kind: 'postgres',
        migrationsApplied,
        close: () => pool.end(),
      };
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
}

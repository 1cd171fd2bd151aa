/**
 * Opens the database: the embedded PGlite in a data folder, or PostgreSQL by its URL. Both kinds of database have all
 * migrations applied and the same `Database` type.
 */
import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PGlite } from '@electric-sql/pglite';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database';
import { migrate, MIGRATION_LOCK_MS } from './migrate';
import { PRODUCT_MIGRATIONS } from './migrations';
import { createPostgresPool, POOL_DEADLINES, type PoolDeadlines } from './postgresPool';
import * as schema from './schema/schema';
import { connectSession, SESSION_NAME } from './sessionSettings';

/**
 * State of the connection pool: the number of connections, of idle connections, and of tasks that wait for a
 * connection.
 */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export interface OpenedDatabase {
  db: Database;
  /** Returns the state of the connection pool, or null for the embedded database, which has no pool. */
  readPool: () => PoolState | null;
  kind: 'pglite' | 'postgres';
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** Migrations that are applied after the product's own migrations. */
  furtherMigrations?: readonly MigrationConfig[];
  /** Receives each SQL statement with its parameters before it is executed, in the context of its caller. */
  onStatement?: (statement: string, parameters: readonly unknown[]) => void;
}

export interface EmbeddedDatabaseOptions extends DatabaseOptions {
  /**
   * Folder of the database files, which is created if absent. If no folder is given, the database is kept in memory.
   */
  folder?: string;
  /**
   * Dump by `PGlite.dumpDataDir` from which the database is created. A dump can only be used for a database in memory.
   */
  snapshot?: Blob;
}

export interface PostgresOptions extends DatabaseOptions {
  onConnectionLost?: (error: Error) => void;
  deadlines?: Partial<PoolDeadlines>;
}

/** Returns the logger of Drizzle that passes statements on, as an option of `drizzle`. */
const buildLogger = ({ onStatement }: DatabaseOptions) =>
  onStatement === undefined ? {} : { logger: { logQuery: onStatement } };

/** Thrown if the files of the embedded database are corrupt or not readable. */
export class DataDirectoryDamaged extends Error {
  override readonly name = 'DataDirectoryDamaged';

  constructor(folder: string, cause: unknown) {
    super(
      `The database in ${folder} cannot be opened: it is damaged, or not readable for this user. ` +
        'Put a backup of the folder back, or move it away to begin with an empty database.',
      { cause },
    );
  }
}

const CONNECT_DEADLINE_MS = 10_000;

/**
 * The whole `postgresql.conf` of the embedded database, because PGlite replaces the file. PGlite would reserve shared
 * buffers of 128 MB in each process, and all of them would become resident.
 */
const EMBEDDED_SETTINGS = ['shared_buffers=8MB', "timezone='UTC'", "log_timezone='UTC'"];

/**
 * Frees the 400 MB that PGlite needs to create a database. An idle process allocates nothing, so V8 would keep the memory.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

/**
 * Opens the embedded database. Call `lockDataDirectory` first, because the embedded database has no lock of its own.
 * Data of the embedded database survives a crash of the process but not a power failure, because PGlite makes no fsync.
 * Throws `DataDirectoryDamaged` if the files cannot be opened, and `VersionTooOld` if the schema needs a newer version of
 * the product.
 */
export async function openEmbeddedDatabase(
  options: EmbeddedDatabaseOptions = {},
): Promise<OpenedDatabase & { client: PGlite }> {
  const { folder } = options;
  // Production does not contain PGlite, so only the embedded database loads it.
  const [embedded, { pg_trgm }, { drizzle }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('drizzle-orm/pglite'),
  ]);
  const create = async () => {
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    return embedded.PGlite.create({
      extensions: { pg_trgm },
      postgresqlconf: EMBEDDED_SETTINGS,
      ...(folder === undefined ? {} : { dataDir: folder }),
      ...(options.snapshot === undefined ? {} : { loadDataDir: options.snapshot }),
    });
  };
  // Optimizing WebAssembly code takes longer than it saves in a sandbox, and needs 70 MB.
  setFlagsFromString('--liftoff-only');
  const client = await create().catch((error: unknown) => {
    throw folder === undefined ? error : new DataDirectoryDamaged(folder, error);
  });
  await migrate(client, [PRODUCT_MIGRATIONS, ...(options.furtherMigrations ?? [])]);
  if (folder !== undefined) collectGarbage();
  return {
    db: drizzle(client, { schema, ...buildLogger(options) }),
    kind: 'pglite',
    client,
    readPool: () => null,
    close: () => client.close(),
  };
}

/**
 * Applies migrations over a separate connection without the pool's deadlines, because a migration may take longer than
 * a request.
 */
async function migratePostgres(url: string, migrations: readonly MigrationConfig[]): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: SESSION_NAME,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    lock_timeout: MIGRATION_LOCK_MS,
  });
  // A connection error during a statement rejects the statement. A connection error between two statements must not end
  // the process.
  client.on('error', () => undefined);
  try {
    await connectSession(client, MIGRATION_LOCK_MS);
    await migrate(client, migrations);
  } finally {
    await client.end();
  }
}

/**
 * Connects to PostgreSQL and applies all migrations. Instances that start at the same time migrate one after another.
 * Rejects with `SessionSettingsLost` behind a pooler that drops settings, and with `VersionTooOld` if the schema needs a
 * newer version of the product.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenedDatabase> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  await migratePostgres(url, [PRODUCT_MIGRATIONS, ...(options.furtherMigrations ?? [])]);
  const pool = createPostgresPool({
    url,
    deadlines: { ...POOL_DEADLINES, ...options.deadlines },
    onConnectionLost: (error) => options.onConnectionLost?.(error),
  });
  return {
    db: drizzlePostgres(pool, { schema, ...buildLogger(options) }),
    kind: 'postgres',
    readPool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * Applies SQL migrations to the database. Instances of the previous version run during a migration and must not fail, so
 * no statement waits for a lock longer than a request may wait for the statement. Each migration is applied in its own
 * transaction, and a start after an interruption continues with the first migration that is not recorded.
 */
import { type MigrationConfig, type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { isOlderVersion, productVersion } from '../productVersion';

/** A connection of either driver. All queries must use the same session. */
export interface MigrationConnection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Thrown if the database schema needs a newer version of the product. */
export class VersionTooOld extends Error {
  override readonly name = 'VersionTooOld';

  constructor(version: string, oldest: string) {
    super(
      `Version ${version} of the product is too old for this database. ` +
        `Its schema needs version ${oldest} or newer.`,
    );
  }
}

/**
 * First line of a migration that runs without a transaction, as `CREATE INDEX CONCURRENTLY` requires. It must be
 * possible to run each statement of such a migration again after an interruption.
 */
export const OUTSIDE_TRANSACTION = '-- outside a transaction';
/**
 * Key of the advisory lock under which one instance migrates while the other instances wait. The number is arbitrary
 * but must be the same on every instance.
 */
const MIGRATION_LOCK = 7_230_411;
/**
 * Maximum waiting time of one statement for a lock, in ms. A migration keeps the locks of its earlier statements while it
 * waits, and requests queue behind it. Therefore the sum over a migration must be shorter than the deadline of a request.
 */
export const MIGRATION_LOCK_MS = 500;
/** Pause in which waiting requests proceed before a migration tries again, in ms. */
const PAUSE_MS = 500;
/** Number of tries of a migration, which bounds the waiting time to about ten minutes. */
const TRIES = 600;
/** SQLSTATEs of a migration that must be tried again: lock timeout and deadlock. */
const LOCKED_STATES = new Set(['55P03', '40P01']);

const DEFAULT_TABLE = '__drizzle_migrations';

async function firstRow<Row>(
  connection: MigrationConnection,
  text: string,
  values?: unknown[],
): Promise<Row | undefined> {
  const { rows } = await connection.query(text, values);
  return rows[0] as Row | undefined;
}

/** Returns the oldest version of the product that may use the database, or null if the database does not state it. */
export async function readOldestVersion(connection: MigrationConnection): Promise<string | null> {
  const made = await firstRow<{ is_made: boolean }>(
    connection,
    `select to_regclass('public.schema_state') is not null as is_made`,
  );
  if (made?.is_made !== true) return null;
  const state = await firstRow<{ oldest_version: string }>(
    connection,
    'select oldest_version from schema_state',
  );
  return state?.oldest_version ?? null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the migrations that are newer than the newest recorded one. */
async function readPending(
  connection: MigrationConnection,
  table: string,
  config: MigrationConfig,
): Promise<MigrationMeta[]> {
  await connection.query('create schema if not exists drizzle');
  await connection.query(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const last = await firstRow<{ at: string | null }>(
    connection,
    `select max(created_at)::text as at from ${table}`,
  );
  return readMigrationFiles(config).filter(({ folderMillis }) => folderMillis > Number(last?.at ?? -1));
}

async function apply(
  connection: MigrationConnection,
  table: string,
  migration: MigrationMeta,
): Promise<void> {
  const { sql, hash, folderMillis } = migration;
  const record = () =>
    connection.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  if (sql[0]?.startsWith(OUTSIDE_TRANSACTION) === true) {
    // A concurrent statement waits for old transactions, but no request waits for the statement.
    await connection.query('set lock_timeout = 0');
    for (const statement of sql) await connection.query(statement);
    await connection.query('reset lock_timeout');
    await record();
    return;
  }
  await connection.query('begin');
  try {
    for (const statement of sql) await connection.query(statement);
    await record();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyWhenUnlocked(
  connection: MigrationConnection,
  table: string,
  migration: MigrationMeta,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await apply(connection, table, migration);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || !LOCKED_STATES.has(code) || tries >= TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/**
 * Applies the migrations that the database does not have yet. The connection must have a `lock_timeout` of
 * `MIGRATION_LOCK_MS`. Rejects with `VersionTooOld` before any change if the schema needs a newer version.
 */
export async function migrate(
  connection: MigrationConnection,
  migrations: readonly MigrationConfig[],
  version = productVersion(),
): Promise<void> {
  // The lock is polled, because a statement that waits for it would block `CREATE INDEX CONCURRENTLY` of another instance.
  while (
    (
      await firstRow<{ is_locked: boolean }>(connection, 'select pg_try_advisory_lock($1) as is_locked', [
        MIGRATION_LOCK,
      ])
    )?.is_locked !== true
  )
    await pause(PAUSE_MS);
  try {
    const oldest = await readOldestVersion(connection);
    if (oldest !== null && isOlderVersion(version, oldest)) throw new VersionTooOld(version, oldest);
    for (const config of migrations) {
      const table = `drizzle.${config.migrationsTable ?? DEFAULT_TABLE}`;
      for (const migration of await readPending(connection, table, config))
        await applyWhenUnlocked(connection, table, migration);
    }
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

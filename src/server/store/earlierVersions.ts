/**
 * Finds out whether instances of version 1.1.0 or older use the database. They do not name their database sessions, and
 * later versions do (`sessionSettings.ts`).
 */
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { schemaState } from './schema/schemaState';

/**
 * Names of sessions that belong to no earlier version: those of versions that name their sessions, and of the tools of
 * PostgreSQL. Any other name may be one that an operator gave to the sessions of an earlier version.
 */
const OTHER_SESSIONS = '^(prosvet [0-9]|psql$|pg_[a-z]+$|pgAdmin |pgBackRest )';

/** Sessions that use this database besides the own one. `embedded` means that there can be no other session. */
export type OtherSessions = 'embedded' | 'earlierVersion' | 'none';

/** Returns whether a session of an earlier version uses the database with the role of this session. */
export async function findSessions(db: Database): Promise<OtherSessions> {
  const { rows } = await db.execute<{ embedded: boolean; earlier: boolean }>(sql`
    select coalesce(bool_or(pid = pg_backend_pid() and backend_type = 'standalone backend'), false) as embedded,
      coalesce(bool_or(pid <> pg_backend_pid() and backend_type = 'client backend' and usename = current_user
        and application_name !~ ${OTHER_SESSIONS}), false) as earlier
    from pg_stat_activity where datname = current_database()`);
  if (rows[0]?.embedded === true) return 'embedded';
  return rows[0]?.earlier === false ? 'none' : 'earlierVersion';
}

/** Returns whether instances of earlier versions may be running, according to the last check of any instance. */
export async function mayEarlierVersionsRun(db: Database): Promise<boolean> {
  const [row] = await db.select({ value: schemaState.earlierVersionsRun }).from(schemaState);
  return row?.value ?? false;
}

/** Stores whether instances of earlier versions may be running. */
export async function noteEarlierVersions(db: Database, mayRun: boolean): Promise<void> {
  await db.update(schemaState).set({ earlierVersionsRun: mayRun });
}

/**
 * Settings of database sessions. A request relies on the deadlines that its session sets in the database server. A
 * connection pooler in transaction mode drops these settings, and prepared statements as well.
 */
import type pg from 'pg';
import { productVersion } from '../productVersion';

/**
 * Name of the database sessions of this version (`application_name`). Versions up to 1.1.0 do not name their sessions, so
 * `earlierVersions.ts` finds them.
 */
export const SESSION_NAME = `prosvet ${productVersion()}`;

/** SQLSTATE with which a pooler such as PgBouncer rejects a setting that it does not know. */
const PROTOCOL_VIOLATION = '08P01';

/** Thrown if the database connection does not keep the settings of its session. */
export class SessionSettingsLost extends Error {
  override readonly name = 'SessionSettingsLost';

  constructor(cause?: unknown) {
    super(
      'DATABASE_URL leads to a connection pooler that drops the settings of a session, such as PgBouncer: ' +
        'use the direct address of PostgreSQL.',
      { cause },
    );
  }
}

/**
 * Connects a client that was created with `lock_timeout: lockMs`, in ms. Throws `SessionSettingsLost` if the session
 * does not have this setting.
 */
export async function connectSession(client: pg.Client, lockMs: number): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) throw new SessionSettingsLost(error);
    throw error;
  }
  const { rows } = await client.query<{ ms: string }>(
    `select setting as ms from pg_settings where name = 'lock_timeout'`,
  );
  if (rows[0]?.ms !== String(lockMs)) throw new SessionSettingsLost();
}

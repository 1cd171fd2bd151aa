/** Inspects a PostgreSQL server and its product tables over one read-only connection, for the `doctor` command. */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { rolesWith } from '../../shared/staffRoles';
import type { VpnApp } from '../../shared/vpnAppList';
import { readOldestVersion } from './migrate';
import { PRODUCT_MIGRATIONS } from './migrations';
import { findAutopaymentsRejection } from './requestedPayments';
import * as tables from './schema/schema';
import { connectSession, SESSION_NAME } from './sessionSettings';
import { findCurrentList } from './vpnAppLists';
import { listRejections } from './vpnKeys';

export interface DatabaseDetails {
  /** Major version of the PostgreSQL server. */
  version: number;
  trigrams: 'installed' | 'available' | 'absent';
  /** State of the product's tables: created by this version, by an older version or by a newer version, or absent. */
  schema: 'current' | 'older' | 'newer' | 'empty';
  /** Oldest version of the product that may use the database, or null if the database does not state it. */
  oldestVersion: string | null;
  mayCreate: boolean;
  freeConnections: number;
  /** Number of enabled admin accounts, or 0 if the product's tables do not exist. */
  enabledAdmins: number;
  /** Names of the card providers that are marked as gone. */
  goneProviders: string[];
  /** Names of the card providers whose last response was that they do not permit autopayments. */
  forbiddenProviders: string[];
  /**
   * Reasons for which the VPN panel rejects changes of VPN credentials, with the number of credentials, most frequent
   * first. Empty if the product's tables are those of another version.
   */
  rejectedCredentials: { reason: string; count: number }[];
  /** Stored list of VPN apps, or null if no list was stored or the product's tables are those of another version. */
  vpnApps: readonly VpnApp[] | null;
}

const DEADLINE_MS = 10_000;

/** Number of reasons for rejected VPN credentials that are returned. */
const REASONS = 5;

async function value<Value>(client: pg.Client, text: string, parameters: unknown[] = []): Promise<Value> {
  const { rows } = await client.query<{ value: Value }>(text, parameters);
  const [row] = rows;
  if (row === undefined) throw new Error('the query returned no row');
  return row.value;
}

async function readSchema(client: pg.Client): Promise<DatabaseDetails['schema']> {
  const isMade = await value<boolean>(
    client,
    `select to_regclass('drizzle.__drizzle_migrations') is not null as value`,
  );
  if (!isMade) return 'empty';
  const last = await value<string | null>(
    client,
    'select max(created_at)::text as value from drizzle.__drizzle_migrations',
  );
  const newest = Math.max(...readMigrationFiles(PRODUCT_MIGRATIONS).map(({ folderMillis }) => folderMillis));
  if (last === null) return 'empty';
  if (Number(last) === newest) return 'current';
  return Number(last) < newest ? 'older' : 'newer';
}

async function readForbidden(client: pg.Client, providers: readonly string[]): Promise<string[]> {
  const db = drizzle(client, { schema: tables });
  const forbidden: string[] = [];
  for (const provider of providers)
    if ((await findAutopaymentsRejection(db, provider)) !== null) forbidden.push(provider);
  return forbidden;
}

/**
 * Connects to the PostgreSQL server and returns its details. `providers` are the names of the configured card providers.
 * Rejects with `SessionSettingsLost` behind a pooler that
 * drops settings, and with the driver's error if the server does not respond within 10 s.
 */
export async function examinePostgres(url: string, providers: readonly string[]): Promise<DatabaseDetails> {
  const client = new pg.Client({
    connectionString: url,
    application_name: SESSION_NAME,
    connectionTimeoutMillis: DEADLINE_MS,
    lock_timeout: DEADLINE_MS,
    statement_timeout: DEADLINE_MS,
  });
  client.on('error', () => undefined);
  try {
    await connectSession(client, DEADLINE_MS);
    await client.query('begin read only');
    const schema = await readSchema(client);
    const hasStaff = await value<boolean>(
      client,
      `select to_regclass('public.staff_accounts') is not null as value`,
    );
    const hasMarks = await value<boolean>(
      client,
      `select to_regclass('public.gone_providers') is not null as value`,
    );
    return {
      version: Math.floor(
        (await value<number>(client, `select current_setting('server_version_num')::int as value`)) / 10_000,
      ),
      trigrams: await value(
        client,
        `select case
           when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
           when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
           else 'absent' end as value`,
      ),
      schema,
      oldestVersion: await readOldestVersion(client),
      mayCreate: await value(
        client,
        `select has_database_privilege(current_database(), 'create')
           and has_schema_privilege('public', 'create') as value`,
      ),
      freeConnections: await value(
        client,
        `select current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as value`,
      ),
      enabledAdmins: hasStaff
        ? await value<number>(
            client,
            `select count(*)::int as value from staff_accounts where role = any($1) and disabled_at is null`,
            [rolesWith('manageTeam')],
          )
        : 0,
      goneProviders: hasMarks
        ? await value<string[]>(
            client,
            `select coalesce(array_agg(provider order by provider), '{}') as value
             from gone_providers where back_at is null`,
          )
        : [],
      forbiddenProviders: schema === 'current' ? await readForbidden(client, providers) : [],
      rejectedCredentials: schema === 'current' ? await listRejections(drizzle(client), REASONS) : [],
      vpnApps: schema === 'current' ? ((await findCurrentList(drizzle(client)))?.apps ?? null) : null,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

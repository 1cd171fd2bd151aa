/** Tests that migrations survive interruptions, concurrent instances and long transactions of running instances. */
import { rm } from 'node:fs/promises';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { migrate, MIGRATION_LOCK_MS, OUTSIDE_TRANSACTION } from '../../../src/server/store/migrate';
import { PRODUCT_MIGRATIONS } from '../../../src/server/store/migrations';
import { onPostgres } from '../../support/database';
import { nextMigrations } from '../../support/nextMigrations';
import { createOwnDatabase, type OwnDatabase } from '../../support/ownDatabase';

let database: OwnDatabase;
let clients: pg.Client[];
let folders: MigrationConfig[];

/** Connects as an instance does that migrates. */
async function connect(): Promise<pg.Client> {
  const client = await database.connect({ lock_timeout: MIGRATION_LOCK_MS });
  clients.push(client);
  return client;
}

async function nextVersion(...appended: (readonly string[])[]): Promise<MigrationConfig> {
  const config = await nextMigrations(appended);
  folders.push(config);
  return config;
}

async function readRows<Row>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query(text)).rows as Row[];
}

const countRows = async (client: pg.Client, from: string): Promise<number> =>
  (await readRows<{ count: number }>(client, `select count(*)::int as count from ${from}`))[0]?.count ?? -1;

/** Waits until a session of the database waits as `pg_stat_activity` describes. */
async function untilSession(client: pg.Client, condition: string): Promise<number> {
  for (;;) {
    const [found] = await readRows<{ pid: number }>(
      client,
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );
    if (found !== undefined) return found.pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

if (!onPostgres) {
  it('needs a database with several connections', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  beforeEach(async () => {
    clients = [];
    folders = [];
    database = await createOwnDatabase();
    await migrate(await connect(), [PRODUCT_MIGRATIONS]);
  });

  afterEach(async () => {
    for (const client of clients) await client.end().catch(() => undefined);
    await database.drop();
    for (const { migrationsFolder } of folders) await rm(migrationsFolder, { recursive: true });
  });

  it('rejects a version that is too old for the schema, and changes nothing', async () => {
    const client = await connect();
    await client.query(`update schema_state set oldest_version = '1.10.0'`);
    const next = await nextVersion(['create table later ()']);
    await expect(migrate(client, [next], '1.9.3')).rejects.toThrow(
      'Version 1.9.3 of the product is too old for this database. Its schema needs version 1.10.0 or newer.',
    );
    expect(await readRows(client, `select to_regclass('later') as made`)).toEqual([{ made: null }]);
    await migrate(client, [next], '1.10.0');
    expect(await countRows(client, 'later')).toBe(0);
  });

  it('lets the previous version start on a newer schema', async () => {
    const client = await connect();
    await migrate(client, [await nextVersion(['alter table accounts add column later text'])]);
    const applied = await countRows(client, 'drizzle.__drizzle_migrations');
    await migrate(client, [PRODUCT_MIGRATIONS]);
    expect(await countRows(client, 'drizzle.__drizzle_migrations')).toBe(applied);
  });

  it('continues with the migration that was interrupted', async () => {
    const next = await nextVersion(
      ['create table first ()'],
      ['create table second ()', 'select pg_sleep(case when exists (select from slow) then 60 else 0 end)'],
      ['create table third ()'],
    );
    const watcher = await connect();
    await watcher.query('create table slow (); insert into slow default values');
    const interrupted = migrate(await connect(), [next]).catch((error: unknown) => error);
    const pid = await untilSession(watcher, `wait_event = 'PgSleep'`);
    await watcher.query('select pg_terminate_backend($1)', [pid]);
    expect(await interrupted).toBeInstanceOf(Error);
    expect(
      await readRows(
        watcher,
        `select to_regclass('first')::text as first, to_regclass('second')::text as second`,
      ),
    ).toEqual([{ first: 'first', second: null }]);
    await watcher.query('delete from slow');
    await migrate(await connect(), [next]);
    expect(await countRows(watcher, 'second, third')).toBe(0);
  });

  it('creates an index without blocking writes, also after an interruption', async () => {
    const next = await nextVersion([
      `${OUTSIDE_TRANSACTION}\ndrop index concurrently if exists accounts_later`,
      'create index concurrently accounts_later on accounts (photo_url)',
    ]);
    const watcher = await connect();
    const writer = await connect();
    await writer.query('begin');
    await writer.query(
      `insert into accounts (uid, email, provider_id, created_at) values ('a', 'a@shop.example', 'email', now())`,
    );
    const interrupted = migrate(await connect(), [next]).catch((error: unknown) => error);
    const pid = await untilSession(watcher, `query ilike '%create index%' and wait_event_type = 'Lock'`);
    await watcher.query(
      `insert into accounts (uid, email, provider_id, created_at) values ('b', 'b@shop.example', 'email', now())`,
    );
    await watcher.query('select pg_terminate_backend($1)', [pid]);
    expect(await interrupted).toBeInstanceOf(Error);
    await writer.query('commit');
    await migrate(await connect(), [next]);
    expect(
      await readRows(
        watcher,
        `select indisvalid from pg_index where indexrelid = 'accounts_later'::regclass`,
      ),
    ).toEqual([{ indisvalid: true }]);
  });

  it('applies each migration once if several instances start at the same time', async () => {
    const next = await nextVersion(['create table later ()'], ['select pg_sleep(1)', 'create table last ()']);
    const watcher = await connect();
    const before = await countRows(watcher, 'drizzle.__drizzle_migrations');
    await Promise.all([1, 2, 3].map(async () => migrate(await connect(), [next])));
    expect(await countRows(watcher, 'drizzle.__drizzle_migrations')).toBe(before + 2);
  });

  it('lets requests proceed while a long transaction blocks a migration', async () => {
    const next = await nextVersion(['alter table accounts add column later text']);
    const holder = await connect();
    await holder.query('begin');
    await holder.query('select count(*) from accounts');
    const migrating = migrate(await connect(), [next]);
    const reader = await connect();
    await untilSession(reader, `query like 'alter table%' and wait_event_type = 'Lock'`);
    // This query queues behind the migration, and proceeds when the migration gives up its first try.
    await reader.query('set lock_timeout = 0');
    expect(await countRows(reader, 'accounts')).toBe(0);
    await holder.query('commit');
    await migrating;
    expect(await countRows(reader, `information_schema.columns where column_name = 'later'`)).toBe(1);
  });
}

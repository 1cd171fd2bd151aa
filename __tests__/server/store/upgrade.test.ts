/**
 * Tests that the present version keeps the data of version 1.0.0: no row is lost, and subscriptions, offers and timelines
 * stay the same.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database } from '../../../src/server/store/database';
import { migrate, MIGRATION_LOCK_MS } from '../../../src/server/store/migrate';
import { PRODUCT_MIGRATIONS } from '../../../src/server/store/migrations';
import * as schema from '../../../src/server/store/schema/schema';
import { onPostgres } from '../../support/database';
import { enumeratedColumns } from '../../support/enumeratedColumns';
import { type FrozenRow, insertRows, type Meaning, readMeaning, readRows } from '../../support/frozenData';
import { type FrozenVersion, readFrozenVersion } from '../../support/frozenFiles';
import { createOwnDatabase } from '../../support/ownDatabase';

const VERSION = '1.0.0';

let frozen: FrozenVersion;

beforeAll(async () => {
  frozen = await readFrozenVersion(VERSION);
});

/** Copies the migrations that version 1.0.0 has, which is the first one only. The caller deletes the folder. */
async function migrationsOfVersion(): Promise<MigrationConfig> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-migrations-'));
  await cp(PRODUCT_MIGRATIONS.migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  return { migrationsFolder: folder };
}

/** Tables that the first migration creates. */
async function tablesOfVersion(): Promise<string[]> {
  const text = await readFile(path.join(PRODUCT_MIGRATIONS.migrationsFolder, '0000_initial.sql'), 'utf8');
  return [...text.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name]) => name ?? '');
}

describe(`the frozen data of version ${VERSION}`, () => {
  it('has rows in every table', async () => {
    const filled = new Set(frozen.rows.map(({ table }) => table));
    expect((await tablesOfVersion()).filter((name) => !filled.has(name))).toEqual([]);
  });

  it('has every value of every enumerated column', () => {
    const missing = Object.entries(frozen.values).flatMap(([name, values]) => {
      const [table, column] = name.split('.') as [string, string];
      const present = new Set(
        frozen.rows.flatMap(({ table: other, row }) => (other === table ? [row[column]] : [])),
      );
      return values.filter((value) => !present.has(value)).map((value) => `${name} = ${value}`);
    });
    expect(missing).toEqual([]);
    expect(Object.keys(frozen.values).length).toBeGreaterThanOrEqual(35);
  });

  it('has only values that the present version knows', () => {
    const known = enumeratedColumns();
    const lost = Object.entries(frozen.values).flatMap(([name, values]) =>
      values
        .filter((value) => known.get(name)?.includes(value) !== true)
        .map((value) => `${name} = ${value}`),
    );
    expect(lost).toEqual([]);
  });
});

if (!onPostgres) {
  it('needs a database that starts with an older schema', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  it('loses no row and changes no subscription, offer or timeline', async () => {
    const database = await createOwnDatabase();
    const old = await migrationsOfVersion();
    const client = await database.connect({ lock_timeout: MIGRATION_LOCK_MS });
    try {
      await migrate(client, [old]);
      const db: Database = drizzle(client, { schema });
      await insertRows(db, frozen.rows);
      await migrate(client, [PRODUCT_MIGRATIONS]);
      const present = new Set((await readRows(db)).map((each) => buildKey(each, frozen)));
      // A later version may add columns, and raises the oldest version.
      const lost = frozen.rows.filter(
        (each) => each.table !== 'schema_state' && !present.has(buildKey(each, frozen)),
      );
      expect(lost).toEqual([]);
      expect(await readMeaning(db)).toMatchObject(withoutSearches(frozen.meaning));
    } finally {
      await client.end();
      await database.drop();
      await rm(old.migrationsFolder, { recursive: true });
    }
  });
}

/** Version 1.0.0 showed in the timeline which searches of staff had found the customer. */
function withoutSearches(meaning: Meaning): Meaning {
  const isSearch = (entry: object): boolean =>
    'action' in entry && (entry.action === 'findUsers' || entry.action === 'searchUsers');
  return Object.fromEntries(
    Object.entries(meaning).map(([id, { timeline, ...rest }]) => [
      id,
      { ...rest, timeline: (timeline as object[]).filter((entry) => !isSearch(entry)) },
    ]),
  );
}

/** Returns the table and the values of the row's columns that version 1.0.0 has, which identify the row. */
function buildKey({ table, row }: FrozenRow, { rows }: FrozenVersion): string {
  const columns = Object.keys(rows.find((each) => each.table === table)?.row ?? {}).toSorted();
  return JSON.stringify([table, ...columns.map((name) => row[name])]);
}

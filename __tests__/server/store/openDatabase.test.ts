import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/store/database';
import { DataDirectoryDamaged, openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { openSandboxTestDatabase, openTestDatabase } from '../../support/database';

test('an int8 is returned as a number by both drivers', async () => {
  const db = await openTestDatabase();
  const { rows } = await db.execute<{ many: unknown }>(sql`select 9007199254740991::int8 as many`);
  expect(rows).toEqual([{ many: 9007199254740991 }]);
});

test('the trigram extension is installed', async () => {
  const db = await openTestDatabase();
  const { rows } = await db.execute(sql`select similarity('prosvet', 'prosvet') as same`);
  expect(rows).toEqual([{ same: 1 }]);
});

test("a production database contains none of the sandbox's tables", async () => {
  const listTables = async (db: Database) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename like 'sandbox%'`,
    );
    return rows.map(({ name }) => name);
  };
  expect(await listTables(await openTestDatabase())).toEqual([]);
  expect(await listTables(await openSandboxTestDatabase())).toContain('sandbox_mail');
});

test('the embedded database reserves 8 MB of shared buffers and keeps the time zone', async () => {
  const { db, close } = await openEmbeddedDatabase();
  const { rows } = await db.execute(
    sql`select current_setting('shared_buffers') as buffers, current_setting('timezone') as zone`,
  );
  await close();
  expect(rows).toEqual([{ buffers: '8MB', zone: 'UTC' }]);
});

test('a damaged data folder is reported in a sentence with the required action', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'damaged-'));
  await writeFile(path.join(folder, 'PG_VERSION'), 'not a version');
  const opening = openEmbeddedDatabase({ folder });
  await expect(opening).rejects.toBeInstanceOf(DataDirectoryDamaged);
  await expect(opening).rejects.toThrow(`The database in ${folder} cannot be opened`);
  await rm(folder, { recursive: true });
});

import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/store/database';
import { openSandboxTestDatabase, openTestDatabase } from '../../support/database';

test('an int8 comes back as a number on both drivers', async () => {
  const db = await openTestDatabase();
  const { rows } = await db.execute<{ many: unknown }>(sql`select 9007199254740991::int8 as many`);
  expect(rows).toEqual([{ many: 9007199254740991 }]);
});

test('the trigram extension is there', async () => {
  const db = await openTestDatabase();
  const { rows } = await db.execute(sql`select similarity('prosvet', 'prosvet') as same`);
  expect(rows).toEqual([{ same: 1 }]);
});

test("a database of production holds none of the sandbox's tables", async () => {
  const tablesOf = async (db: Database) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename like 'sandbox%'`,
    );
    return rows.map(({ name }) => name);
  };
  expect(await tablesOf(await openTestDatabase())).toEqual([]);
  expect(await tablesOf(await openSandboxTestDatabase())).toContain('sandbox_mail');
});

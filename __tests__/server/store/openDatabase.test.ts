import { sql } from 'drizzle-orm';
import { openTestDatabase } from '../../support/database';

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

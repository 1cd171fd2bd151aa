/** Tests that the test setup reverses the rows of PostgreSQL queries without ORDER BY. */
import { sql } from 'drizzle-orm';
import { onPostgres, openTestDatabase } from '../../support/database';

it('reverses rows without an order, on PostgreSQL only', async () => {
  const db = await openTestDatabase();
  const read = async (order: string) => {
    const { rows } = await db.execute(sql.raw(`select n from (values (1), (3), (2)) as rows (n) ${order}`));
    return rows.map(({ n }) => n);
  };
  expect(await read('')).toEqual(onPostgres ? [2, 3, 1] : [1, 3, 2]);
  expect(await read('order by n')).toEqual([1, 2, 3]);
});

/**
 * Inserts many rows with one SQL statement that has a single parameter. This is several times faster than one parameter
 * per value.
 */
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../src/server/store/database';

/** Number of rows per SQL statement, chosen so that the parameter stays below a few megabytes. */
const ROWS = 5000;

/** Inserts rows into a table. All rows must have the same columns as the first row. */
export async function insertInBulk<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const given = new Set(Object.keys(rows[0] ?? {}));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.has(key));
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const typed = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += ROWS) {
    const records = rows.slice(start, start + ROWS).map((row) => {
      const values: Record<string, unknown> = row;
      return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]));
    });
    await tx.execute(
      sql`insert into ${table} (${names}) select ${names} from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as rows(${typed})`,
    );
  }
}

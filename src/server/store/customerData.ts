/** Reads everything that the database contains about one customer, as the data map describes it. */
import { and, asc, count, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, type AnyPgTable, getTableConfig } from 'drizzle-orm/pg-core';
import type { CustomerDataKind } from '../../shared/personalData';
import type { Database } from './database';
import { DATA_MAP, type DataSubject, findDataClass } from './dataMap';

export type DataRow = Readonly<Record<string, unknown>>;

/** Number of rows that are read at once. The number is small, so that other requests are not delayed. */
const PAGE_ROWS = 500;

/** Prefix of the selected columns of the primary key, which are not part of a row. */
const KEY = 'key ';

/** Table with rows of the subject. */
export interface CustomerTable {
  table: string;
  kind: CustomerDataKind;
  /** Columns of the table, without secrets. */
  columns: readonly string[];
  /** Number of rows when the table was counted. */
  count: number;
  /** Reads the rows page by page, in the order of the primary key. Each row has the columns of the table. */
  pages: () => AsyncGenerator<DataRow[]>;
}

/** Returns the columns of a table's primary key. */
function findPrimaryKey(table: AnyPgTable): AnyPgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const own = columns.filter(({ primary }) => primary);
  const key = own.length > 0 ? own : (primaryKeys[0]?.columns ?? []);
  if (key.length === 0) throw new Error(`${getTableName(table)} has no primary key`);
  return key;
}

/** Returns the condition that a row follows the row with these values of the primary key. */
function follows(key: readonly AnyPgColumn[], last: readonly unknown[]): SQL {
  const columns = sql.join([...key], sql`, `);
  const values = sql.join(
    key.map((column, index) => sql.param(last[index], column)),
    sql`, `,
  );
  return sql`(${columns}) > (${values})`;
}

/** Returns the tables of the data map with the subject's rows, in the order of the data map. Secret columns are omitted. */
export async function countCustomerData(db: Database, subject: DataSubject): Promise<CustomerTable[]> {
  const tables: CustomerTable[] = [];
  for (const row of DATA_MAP) {
    const { table, kind } = row;
    if (row.erasure === 'none' || kind === 'staff' || kind === 'operation') continue;
    const source: AnyPgTable = table;
    const shown = Object.fromEntries(
      Object.entries(getTableColumns(source)).filter(([column]) => findDataClass(row, column) !== 'secret'),
    );
    const isOfSubject = row.buildCondition(subject);
    const [counted] = await db.select({ rows: count() }).from(source).where(isOfSubject);
    tables.push({
      table: getTableName(table),
      kind,
      columns: Object.keys(shown),
      count: counted?.rows ?? 0,
      pages: () => readPages(db, source, shown, isOfSubject),
    });
  }
  return tables;
}

async function* readPages(
  db: Database,
  table: AnyPgTable,
  shown: Record<string, AnyPgColumn>,
  isOfSubject: SQL | undefined,
): AsyncGenerator<DataRow[]> {
  const key = findPrimaryKey(table);
  const keyFields = Object.fromEntries(key.map((column, index) => [`${KEY}${String(index)}`, column]));
  let last: unknown[] | null = null;
  for (;;) {
    const page: Record<string, unknown>[] = await db
      .select({ ...shown, ...keyFields })
      .from(table)
      .where(and(isOfSubject, last === null ? undefined : follows(key, last)))
      .orderBy(...key.map((column) => asc(column)))
      .limit(PAGE_ROWS);
    if (page.length > 0)
      yield page.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith(KEY))),
      );
    const end = page.at(-1);
    if (page.length < PAGE_ROWS || end === undefined) return;
    last = key.map((_column, index) => end[`${KEY}${String(index)}`]);
  }
}

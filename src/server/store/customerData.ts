/** Reads everything that the database contains about one customer, as the data map describes it. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { CustomerDataKind } from '../../shared/personalData';
import type { Database } from './database';
import { classOf, DATA_MAP, type DataSubject } from './dataMap';

export type DataRow = Readonly<Record<string, unknown>>;

export interface CustomerTable {
  table: string;
  kind: CustomerDataKind;
  /** Rows with the columns of the table, without secrets. */
  rows: DataRow[];
}

/** Returns the rows of the subject by table, in the order of the data map. Secret columns are omitted. */
export async function readCustomerData(db: Database, subject: DataSubject): Promise<CustomerTable[]> {
  const tables: CustomerTable[] = [];
  for (const row of DATA_MAP) {
    const { table, kind } = row;
    if (row.erasure === 'none' || kind === 'staff' || kind === 'operation') continue;
    const shown = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([column]) => classOf(row, column) !== 'secret'),
    );
    const source: AnyPgTable = table;
    const rows = await db.select(shown).from(source).where(row.rowsOf(subject));
    tables.push({ table: getTableName(table), kind, rows });
  }
  return tables;
}

/**
 * The database handle that stores and use cases share: Drizzle over the embedded PGlite or over
 * node-postgres, one PostgreSQL dialect (SQL for PostgreSQL 15).
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/schema';

type Schema = typeof schema;

/** What both drivers answer to raw `execute`: an object that holds the rows. */
interface Rows<Row> {
  rows: Row[];
}

interface RowsQueryResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>;
}

/**
 * A connection or a transaction: stores take either. PGlite is one connection, so a query outside
 * `tx` during a transaction deadlocks: always pass the transaction on.
 */
export type Database = PgDatabase<RowsQueryResult, Schema>;

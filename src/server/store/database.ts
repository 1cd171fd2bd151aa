/**
 * Database type that stores and use cases share. The database is accessed with Drizzle on the embedded PGlite or on
 * node-postgres. Both drivers accept the SQL of PostgreSQL 15.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/schema';

type Schema = typeof schema;

/** Result of raw `execute` in both drivers. */
interface Rows<Row> {
  rows: Row[];
}

interface RowsQueryResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>;
}

/**
 * Database connection or transaction; store functions accept either. PGlite has only one connection, so a query outside
 * `tx` during a transaction deadlocks. A transaction must therefore be passed to all functions that are called in it.
 */
export type Database = PgDatabase<RowsQueryResult, Schema>;

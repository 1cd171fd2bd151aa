/**
 * The database handle that stores and use cases share: Drizzle over the embedded PGlite or over
 * node-postgres, one PostgreSQL dialect (SQL for PostgreSQL 15).
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/schema';

export type Schema = typeof schema;

/**
 * A connection or a transaction: stores take either. PGlite is one connection, so a query outside
 * `tx` during a transaction deadlocks: always pass the transaction on.
 */
export type Database = PgDatabase<PgQueryResultHKT, Schema>;

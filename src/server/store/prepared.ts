/** Queries of the hot paths, built once for each database and sent by name, so that the database plans them once too. */
import type { Database } from './database';

/** Remembers what `prepare` makes of a database. */
export function preparedOnce<Query>(prepare: (db: Database) => Query): (db: Database) => Query {
  const made = new WeakMap<Database, Query>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const query = prepare(db);
    made.set(db, query);
    return query;
  };
}

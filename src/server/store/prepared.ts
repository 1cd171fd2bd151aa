/**
 * Caches prepared queries for frequent requests. Each query is built once per database and sent by name, so that the
 * database plans it only once.
 */
import type { Database } from './database';

/**
 * Returns a function that calls `prepare` once per database and returns the cached query.
 * @example const selectSubscription = preparedOnce((db) => db.select().from(subscriptions).prepare('subscription_of_account'))
 */
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

/**
 * Reverses the rows of queries without ORDER BY, to find code that depends on an unspecified order. PostgreSQL guarantees
 * no order for such a query, but nearly always returns rows in insertion order until a vacuum has changed the table.
 */
import pg from 'pg';

/** Members of a query object of `pg` that are missing from the package's type definitions. */
interface AskedQuery {
  text: string;
  _result: { rows: unknown[]; addRow: (row: unknown) => void };
  handleRowDescription: (message: unknown) => void;
}

const isUnordered = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\border by\b/i.test(text);

let isReversed = false;

/** Reverses the rows of all later queries without ORDER BY, on all database connections of the process. */
export function reverseUnorderedRows(): void {
  if (isReversed) return;
  isReversed = true;
  const described = Reflect.get(
    pg.Query.prototype,
    'handleRowDescription',
  ) as AskedQuery['handleRowDescription'];
  Object.assign(pg.Query.prototype, {
    handleRowDescription(this: AskedQuery, message: unknown) {
      described.call(this, message);
      const { text, _result: result } = this;
      if (isUnordered(text)) result.addRow = (row) => result.rows.unshift(row);
    },
  });
}

/**
 * PostgreSQL promises no order without ORDER BY, and gives the order of insertion nearly always: until something has
 * cleaned the table up meanwhile. In tests the rows of such a question come in reverse, so that whoever reads an order
 * into them is found each time.
 */
import pg from 'pg';

/** What `pg` keeps of a question; its types leave it out. */
interface AskedQuery {
  text: string;
  _result: { rows: unknown[]; addRow: (row: unknown) => void };
  handleRowDescription: (message: unknown) => void;
}

const isUnordered = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\border by\b/i.test(text);

let isReversed = false;

/** Of all connections of this process, from now on. */
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

/** Dumps every row of every table as text, as a backup would contain it. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/store/database';

/** Returns one line of text per row of the database. A line begins with the name of the row's table. */
export async function dumpDatabase(db: Database): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql.raw(`select to_jsonb(t)::text as text from ${name} t`),
    );
    lines.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return lines;
}

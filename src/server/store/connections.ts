/** The connection log in SQL. */
import { desc, eq } from 'drizzle-orm';
import type { Database } from './database';
import { connections } from './schema/devices';

export type ConnectionRow = typeof connections.$inferSelect;

export async function insertConnection(
  db: Database,
  connection: typeof connections.$inferInsert,
): Promise<ConnectionRow> {
  const [row] = await db.insert(connections).values(connection).returning();
  if (row === undefined) throw new Error('the connection was not written down');
  return row;
}

/** Newest first. */
export async function listConnections(
  db: Database,
  accountId: number,
  limit: number,
): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(eq(connections.accountId, accountId))
    .orderBy(desc(connections.connectedAt), desc(connections.id))
    .limit(limit);
}

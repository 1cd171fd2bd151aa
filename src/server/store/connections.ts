/** The connection log in SQL. */
import { and, desc, eq } from 'drizzle-orm';
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

/** The same, unless the device has an entry of that very moment. The caller holds the account's lock. */
export async function insertConnectionOnce(
  tx: Database,
  connection: typeof connections.$inferInsert,
): Promise<void> {
  const [known] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.accountId, connection.accountId),
        eq(connections.connectedAt, connection.connectedAt),
        eq(connections.deviceId, connection.deviceId),
      ),
    )
    .limit(1);
  if (known === undefined) await insertConnection(tx, connection);
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

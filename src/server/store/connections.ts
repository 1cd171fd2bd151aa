/** Queries of the connection log, which records when devices connected to the VPN. */
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from './database';
import { connections } from './schema/devices';

export type ConnectionRow = typeof connections.$inferSelect;

export async function insertConnection(
  db: Database,
  connection: typeof connections.$inferInsert,
): Promise<ConnectionRow> {
  const [row] = await db.insert(connections).values(connection).returning();
  if (row === undefined) throw new Error('inserting the connection returned no row');
  return row;
}

/**
 * Inserts a connection unless the connection log already has a connection of this device at exactly this time. The
 * caller must hold the lock on the account.
 */
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

/** Returns connections of an account, newest first. */
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

/**
 * Returns the times of the last successful connections of an account's devices, by device id. Devices without a
 * connection are missing from the map.
 */
export async function findLastConnections(
  db: Database,
  accountId: number,
  deviceIds: readonly string[],
): Promise<Map<string, Date>> {
  const found = new Map<string, Date>();
  for (const deviceId of deviceIds) {
    const [last] = await db
      .select({ connectedAt: connections.connectedAt })
      .from(connections)
      .where(
        and(
          eq(connections.accountId, accountId),
          eq(connections.deviceId, deviceId),
          eq(connections.success, true),
        ),
      )
      .orderBy(desc(connections.connectedAt))
      .limit(1);
    if (last !== undefined) found.set(deviceId, last.connectedAt);
  }
  return found;
}

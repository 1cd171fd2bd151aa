/** Queries of the connection log, which records when devices connected to the VPN. */
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
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

/** Maximum number of rows of one device. The oldest rows are deleted. */
export const CONNECTIONS_OF_DEVICE = 2_000;

/** Device of an account, as the connection log names it. */
export type ConnectingDevice = Pick<ConnectionRow, 'accountId' | 'deviceId' | 'deviceName' | 'platform'>;

export type ConnectionAttempt = Pick<ConnectionRow, 'connectedAt' | 'success'>;

const toMinute = ({ connectedAt }: ConnectionAttempt): number => Math.floor(connectedAt.getTime() / 60_000);

/** Returns whether `a` represents a minute better than `b`: a success before a failure, then the earlier attempt. */
const representsBetter = (a: ConnectionAttempt, b: ConnectionAttempt): boolean =>
  a.success === b.success ? a.connectedAt < b.connectedAt : a.success;

/** Returns one attempt per minute. */
function onePerMinute(attempts: readonly ConnectionAttempt[]): ConnectionAttempt[] {
  const ofMinute = new Map<number, ConnectionAttempt>();
  for (const attempt of attempts) {
    const known = ofMinute.get(toMinute(attempt));
    if (known === undefined || representsBetter(attempt, known)) ofMinute.set(toMinute(attempt), attempt);
  }
  return [...ofMinute.values()];
}

/**
 * Stores connection attempts of a device: at most one per minute, and at most `CONNECTIONS_OF_DEVICE` in total. The first
 * attempt of a minute is kept, but a success wins over a failure. Storing the same attempts again changes nothing. The
 * caller must hold the lock on the account.
 */
export async function storeConnections(
  tx: Database,
  device: ConnectingDevice,
  attempts: readonly ConnectionAttempt[],
): Promise<void> {
  const { accountId, deviceId } = device;
  const ofDevice = and(eq(connections.accountId, accountId), eq(connections.deviceId, deviceId));
  for (const attempt of onePerMinute(attempts)) {
    const minute = new Date(toMinute(attempt) * 60_000);
    const [known] = await tx
      .select()
      .from(connections)
      .where(
        and(
          ofDevice,
          gte(connections.connectedAt, minute),
          lt(connections.connectedAt, new Date(minute.getTime() + 60_000)),
        ),
      )
      .orderBy(desc(connections.success), connections.connectedAt, connections.id)
      .limit(1);
    if (known === undefined) await insertConnection(tx, { ...device, ...attempt });
    else if (representsBetter(attempt, known))
      await tx.update(connections).set(attempt).where(eq(connections.id, known.id));
  }
  const beyond = tx
    .select({ id: connections.id })
    .from(connections)
    .where(ofDevice)
    .orderBy(desc(connections.connectedAt), desc(connections.id))
    .offset(CONNECTIONS_OF_DEVICE);
  await tx.delete(connections).where(inArray(connections.id, beyond));
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

/** Queries of broadcast pushes, which staff send to many devices at once. */
import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { PushOutcome } from '../../shared/contract/auditEntries';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { bulkPushDevices, bulkPushes } from './schema/bulkPushes';
import { devices } from './schema/devices';
import { staffAccounts, staffAudit } from './schema/staff';

export type NewBulkPush = Omit<typeof bulkPushes.$inferInsert, 'id'>;

/** Inserts a broadcast push and returns its id. Returns null if a push with the same idempotency key exists already. */
export async function insertBulkPush(tx: Database, row: NewBulkPush): Promise<number | null> {
  const [inserted] = await tx
    .insert(bulkPushes)
    .values(row)
    .onConflictDoNothing({ target: bulkPushes.requestKey })
    .returning({ id: bulkPushes.id });
  return inserted?.id ?? null;
}

export async function findBulkPushByRequest(tx: Database, requestKey: string) {
  const [row] = await tx.select().from(bulkPushes).where(eq(bulkPushes.requestKey, requestKey));
  return row ?? null;
}

/**
 * Returns the audit log details of a broadcast push that was sent, or an empty object if the audit log has no entry for
 * the push.
 */
export async function findBulkPushAudit(tx: Database, id: number): Promise<Record<string, unknown>> {
  const [row] = await tx
    .select({ details: staffAudit.details })
    .from(staffAudit)
    .where(
      and(eq(staffAudit.action, 'sendBulkPush'), sql`(${staffAudit.details} ->> 'bulkPushId')::int = ${id}`),
    );
  return row?.details ?? {};
}

/** Inserts one delivery of a broadcast push for each device. Returns a map from device row id to delivery id. */
export async function insertBulkPushDevices(
  tx: Database,
  bulkPushId: number,
  deviceIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .insert(bulkPushDevices)
    .values(deviceIds.map((deviceId) => ({ bulkPushId, deviceId })))
    .returning({ id: bulkPushDevices.id, deviceId: bulkPushDevices.deviceId });
  return new Map(rows.map(({ id, deviceId }) => [deviceId, id]));
}

/**
 * Records the delivery result of a broadcast push for one device. Returns the device, or null if the result was
 * recorded before.
 */
export async function settleBulkPushDevice(
  tx: Database,
  id: number,
  settled: { outcome: PushOutcome; reason: string | null; at: Date },
): Promise<typeof devices.$inferSelect | null> {
  const { at: settledAt, ...said } = settled;
  const [row] = await tx
    .update(bulkPushDevices)
    .set({ ...said, settledAt })
    .where(and(eq(bulkPushDevices.id, id), isNull(bulkPushDevices.outcome)))
    .returning({ deviceId: bulkPushDevices.deviceId });
  if (row === undefined) return null;
  const [device] = await tx.select().from(devices).where(eq(devices.id, row.deviceId));
  return device ?? null;
}

export interface BulkPushRow {
  id: number;
  push: typeof bulkPushes.$inferSelect.push;
  deviceCount: number;
  createdAt: Date;
  username: string;
  /** Number of devices with each delivery result. */
  outcomes: Record<PushOutcome, number>;
  /** Number of devices whose delivery is pending. */
  pending: number;
}

/** Returns broadcast pushes with their delivery counts, newest first. With `id`, returns only this broadcast push. */
export async function listBulkPushes(
  db: Database,
  { id, limit }: { id?: number; limit: number },
): Promise<BulkPushRow[]> {
  const rows = await db
    .select({
      id: bulkPushes.id,
      push: bulkPushes.push,
      deviceCount: bulkPushes.deviceCount,
      createdAt: bulkPushes.createdAt,
      username: staffAccounts.username,
    })
    .from(bulkPushes)
    .innerJoin(staffAccounts, eq(staffAccounts.id, bulkPushes.createdBy))
    .where(id === undefined ? undefined : eq(bulkPushes.id, id))
    .orderBy(desc(bulkPushes.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const counts = await db
    .select({
      id: bulkPushDevices.bulkPushId,
      outcome: bulkPushDevices.outcome,
      devices: sql<number>`count(*)::int`,
    })
    .from(bulkPushDevices)
    .where(
      inArray(
        bulkPushDevices.bulkPushId,
        rows.map((row) => row.id),
      ),
    )
    .groupBy(bulkPushDevices.bulkPushId, bulkPushDevices.outcome);
  return rows.map((row) => {
    const of = (outcome: PushOutcome | null): number =>
      counts.find((each) => each.id === row.id && each.outcome === outcome)?.devices ?? 0;
    return {
      ...row,
      outcomes: { delivered: of('delivered'), unregistered: of('unregistered'), failed: of('failed') },
      pending: of(null),
    };
  });
}

export interface BulkPushDeviceRow {
  id: number;
  accountId: number;
  email: string;
  deviceId: string;
  deviceName: string;
  outcome: PushOutcome | null;
  reason: string | null;
}

/**
 * Returns deliveries of a broadcast push in ascending order of id, starting after delivery `after`. The filter
 * `unreached` selects pending and failed deliveries only.
 */
export async function listBulkPushDevices(
  db: Database,
  {
    bulkPushId,
    after,
    unreached,
    limit,
  }: {
    bulkPushId: number;
    after: number | null;
    unreached: boolean;
    limit: number;
  },
): Promise<BulkPushDeviceRow[]> {
  const { id, outcome, reason } = bulkPushDevices;
  return db
    .select({
      ...{ id, outcome, reason, accountId: accounts.id, email: accounts.email },
      ...{ deviceId: devices.deviceId, deviceName: devices.deviceName },
    })
    .from(bulkPushDevices)
    .innerJoin(devices, eq(devices.id, bulkPushDevices.deviceId))
    .innerJoin(accounts, eq(accounts.id, devices.accountId))
    .where(
      and(
        eq(bulkPushDevices.bulkPushId, bulkPushId),
        after === null ? undefined : gt(id, after),
        unreached ? or(ne(outcome, 'delivered'), isNull(outcome)) : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(limit);
}

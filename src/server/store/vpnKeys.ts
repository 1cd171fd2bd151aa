/** Queries of VPN credentials. Each attached device has one credential, which is a user of the VPN panel. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { CredentialId } from '../domain/credentialName';
import type { Database } from './database';
import { connections, devices } from './schema/devices';
import { vpnKeys, vpnReconciliation } from './schema/vpn';

export type VpnKeyRow = typeof vpnKeys.$inferSelect;

export interface KeyRevision {
  deviceId: number;
  revision: number;
}

/**
 * Raises the revision of the devices' VPN credentials by 1, so that the credentials are updated in the VPN panel. A
 * device without a credential gets revision 1.
 */
export async function raiseRevisions(tx: Database, deviceIds: readonly number[]): Promise<KeyRevision[]> {
  if (deviceIds.length === 0) return [];
  return tx
    .insert(vpnKeys)
    .values(deviceIds.map((deviceId) => ({ deviceId, revision: 1 })))
    .onConflictDoUpdate({ target: vpnKeys.deviceId, set: { revision: sql`${vpnKeys.revision} + 1` } })
    .returning({ deviceId: vpnKeys.deviceId, revision: vpnKeys.revision });
}

/**
 * Starts the VPN credential of a new attachment of a device. The generation is 1 for a device without a VPN credential,
 * otherwise the previous generation plus 1. The stored state of the previous credential is cleared, because this state
 * does not apply to the new credential.
 */
export async function startGeneration(tx: Database, deviceId: number): Promise<KeyRevision> {
  const [started] = await tx
    .insert(vpnKeys)
    .values({ deviceId, revision: 1 })
    .onConflictDoUpdate({
      target: vpnKeys.deviceId,
      set: {
        revision: sql`${vpnKeys.revision} + 1`,
        generation: sql`${vpnKeys.generation} + 1`,
        ref: null,
        wantedUntil: null,
        appliedUntil: null,
        openedAt: null,
        blocked: false,
      },
    })
    .returning({ deviceId: vpnKeys.deviceId, revision: vpnKeys.revision });
  if (started === undefined) throw new Error('starting the generation returned no row');
  return started;
}

/**
 * Records that these VPN credentials may still exist in the VPN panel although they were closed, so that they are
 * closed again.
 */
export async function markUnclosed(tx: Database, leftovers: readonly CredentialId[]): Promise<void> {
  if (leftovers.length === 0) return;
  const rows = JSON.stringify(
    leftovers.map(({ deviceId, generation }) => ({ device_id: deviceId, generation })),
  );
  await tx.execute(sql`
    update vpn_keys
       set closed_through = least(vpn_keys.closed_through, leftover.generation - 1)
      from (select device_id, min(generation) as generation
              from jsonb_to_recordset(${rows}::jsonb) as given(device_id int, generation int)
             group by device_id) as leftover
     where vpn_keys.device_id = leftover.device_id`);
}

/**
 * Raises the revisions of the account's attached devices whose VPN credential was last requested with a different
 * access expiry. `until` is null if the account's access has ended. If the access has ended, credentials that have
 * already expired by `now` are skipped, because the VPN panel ends expired credentials by itself.
 */
export async function raiseRevisionsOfAccount(
  tx: Database,
  accountId: number,
  until: Date | null,
  now: Date,
): Promise<KeyRevision[]> {
  const end = until ?? now;
  const isAffected =
    until === null
      ? or(isNull(vpnKeys.wantedUntil), gt(vpnKeys.wantedUntil, now))
      : sql`${vpnKeys.wantedUntil} is distinct from ${end.toISOString()}::timestamptz`;
  const attached = tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.accountId, accountId), isNull(devices.detachedAt)));
  return tx
    .update(vpnKeys)
    .set({ revision: sql`${vpnKeys.revision} + 1`, wantedUntil: end })
    .where(and(inArray(vpnKeys.deviceId, attached), isAffected))
    .returning({ deviceId: vpnKeys.deviceId, revision: vpnKeys.revision });
}

export async function findKey(db: Database, deviceId: number): Promise<VpnKeyRow | null> {
  const [row] = await db.select().from(vpnKeys).where(eq(vpnKeys.deviceId, deviceId));
  return row ?? null;
}

/**
 * Returns the VPN credentials of several devices, by device row. Devices without a credential are missing from the map.
 */
export async function findKeys(db: Database, deviceIds: readonly number[]): Promise<Map<number, VpnKeyRow>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(vpnKeys)
    .where(inArray(vpnKeys.deviceId, [...deviceIds]));
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/**
 * Leases a VPN credential to the caller until `leaseUntil`. Returns null if another caller holds the lease or the
 * device has no credential.
 */
export async function leaseKey(
  db: Database,
  deviceId: number,
  now: Date,
  leaseUntil: Date,
): Promise<VpnKeyRow | null> {
  const [row] = await db
    .update(vpnKeys)
    .set({ leaseUntil })
    .where(and(eq(vpnKeys.deviceId, deviceId), or(isNull(vpnKeys.leaseUntil), lte(vpnKeys.leaseUntil, now))))
    .returning();
  return row ?? null;
}

/**
 * Extends the lease of a VPN credential. `held` is the end of the current lease. Returns null if the lease has expired
 * and another caller has leased the credential.
 */
export async function renewLease(
  db: Database,
  deviceId: number,
  held: Date,
  leaseUntil: Date,
): Promise<VpnKeyRow | null> {
  const [row] = await db
    .update(vpnKeys)
    .set({ leaseUntil })
    .where(and(eq(vpnKeys.deviceId, deviceId), eq(vpnKeys.leaseUntil, held)))
    .returning();
  return row ?? null;
}

/** State of a VPN credential after it was applied to the VPN panel. */
export interface AppliedKey {
  /** Last generation of the device whose credential is closed in the VPN panel. */
  closedThrough: number;
  ref: string | null;
  until: Date | null;
  openedAt: Date | null;
}

/**
 * Stores the applied state of a VPN credential and releases its lease. Returns false, and changes nothing, if the
 * credential's revision was raised in the meantime or the lease was lost.
 */
export async function finishKey(
  db: Database,
  deviceId: number,
  lease: { held: Date; revision: number },
  applied: AppliedKey,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(vpnKeys)
    .set({
      appliedRevision: lease.revision,
      closedThrough: applied.closedThrough,
      ref: applied.ref,
      appliedUntil: applied.until,
      openedAt: applied.openedAt,
      appliedAt: now,
      leaseUntil: null,
      problem: null,
    })
    .where(
      and(
        eq(vpnKeys.deviceId, deviceId),
        eq(vpnKeys.leaseUntil, lease.held),
        eq(vpnKeys.revision, lease.revision),
      ),
    )
    .returning({ deviceId: vpnKeys.deviceId });
  return rows.length > 0;
}

/**
 * Releases the lease of a VPN credential and stores why the attempt to apply the credential failed. `problem` is null
 * if there was nothing to apply. Returns false, and changes nothing, if the lease was lost.
 */
export async function releaseKey(
  db: Database,
  deviceId: number,
  held: Date,
  problem: string | null,
): Promise<boolean> {
  const rows = await db
    .update(vpnKeys)
    .set({ leaseUntil: null, problem })
    .where(and(eq(vpnKeys.deviceId, deviceId), eq(vpnKeys.leaseUntil, held)))
    .returning({ deviceId: vpnKeys.deviceId });
  return rows.length > 0;
}

const ROW_ID = 1;

/**
 * Starts the next reconciliation run with the VPN panel and returns its number. Returns null if another run is in
 * progress or no run is due.
 */
export async function claimPass(db: Database, now: Date, leaseUntil: Date): Promise<number | null> {
  await db
    .insert(vpnReconciliation)
    .values({ id: ROW_ID, pass: 0, dueAt: new Date(0) })
    .onConflictDoNothing();
  const [row] = await db
    .update(vpnReconciliation)
    .set({ pass: sql`${vpnReconciliation.pass} + 1`, dueAt: leaseUntil })
    .where(and(eq(vpnReconciliation.id, ROW_ID), lte(vpnReconciliation.dueAt, now)))
    .returning({ pass: vpnReconciliation.pass });
  return row?.pass ?? null;
}

/**
 * Sets the time when the next reconciliation run is due. Returns false, and changes nothing, if run `pass` timed out
 * and another run has started.
 */
export async function postponePass(db: Database, pass: number, dueAt: Date): Promise<boolean> {
  const rows = await db
    .update(vpnReconciliation)
    .set({ dueAt })
    .where(and(eq(vpnReconciliation.id, ROW_ID), eq(vpnReconciliation.pass, pass)))
    .returning({ pass: vpnReconciliation.pass });
  return rows.length > 0;
}

/** Records when reconciliation run `pass` began to read the VPN panel, after it has read all credentials. */
export async function notePanelReading(db: Database, pass: number, readAt: Date): Promise<void> {
  await db
    .update(vpnReconciliation)
    .set({ readAt })
    .where(and(eq(vpnReconciliation.id, ROW_ID), eq(vpnReconciliation.pass, pass)));
}

/** Returns when the last complete reading of the VPN panel began, or null before the first one. */
export async function findPanelReading(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ readAt: vpnReconciliation.readAt })
    .from(vpnReconciliation)
    .where(eq(vpnReconciliation.id, ROW_ID));
  return row?.readAt ?? null;
}

/** State of a VPN credential that the VPN panel reported during a reconciliation run. */
export interface SeenKey extends CredentialId {
  until: Date;
  blocked: boolean;
  lastSeenAt: Date | null;
}

/**
 * Stores the state that the VPN panel reported for these VPN credentials. A credential is skipped if its device has a
 * credential of a newer generation by now.
 */
export async function markSeen(db: Database, pass: number, seen: readonly SeenKey[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = JSON.stringify(
    seen.map((key) => ({
      device_id: key.deviceId,
      generation: key.generation,
      until: key.until.toISOString(),
      blocked: key.blocked,
      last_seen_at: key.lastSeenAt?.toISOString() ?? null,
    })),
  );
  await db.execute(sql`
    update vpn_keys
       set seen_pass = ${pass}, blocked = seen.blocked, applied_until = seen.until,
           last_seen_at = coalesce(seen.last_seen_at, vpn_keys.last_seen_at)
      from jsonb_to_recordset(${rows}::jsonb)
           as seen(device_id int, generation int, until timestamptz, blocked boolean,
                   last_seen_at timestamptz)
     where vpn_keys.device_id = seen.device_id and vpn_keys.generation = seen.generation`);
}

/** Returns devices by row id, attached or detached, each with its VPN credential or null. */
export async function listDevicesWithKeys(db: Database, deviceIds: readonly number[]) {
  if (deviceIds.length === 0) return [];
  return db
    .select({ device: devices, key: vpnKeys })
    .from(devices)
    .leftJoin(vpnKeys, eq(vpnKeys.deviceId, devices.id))
    .where(inArray(devices.id, [...deviceIds]));
}

/**
 * Returns attached devices whose VPN credential was not found in the VPN panel by reconciliation run `pass`, in order
 * of row id. The result includes only credentials that were applied before `appliedBefore` or whose last attempt
 * failed. The page starts after row id `after`.
 */
export async function listUnseen(
  db: Database,
  pass: number,
  { appliedBefore, after, limit }: { appliedBefore: Date; after: number; limit: number },
) {
  return db
    .select({ device: devices, key: vpnKeys })
    .from(vpnKeys)
    .innerJoin(devices, eq(devices.id, vpnKeys.deviceId))
    .where(
      and(
        isNull(devices.detachedAt),
        lt(vpnKeys.seenPass, pass),
        or(lt(vpnKeys.appliedAt, appliedBefore), isNotNull(vpnKeys.problem)),
        gt(vpnKeys.deviceId, after),
      ),
    )
    .orderBy(asc(vpnKeys.deviceId))
    .limit(limit);
}

/**
 * Inserts connections into the connection log and stores the time of the last logged connection with each VPN
 * credential.
 */
export async function noteConnections(
  db: Database,
  noted: readonly (typeof connections.$inferInsert & { deviceRowId: number })[],
): Promise<void> {
  if (noted.length === 0) return;
  await db.insert(connections).values(noted.map(({ deviceRowId: _row, ...connection }) => connection));
  const rows = JSON.stringify(
    noted.map(({ deviceRowId, connectedAt }) => ({ device_id: deviceRowId, at: connectedAt.toISOString() })),
  );
  await db.execute(sql`
    update vpn_keys set noted_at = noted.at
      from jsonb_to_recordset(${rows}::jsonb) as noted(device_id int, at timestamptz)
     where vpn_keys.device_id = noted.device_id`);
}

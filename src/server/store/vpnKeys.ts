/** Queries of VPN credentials. Each attached device has one credential, which is a user of the VPN panel. */
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
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
        endedAt: null,
        failedAt: null,
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
): Promise<(KeyRevision & Pick<VpnKeyRow, 'appliedUntil'>)[]> {
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
    .returning({
      deviceId: vpnKeys.deviceId,
      revision: vpnKeys.revision,
      appliedUntil: vpnKeys.appliedUntil,
    });
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
  blocked: boolean;
  endedAt: Date | null;
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
      blocked: applied.blocked,
      endedAt: applied.endedAt,
      appliedAt: now,
      leaseUntil: null,
      problem: null,
      failedAt: null,
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

/** Failure of an attempt to apply a VPN credential. */
export interface KeyFailure {
  problem: string;
  /** Whether the VPN panel rejected the change. Otherwise the effect of the change is unknown. */
  isRejected: boolean;
}

/**
 * Releases the lease of a VPN credential and stores why the attempt to apply the credential failed. `failure` is null if
 * there was nothing to apply. Returns false, and changes nothing, if the lease was lost.
 */
export async function releaseKey(
  db: Database,
  deviceId: number,
  held: Date,
  failure: KeyFailure | null,
): Promise<boolean> {
  // The database stamps the failure, as it stamps the messages of the outbox.
  const failedAt = failure?.isRejected === true ? sql`coalesce(${vpnKeys.failedAt}, now())` : undefined;
  const rows = await db
    .update(vpnKeys)
    .set({
      leaseUntil: null,
      ...(failure === null ? {} : { problem: failure.problem }),
      ...(failedAt === undefined ? {} : { failedAt }),
    })
    .where(and(eq(vpnKeys.deviceId, deviceId), eq(vpnKeys.leaseUntil, held)))
    .returning({ deviceId: vpnKeys.deviceId });
  return rows.length > 0;
}

/**
 * Records that this server is about to disable a VPN credential. `held` is the end of the lease, or null to record a
 * request that was sent before the lease was lost. Returns false, and changes nothing, if the lease was lost or the
 * device has a newer credential.
 */
export async function recordEnding(
  db: Database,
  { deviceId, generation }: CredentialId,
  held: Date | null,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .update(vpnKeys)
    .set({ endedAt: at })
    .where(
      and(
        eq(vpnKeys.deviceId, deviceId),
        eq(vpnKeys.generation, generation),
        held === null ? undefined : eq(vpnKeys.leaseUntil, held),
      ),
    )
    .returning({ deviceId: vpnKeys.deviceId });
  return rows.length > 0;
}

/**
 * Returns the revisions of VPN credentials with a change that the VPN panel rejected, in order of the device's row id. The
 * page starts after row id `after`.
 */
export async function listFailed(db: Database, after: number, limit: number): Promise<KeyRevision[]> {
  return db
    .select({ deviceId: vpnKeys.deviceId, revision: vpnKeys.revision })
    .from(vpnKeys)
    .where(and(isNotNull(vpnKeys.failedAt), gt(vpnKeys.deviceId, after)))
    .orderBy(asc(vpnKeys.deviceId))
    .limit(limit);
}

/**
 * Returns the reasons for which the VPN panel rejects changes of VPN credentials, with the number of credentials, most
 * frequent first.
 */
export async function listRejections(
  db: Database,
  limit: number,
): Promise<{ reason: string; count: number }[]> {
  const number = count();
  const rows = await db
    .select({ reason: vpnKeys.problem, count: number })
    .from(vpnKeys)
    .where(isNotNull(vpnKeys.failedAt))
    .groupBy(vpnKeys.problem)
    .orderBy(desc(number), asc(vpnKeys.problem))
    .limit(limit);
  return rows.map((row) => ({ ...row, reason: row.reason ?? 'unexpected' }));
}

/** Forgets all endings of this server, after the VPN panel has no credential that this server disabled. */
export async function forgetEndings(db: Database): Promise<void> {
  await db.update(vpnKeys).set({ endedAt: null }).where(isNotNull(vpnKeys.endedAt));
}

const ROW_ID = 1;

/** Reconciliation run with the VPN panel. */
export interface ReconciliationRun {
  pass: number;
  /** Whether an earlier run compared squads and limits. A database of an older version has no such run. */
  areSettingsCompared: boolean;
}

/**
 * Starts the next reconciliation run with the VPN panel. Returns null if another run is in progress or no run is due.
 */
export async function claimPass(
  db: Database,
  now: Date,
  leaseUntil: Date,
): Promise<ReconciliationRun | null> {
  // A new database contains no credentials of an older version, whose squads and limits would have to be reported first.
  await db
    .insert(vpnReconciliation)
    .values({ id: ROW_ID, pass: 0, dueAt: new Date(0), settingsComparedAt: now })
    .onConflictDoNothing();
  const [row] = await db
    .update(vpnReconciliation)
    .set({ pass: sql`${vpnReconciliation.pass} + 1`, dueAt: leaseUntil })
    .where(and(eq(vpnReconciliation.id, ROW_ID), lte(vpnReconciliation.dueAt, now)))
    .returning({ pass: vpnReconciliation.pass, comparedAt: vpnReconciliation.settingsComparedAt });
  return row === undefined ? null : { pass: row.pass, areSettingsCompared: row.comparedAt !== null };
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

/** Largest difference of the VPN panel's clock that is stored, in ms: 24 days, which a PostgreSQL `integer` can hold. */
const CLOCK_AHEAD_MAX_MS = 24 * 24 * 60 * 60_000;

/** What a complete reading of the VPN panel found. */
export interface PanelReading {
  /** Number of credentials of customers with access that had other squads or limits. */
  otherSettings: number;
  /** Number of credentials that were active long after their expiry. */
  overdue: number;
  /** Difference of the VPN panel's clock to this server's clock in ms, or null if it is not known. */
  clockAheadMs: number | null;
}

/** Records when reconciliation run `pass` began to read the VPN panel and what it found, after the complete reading. */
export async function notePanelReading(
  db: Database,
  pass: number,
  readAt: Date,
  reading: PanelReading,
): Promise<void> {
  const { clockAheadMs } = reading;
  await db
    .update(vpnReconciliation)
    .set({
      readAt,
      ...reading,
      clockAheadMs:
        clockAheadMs === null
          ? null
          : Math.round(Math.max(-CLOCK_AHEAD_MAX_MS, Math.min(CLOCK_AHEAD_MAX_MS, clockAheadMs))),
      settingsComparedAt: sql`coalesce(${vpnReconciliation.settingsComparedAt}, ${readAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(vpnReconciliation.id, ROW_ID), eq(vpnReconciliation.pass, pass)));
}

/** Returns when the next reconciliation run with the VPN panel is due, or null before the first one. */
export async function findNextPass(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ dueAt: vpnReconciliation.dueAt })
    .from(vpnReconciliation)
    .where(eq(vpnReconciliation.id, ROW_ID));
  return row?.dueAt ?? null;
}

/** Returns when the last complete reading of the VPN panel began, or null before the first one. */
export async function findPanelReading(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ readAt: vpnReconciliation.readAt })
    .from(vpnReconciliation)
    .where(eq(vpnReconciliation.id, ROW_ID));
  return row?.readAt ?? null;
}

/**
 * Returns the number of VPN credentials with a change that the VPN panel rejected, and what the last complete reading of
 * the VPN panel found.
 */
export async function readVpnPanelState(db: Database) {
  const rejected = await db.$count(vpnKeys, isNotNull(vpnKeys.failedAt));
  const [row] = await db.select().from(vpnReconciliation).where(eq(vpnReconciliation.id, ROW_ID));
  const clockAheadMs = row?.clockAheadMs ?? null;
  return {
    rejected,
    otherSettings: row?.otherSettings ?? 0,
    overdue: row?.overdue ?? 0,
    clockAheadSeconds: clockAheadMs === null ? null : clockAheadMs / 1000,
  };
}

/** State of a VPN credential that the VPN panel reported during a reconciliation run. */
export interface SeenKey extends CredentialId {
  lastSeenAt: Date | null;
  /** Null if the credential was changed after the reading, so that the reported state is outdated. */
  state: {
    until: Date;
    blocked: boolean;
    endedAt: Date | null;
    /** Stored time of the ending when the reading was evaluated. Another time means a change in between. */
    knownEndedAt: Date | null;
  } | null;
}

/**
 * Stores the state that the VPN panel reported for these VPN credentials. A credential is skipped if its device has a
 * credential of a newer generation by now.
 */
export async function markSeen(db: Database, pass: number, seen: readonly SeenKey[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = JSON.stringify(
    seen.map(({ deviceId, generation, lastSeenAt, state }) => ({
      device_id: deviceId,
      generation,
      last_seen_at: lastSeenAt?.toISOString() ?? null,
      is_current: state !== null,
      until: state?.until.toISOString() ?? null,
      blocked: state?.blocked ?? false,
      ended_at: state?.endedAt?.toISOString() ?? null,
      known_ended_at: state?.knownEndedAt?.toISOString() ?? null,
    })),
  );
  const isCurrent = sql`seen.is_current and vpn_keys.ended_at is not distinct from seen.known_ended_at`;
  await db.execute(sql`
    update vpn_keys
       set seen_pass = ${pass},
           last_seen_at = coalesce(seen.last_seen_at, vpn_keys.last_seen_at),
           blocked = case when ${isCurrent} then seen.blocked else vpn_keys.blocked end,
           applied_until = case when ${isCurrent} then seen.until else vpn_keys.applied_until end,
           ended_at = case when ${isCurrent} then seen.ended_at else vpn_keys.ended_at end
      from jsonb_to_recordset(${rows}::jsonb)
           as seen(device_id int, generation int, last_seen_at timestamptz, is_current boolean,
                   until timestamptz, blocked boolean, ended_at timestamptz, known_ended_at timestamptz)
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
 * of row id. The result includes only credentials that were applied before `appliedBefore` and have no pending change.
 * The page starts after row id `after`.
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
        lt(vpnKeys.appliedAt, appliedBefore),
        eq(vpnKeys.appliedRevision, vpnKeys.revision),
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

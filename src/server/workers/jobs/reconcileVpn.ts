/**
 * Compares the VPN panel with the database, and reapplies every credential that differs, for example because an
 * administrator deleted or changed it. Data flows only from the database to the VPN panel, so the VPN panel never
 * changes accounts or payments.
 */
import type { Deps } from '../../deps';
import { statusAt } from '../../domain/billing/status';
import { type CredentialId, parseCredentialName } from '../../domain/credentialName';
import { findNextTries } from '../../outbox/outbox';
import { keyMessage, requestClosing, requestKeys } from '../../outbox/vpnKeys';
import {
  type KeyPage,
  type VpnKey,
  type VpnNetwork,
  VpnRejected,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import type { DeviceRow } from '../../store/devices';
import { findSubscriptions } from '../../store/subscriptions';
import {
  claimPass,
  listDevicesWithKeys,
  listFailed,
  listUnseen,
  markSeen,
  noteConnections,
  notePanelReading,
  type PanelReading,
  postponePass,
  type ReconciliationRun,
  type SeenKey,
  type VpnKeyRow,
} from '../../store/vpnKeys';
import { endingAfter } from '../../usecases/connect/applyKey';

const MINUTE = 60_000;

export const RECONCILE_VPN_EVERY_MS = 15 * MINUTE;
/** Delay in ms before the next comparison, if the VPN panel failed during a comparison. */
const RETRY_MS = MINUTE;
/** Lease duration of a comparison, in ms. The lease must last longer than processing one page of credentials. */
const LEASE_MS = 10 * MINUTE;
/**
 * Minimum age in ms at which a VPN credential that is unknown to the database counts as a leftover. A younger
 * credential may not be stored in the database yet.
 */
const YOUNG_MS = 10 * MINUTE;
/** Allowed difference between the expiry of an active VPN credential and the end of the customer's access, in ms. */
const OPEN_TOLERANCE_MS = MINUTE;
/**
 * Maximum difference between now and the expiry of an active VPN credential after the customer's access has ended, in ms.
 * The VPN panel ends such a credential within a minute by itself.
 */
const OVER_TOLERANCE_MS = 2 * MINUTE;
/** Difference of the VPN panel's clock that is logged, in ms. */
const CLOCK_TOLERANCE_MS = 20_000;
/** Minimum interval between two log entries about connections of one device, in ms. */
const NOTE_EVERY_MS = 30 * MINUTE;
/**
 * Maximum number of VPN credentials of unknown devices that are deleted as leftovers. If there are more, the
 * credentials probably belong to another installation of this product.
 */
const LEFTOVERS_MAX = 20;
const BATCH = 1000;

/** Credential of an attached device, as the database and the VPN panel have it. */
interface MetKey {
  device: DeviceRow;
  stored: VpnKeyRow;
  key: VpnKey;
}

/** Differences of a credential from the state that it must have. */
interface Difference {
  /** Whether expiry or status differ. */
  access: boolean;
  /** Whether squads or limits differ. They matter only while the customer has access. */
  settings: boolean;
  /** Whether the VPN panel keeps the credential active long after its expiry. */
  overdue: boolean;
}

function computeDifference({ stored, key }: MetKey, end: Date | null, now: Date): Difference {
  const left = key.until.getTime() - now.getTime();
  if (end === null) {
    const overdue = key.status === 'active' && left < -OVER_TOLERANCE_MS;
    const canWork = key.status !== 'expired' && key.status !== 'disabled';
    return { access: overdue || (canWork && left > OVER_TOLERANCE_MS), settings: false, overdue };
  }
  // An administrator's decision to disable a credential is respected, but the credential is kept up to date.
  const works = key.status === 'active' || (key.status === 'disabled' && stored.endedAt === null);
  const isMoved = Math.abs(key.until.getTime() - end.getTime()) > OPEN_TOLERANCE_MS;
  return { access: !works || isMoved, settings: !key.hasOurSettings, overdue: false };
}

/**
 * Returns what the database must store about a credential that the VPN panel reported. `readAt` is the time at which the
 * reading began. A credential that was changed since then may have another state by now.
 */
function seenState({ stored, key }: MetKey, readAt: Date, now: Date): SeenKey['state'] {
  if (stored.appliedAt !== null && stored.appliedAt > readAt) return null;
  const isDisabled = key.status === 'disabled';
  const blocked = isDisabled && stored.endedAt === null;
  const works = key.status === 'active' || blocked;
  return {
    until: works || key.until < now ? key.until : now,
    blocked,
    endedAt: isDisabled ? stored.endedAt : endingAfter(stored.endedAt, now),
    knownEndedAt: stored.endedAt,
  };
}

async function accessEnds(
  db: Database,
  devices: readonly DeviceRow[],
  now: Date,
): Promise<(device: DeviceRow) => Date | null> {
  const subscriptions = await findSubscriptions(db, [...new Set(devices.map(({ accountId }) => accountId))]);
  return ({ accountId }) => {
    const subscription = subscriptions.get(accountId);
    const status = subscription === undefined ? null : statusAt(subscription, now);
    return status?.isActive === true ? status.changesAt : null;
  };
}

/** Requests that VPN credentials are applied again, and records each request in the customer's timeline. */
async function restore(
  deps: Deps,
  found: readonly { device: DeviceRow; reason: 'missing' | 'moved' }[],
): Promise<void> {
  if (found.length === 0) return;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const messages = await requestKeys(
      tx,
      found.map(({ device }) => device.id),
    );
    for (const { device, reason } of found) {
      const { deviceId, deviceName, platform } = device;
      const outboxKey = messages.get(device.id);
      await insertAccountEvent(
        tx,
        { accountId: device.accountId },
        {
          at,
          kind: 'device',
          details: { action: 'keyRestored', deviceId, deviceName, platform, reason },
          ...(outboxKey === undefined ? {} : { outboxKey }),
        },
      );
    }
  });
}

async function noteLastSeen(deps: Deps, met: readonly MetKey[]): Promise<void> {
  const noted = met.flatMap(({ device, stored, key: { lastSeenAt } }) => {
    if (lastSeenAt === null) return [];
    const isNoted =
      stored.notedAt !== null && lastSeenAt.getTime() - stored.notedAt.getTime() <= NOTE_EVERY_MS;
    if (isNoted) return [];
    const { id: deviceRowId, accountId, deviceId, deviceName, platform } = device;
    return [
      { deviceRowId, accountId, deviceId, deviceName, platform, connectedAt: lastSeenAt, success: true },
    ];
  });
  await deps.db.transaction((tx) => noteConnections(tx, noted));
}

/** Results of the comparison of a page. */
interface PageResult {
  /** Credentials whose device, or whose attachment of a device, the database never contained. */
  unknown: VpnKey[];
  otherSettings: number;
  overdue: number;
}

/** Compares one page of VPN credentials, whose reading began at `readAt`, with the database. */
async function comparePage(
  deps: Deps,
  run: ReconciliationRun,
  keys: readonly VpnKey[],
  readAt: Date,
): Promise<PageResult> {
  const now = deps.clock.now();
  const named = keys.flatMap((key) => {
    // Any other name with this installation's prefix was chosen by an administrator of the VPN panel.
    const id = parseCredentialName(key.name);
    return id === null ? [] : [{ id, key }];
  });
  const rows = await listDevicesWithKeys(
    deps.db,
    named.map(({ id }) => id.deviceId),
  );
  const byId = new Map(rows.map((row) => [row.device.id, row]));
  const findEnd = await accessEnds(
    deps.db,
    rows.map(({ device }) => device),
    now,
  );

  const unknown: VpnKey[] = [];
  const left: CredentialId[] = [];
  const met: MetKey[] = [];
  for (const { id, key } of named) {
    const row = byId.get(id.deviceId);
    const isOld = now.getTime() - key.createdAt.getTime() > YOUNG_MS;
    const current = row?.key?.generation ?? id.generation;
    if (row === undefined || id.generation > current) {
      if (isOld) unknown.push(key);
    } else if (row.device.detachedAt !== null || row.key === null || id.generation < current) {
      if (isOld) left.push(id);
    } else {
      met.push({ device: row.device, stored: row.key, key });
    }
  }
  await markSeen(
    deps.db,
    run.pass,
    met.map((each) => ({
      deviceId: each.stored.deviceId,
      generation: each.stored.generation,
      lastSeenAt: each.key.lastSeenAt,
      state: seenState(each, readAt, now),
    })),
  );
  await noteLastSeen(deps, met);
  await deps.db.transaction((tx) => requestClosing(tx, left));
  // A VPN credential with a pending outbox message needs no second message.
  const compared = met
    .filter(({ stored }) => stored.appliedRevision === stored.revision)
    .map((each) => ({ ...each, ...computeDifference(each, findEnd(each.device), now) }));
  await restore(
    deps,
    compared
      .filter(({ access, settings }) => access || (settings && run.areSettingsCompared))
      .map(({ device }) => ({ device, reason: 'moved' as const })),
  );
  return {
    unknown,
    otherSettings: compared.filter(({ settings }) => settings).length,
    overdue: compared.filter(({ overdue }) => overdue).length,
  };
}

/** Reapplies VPN credentials that are missing in the VPN panel. */
async function restoreMissing(deps: Deps, pass: number, beganAt: Date): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listUnseen(deps.db, pass, { appliedBefore: beganAt, after, limit: BATCH });
    const findEnd = await accessEnds(
      deps.db,
      rows.map(({ device }) => device),
      deps.clock.now(),
    );
    await restore(
      deps,
      rows
        .filter(({ device }) => findEnd(device) !== null)
        .map(({ device }) => ({ device, reason: 'missing' as const })),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.device.id;
  }
}

/**
 * Applies every VPN credential again whose last change the VPN panel rejected, because the cause may be removed by now. A
 * credential whose change is still being retried needs no second message.
 */
async function retryRejected(deps: Deps): Promise<void> {
  for (let after = 0; ;) {
    const failed = await listFailed(deps.db, after, BATCH);
    const retried = await findNextTries(deps.db, failed.map(keyMessage));
    const given = failed.filter((revision) => !retried.has(keyMessage(revision)));
    await deps.db.transaction((tx) =>
      requestKeys(
        tx,
        given.map(({ deviceId }) => deviceId),
      ),
    );
    const last = failed.at(-1);
    if (last === undefined || failed.length < BATCH) return;
    after = last.deviceId;
  }
}

async function closeUnknown(deps: Deps, network: VpnNetwork, unknown: readonly VpnKey[], ours: number) {
  if (unknown.length > Math.max(LEFTOVERS_MAX, ours)) {
    deps.logger.error(
      { unknown: unknown.length, ours },
      'the VPN network contains more credentials of unknown devices than of ours: does another installation use our prefix?',
    );
    return;
  }
  for (const key of unknown) await network.close(key.name);
}

/** Warns the operator about differences that a repair of single credentials does not remove. */
function warnOfDifferences(
  { logger }: Deps,
  { otherSettings, overdue, clockAheadMs }: PanelReading,
  run: ReconciliationRun,
) {
  if (otherSettings > 0) {
    logger.warn(
      { credentials: otherSettings },
      run.areSettingsCompared
        ? 'credentials had other squads or limits in the VPN panel and are changed'
        : 'credentials have other squads or limits in the VPN panel; the next comparison changes them',
    );
  }
  if (overdue > 0) {
    logger.warn(
      { credentials: overdue },
      'the VPN panel keeps credentials active after their expiry: are its jobs running? They are disabled',
    );
  }
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS)
    logger.warn({ aheadSeconds: Math.round(clockAheadMs / 1000) }, 'the clock of the VPN panel is wrong');
}

async function compare(deps: Deps, network: VpnNetwork, run: ReconciliationRun): Promise<void> {
  const { clock, db } = deps;
  const { pass } = run;
  const beganAt = clock.now();
  const unknown: VpnKey[] = [];
  const reading: PanelReading = { otherSettings: 0, overdue: 0, clockAheadMs: null };
  let ours = 0;
  let cursor: string | null = null;
  do {
    const readAt = clock.now();
    const page: KeyPage = await network.list(cursor);
    const ofPage = await comparePage(deps, run, page.keys, readAt);
    unknown.push(...ofPage.unknown);
    ours += page.keys.length - ofPage.unknown.length;
    reading.otherSettings += ofPage.otherSettings;
    reading.overdue += ofPage.overdue;
    reading.clockAheadMs = page.clockAheadMs;
    cursor = page.next;
    const goesOn = await postponePass(db, pass, new Date(clock.now().getTime() + LEASE_MS));
    if (!goesOn) return;
  } while (cursor !== null);
  await notePanelReading(db, pass, beganAt, reading);
  warnOfDifferences(deps, reading, run);
  await restoreMissing(deps, pass, beganAt);
  await retryRejected(deps);
  await closeUnknown(deps, network, unknown, ours);
  await postponePass(db, pass, new Date(clock.now().getTime() + RECONCILE_VPN_EVERY_MS));
}

/**
 * Compares the VPN panel with the database, if the comparison is due and no other server instance is running it.
 * Changes of VPN credentials are sent through the outbox.
 */
export async function reconcileVpn(deps: Deps): Promise<void> {
  const { clock, db, logger, vpnNetwork } = deps;
  if (vpnNetwork === null) return;
  const now = clock.now();
  const run = await claimPass(db, now, new Date(now.getTime() + LEASE_MS));
  if (run === null) return;
  try {
    await compare(deps, vpnNetwork, run);
  } catch (error) {
    await postponePass(db, run.pass, new Date(clock.now().getTime() + RETRY_MS));
    if (!(error instanceof VpnUnavailable || error instanceof VpnRejected)) throw error;
    logger.warn({ reason: `${error.name}: ${error.message}` }, 'the VPN network could not be compared');
  }
}

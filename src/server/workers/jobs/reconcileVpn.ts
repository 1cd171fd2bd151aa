/**
 * Compares the VPN panel with the database, and reapplies every credential that differs, for example because an
 * administrator deleted or changed it. Data flows only from the database to the VPN panel, so the VPN panel never
 * changes accounts or payments.
 */
import type { Deps } from '../../deps';
import { statusAt } from '../../domain/billing/status';
import { type CredentialId, parseCredentialName } from '../../domain/credentialName';
import { requestClosing, requestKeys } from '../../outbox/vpnKeys';
import { type VpnKey, type VpnNetwork, VpnRejected, VpnUnavailable } from '../../ports/vpnNetwork';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import type { DeviceRow } from '../../store/devices';
import { findSubscriptions } from '../../store/subscriptions';
import {
  claimPass,
  listDevicesWithKeys,
  listUnseen,
  markSeen,
  noteConnections,
  notePanelReading,
  postponePass,
  type VpnKeyRow,
} from '../../store/vpnKeys';

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
/** Maximum remaining validity of a VPN credential after the customer's access has ended, in ms. */
const OVER_TOLERANCE_MS = 2 * MINUTE;
/** Minimum interval between two log entries about connections of one device, in ms. */
const NOTE_EVERY_MS = 30 * MINUTE;
/**
 * Maximum number of VPN credentials of unknown devices that are deleted as leftovers. If there are more, the
 * credentials probably belong to another installation of this product.
 */
const LEFTOVERS_MAX = 20;
const BATCH = 1000;

function differs(key: VpnKey, end: Date | null, now: Date): boolean {
  const until = key.until.getTime();
  if (end !== null) return Math.abs(until - end.getTime()) > OPEN_TOLERANCE_MS;
  return until - now.getTime() > OVER_TOLERANCE_MS;
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

async function noteLastSeen(
  deps: Deps,
  met: readonly { device: DeviceRow; stored: VpnKeyRow; key: VpnKey }[],
): Promise<void> {
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

/**
 * Compares one page of VPN credentials with the database. Returns the credentials whose device, or whose attachment of
 * a device, the database never contained.
 */
async function comparePage(deps: Deps, pass: number, keys: readonly VpnKey[]): Promise<VpnKey[]> {
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
  const endOf = await accessEnds(
    deps.db,
    rows.map(({ device }) => device),
    now,
  );

  const unknown: VpnKey[] = [];
  const left: CredentialId[] = [];
  const met: { device: DeviceRow; stored: VpnKeyRow; key: VpnKey }[] = [];
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
    pass,
    met.map(({ stored, key }) => ({ ...key, deviceId: stored.deviceId, generation: stored.generation })),
  );
  await noteLastSeen(deps, met);
  await deps.db.transaction((tx) => requestClosing(tx, left));
  await restore(
    deps,
    met
      .filter(({ device, stored, key }) => {
        // A VPN credential with a pending outbox message needs no second message.
        const isApplied = stored.appliedRevision === stored.revision;
        return isApplied && differs(key, endOf(device), now);
      })
      .map(({ device }) => ({ device, reason: 'moved' as const })),
  );
  return unknown;
}

/** Reapplies VPN credentials that are missing in the VPN panel, or that the VPN panel has rejected before. */
async function restoreMissing(deps: Deps, pass: number, beganAt: Date): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listUnseen(deps.db, pass, { appliedBefore: beganAt, after, limit: BATCH });
    const endOf = await accessEnds(
      deps.db,
      rows.map(({ device }) => device),
      deps.clock.now(),
    );
    const open = rows.filter(({ device }) => endOf(device) !== null);
    const isLost = ({ key }: { key: VpnKeyRow }) => key.appliedRevision === key.revision;
    await restore(
      deps,
      open.filter(isLost).map(({ device }) => ({ device, reason: 'missing' as const })),
    );
    await deps.db.transaction((tx) =>
      requestKeys(
        tx,
        open.filter((row) => !isLost(row)).map(({ device }) => device.id),
      ),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.device.id;
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

async function compare(deps: Deps, network: VpnNetwork, pass: number): Promise<void> {
  const { clock, db } = deps;
  const beganAt = clock.now();
  const unknown: VpnKey[] = [];
  let ours = 0;
  let cursor: string | null = null;
  do {
    const page: { keys: VpnKey[]; next: string | null } = await network.list(cursor);
    const ofPage = await comparePage(deps, pass, page.keys);
    unknown.push(...ofPage);
    ours += page.keys.length - ofPage.length;
    cursor = page.next;
    const goesOn = await postponePass(db, pass, new Date(clock.now().getTime() + LEASE_MS));
    if (!goesOn) return;
  } while (cursor !== null);
  await notePanelReading(db, pass, beganAt);
  await restoreMissing(deps, pass, beganAt);
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
  const pass = await claimPass(db, now, new Date(now.getTime() + LEASE_MS));
  if (pass === null) return;
  try {
    await compare(deps, vpnNetwork, pass);
  } catch (error) {
    await postponePass(db, pass, new Date(clock.now().getTime() + RETRY_MS));
    if (!(error instanceof VpnUnavailable || error instanceof VpnRejected)) throw error;
    logger.warn({ reason: `${error.name}: ${error.message}` }, 'the VPN network could not be compared');
  }
}

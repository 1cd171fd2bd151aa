/**
 * Compares the VPN network with what is true, and has every key that differs applied anew: somebody
 * deleted, moved or left one. One direction only: nothing of people or money is learnt from the network.
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
  postponePass,
  type VpnKeyRow,
} from '../../store/vpnKeys';

const MINUTE = 60_000;

export const RECONCILE_VPN_EVERY_MS = 15 * MINUTE;
/** After a comparison that the network did not let end. */
const RETRY_MS = MINUTE;
/** A page takes less. */
const LEASE_MS = 10 * MINUTE;
/** A key younger than this may be one that is just being written down. */
const YOUNG_MS = 10 * MINUTE;
/** An open key may end so much beside the end of its access, */
const OPEN_TOLERANCE_MS = MINUTE;
/** and one whose access is over so much after now. */
const OVER_TOLERANCE_MS = 2 * MINUTE;
/** Being in the network is written into the log at most so often. */
const NOTE_EVERY_MS = 30 * MINUTE;
/** So many keys of devices that we never had may be leftovers; more are another installation's. */
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

/** Has keys applied anew, and says so in the timelines. */
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

/** Compares one page. Returns the credentials of devices and of attachments that the database never had. */
async function comparePage(deps: Deps, pass: number, keys: readonly VpnKey[]): Promise<VpnKey[]> {
  const now = deps.clock.now();
  const named = keys.flatMap((key) => {
    // Any other name under our prefix was chosen by a person.
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
        // What is on its way already needs no second message.
        const isApplied = stored.appliedRevision === stored.revision;
        return isApplied && differs(key, endOf(device), now);
      })
      .map(({ device }) => ({ device, reason: 'moved' as const })),
  );
  return unknown;
}

/** Keys of ours that the network has lost, or once rejected. */
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
      'the VPN network holds more keys of unknown devices than of ours: does another installation use our prefix?',
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
  await restoreMissing(deps, pass, beganAt);
  await closeUnknown(deps, network, unknown, ours);
  await postponePass(db, pass, new Date(clock.now().getTime() + RECONCILE_VPN_EVERY_MS));
}

/** When a comparison is due, and no other instance is at it. What it finds leaves by the outbox. */
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

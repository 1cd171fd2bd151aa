/**
 * Brings a device's credential in the VPN panel up to date. The credential's current state is sent, not the state at
 * the time of the request, so the order, repetition and concurrency of requests do not matter.
 */
import type { Deps } from '../../deps';
import { statusAt } from '../../domain/billing/status';
import { credentialName } from '../../domain/credentialName';
import { requestClosing } from '../../outbox/vpnKeys';
import { type VpnNetwork, VpnRejected, VpnUnavailable } from '../../ports/vpnNetwork';
import { findDeviceRow } from '../../store/devices';
import { findSubscription } from '../../store/subscriptions';
import {
  type AppliedKey,
  findKey,
  finishKey,
  leaseKey,
  releaseKey,
  renewLease,
  type VpnKeyRow,
} from '../../store/vpnKeys';

/** Thrown if another server instance is applying the VPN credential, so the VPN panel was not called. */
export class KeyInHands extends Error {
  override readonly name = 'KeyInHands';
}

/**
 * Lease duration of a VPN credential, in ms. The lease must exceed the usual duration of one round of requests to the
 * VPN panel. A round of requests that outlives its lease is repeated by `applyOnceMore`.
 */
const LEASE_MS = 60_000;

/** Returns the expiry of an account's access at the given time, or null if the access has expired. */
async function accessEnd(db: Deps['db'], accountId: number, now: Date): Promise<Date | null> {
  const status = statusAt(await findSubscription(db, accountId), now);
  return status.isActive ? status.changesAt : null;
}

/** Returns the label that identifies a credential's account to administrators of the VPN panel. */
export const keyLabelOf = (accountId: number): string => `account ${accountId}`;

/** Closes all credentials of a device up to and including generation `last` that may still exist. Returns `last`. */
async function closeThrough(network: VpnNetwork, key: VpnKeyRow, last: number): Promise<number> {
  for (let generation = key.closedThrough + 1; generation <= last; generation += 1) {
    await network.close(credentialName({ deviceId: key.deviceId, generation }));
  }
  return last;
}

async function notifyNetwork(deps: Deps, network: VpnNetwork, key: VpnKeyRow): Promise<AppliedKey> {
  const { db } = deps;
  const now = deps.clock.now();
  const device = await findDeviceRow(db, key.deviceId);
  if (device === null || device.detachedAt !== null) {
    const closedThrough = await closeThrough(network, key, key.generation);
    return { closedThrough, ref: null, until: null, openedAt: null };
  }
  // The old credential is closed before the new credential is opened, because a detached device must not stay connected
  // with the old credential.
  const closedThrough = await closeThrough(network, key, key.generation - 1);
  const name = credentialName(key);
  const label = keyLabelOf(device.accountId);
  const end = await accessEnd(db, device.accountId, now);
  if (end !== null) {
    const { ref } = await network.open({ name, until: end, label });
    return { closedThrough, ref, until: end, openedAt: ref === key.ref ? key.openedAt : now };
  }
  // The VPN panel already knows an expiry in the past. An expired credential is neither created nor reactivated.
  if (key.appliedUntil === null || key.appliedUntil <= now) {
    return { closedThrough, ref: key.ref, until: key.appliedUntil, openedAt: key.openedAt };
  }
  const { ref } = await network.open({ name, until: now, label });
  return { closedThrough, ref, until: now, openedAt: key.openedAt };
}

function problemOf(error: unknown): string {
  const isExpected = error instanceof VpnRejected || error instanceof VpnUnavailable;
  return isExpected ? `${error.name}: ${error.message}` : 'unexpected';
}

/**
 * Requests another update of a VPN credential after its lease was lost. Another server instance may have applied the
 * credential in the meantime, and the VPN panel may have received the older requests of this instance last.
 */
async function applyOnceMore({ db }: Deps, key: VpnKeyRow): Promise<void> {
  await db.transaction((tx) => requestClosing(tx, [key]));
}

/**
 * Applies the credential of a device row to the VPN panel. Throws `KeyInHands` if another server instance is applying
 * the credential. Throws `VpnUnavailable` and `VpnRejected`; the reason is stored with the credential.
 */
export async function applyKey(deps: Deps, deviceId: number): Promise<void> {
  const { db, clock, vpnNetwork } = deps;
  if (vpnNetwork === null) throw new VpnUnavailable('no VPN network is configured');
  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  let held = leaseEnd();
  let key = await leaseKey(db, deviceId, clock.now(), held);
  if (key === null) {
    if ((await findKey(db, deviceId)) === null) return;
    throw new KeyInHands('another instance is applying the credential');
  }
  while (key.appliedRevision < key.revision) {
    let applied: AppliedKey;
    try {
      applied = await notifyNetwork(deps, vpnNetwork, key);
    } catch (error) {
      const isHeld = await releaseKey(db, deviceId, held, problemOf(error));
      if (!isHeld) await applyOnceMore(deps, key);
      throw error;
    }
    if (await finishKey(db, deviceId, { held, revision: key.revision }, applied, clock.now())) return;
    const renewed = leaseEnd();
    const next = await renewLease(db, deviceId, held, renewed);
    if (next === null) return applyOnceMore(deps, key);
    key = next;
    held = renewed;
  }
  await releaseKey(db, deviceId, held, key.problem);
}

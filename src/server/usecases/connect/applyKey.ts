/**
 * Tells the VPN network what is true of a device's key now. Not what was true when it was asked: so
 * neither the order of messages, nor their repetition, nor other instances matter.
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

/** Another instance applies the key: the network itself was not asked. */
export class KeyInHands extends Error {
  override readonly name = 'KeyInHands';
}

/** Longer than the calls of a usual round, ms. A round that outlives its lease is repeated: `applyOnceMore`. */
const LEASE_MS = 60_000;

/** The end of an account's access at a moment; null: it is over. */
async function accessEnd(db: Deps['db'], accountId: number, now: Date): Promise<Date | null> {
  const status = statusAt(await findSubscription(db, accountId), now);
  return status.isActive ? status.changesAt : null;
}

/** What a key is called in the network, for the people who work there. */
export const keyLabelOf = (accountId: number): string => `account ${accountId}`;

/** Closes the credentials of a device that may exist, up to and including `last`. Returns `last`. */
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
  // Before the new credential opens: a device that was detached must not stay connected by its old one.
  const closedThrough = await closeThrough(network, key, key.generation - 1);
  const name = credentialName(key);
  const label = keyLabelOf(device.accountId);
  const end = await accessEnd(db, device.accountId, now);
  if (end !== null) {
    const { ref } = await network.open({ name, until: end, label });
    return { closedThrough, ref, until: end, openedAt: ref === key.ref ? key.openedAt : now };
  }
  // An end that has passed is known to the network; a key is not made for nothing, nor revived.
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
 * Requests another round after a lease was lost: another instance may have applied the key meanwhile, and
 * the calls made here may have reached the panel after that instance's calls.
 */
async function applyOnceMore({ db }: Deps, key: VpnKeyRow): Promise<void> {
  await db.transaction((tx) => requestClosing(tx, [key]));
}

/**
 * Applies the key of a device row. Throws KeyInHands while another instance applies it, VpnUnavailable and
 * VpnRefused; what failed stays written at the key.
 */
export async function applyKey(deps: Deps, deviceId: number): Promise<void> {
  const { db, clock, vpnNetwork } = deps;
  if (vpnNetwork === null) throw new VpnUnavailable('no VPN network is configured');
  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  let held = leaseEnd();
  let key = await leaseKey(db, deviceId, clock.now(), held);
  if (key === null) {
    if ((await findKey(db, deviceId)) === null) return;
    throw new KeyInHands('the key is being applied already');
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

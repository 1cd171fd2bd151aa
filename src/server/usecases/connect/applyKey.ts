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
  type KeyFailure,
  leaseKey,
  recordEnding,
  releaseKey,
  renewLease,
  type VpnKeyRow,
} from '../../store/vpnKeys';

/** Thrown if another server instance is applying the VPN credential, so the VPN panel was not called. */
export class KeyInHands extends Error {
  override readonly name = 'KeyInHands';
}

/**
 * Thrown if the VPN panel rejected a change that ends or shortens access. The change must be retried until it succeeds,
 * because a customer keeps access meanwhile that was not paid.
 */
export class EndingRejected extends VpnRejected {}

/**
 * Lease duration of a VPN credential, in ms. The lease must exceed the usual duration of one round of requests to the
 * VPN panel. A round of requests that outlives its lease is repeated by `applyOnceMore`.
 */
const LEASE_MS = 60_000;

/**
 * Time in ms after which a request to disable a credential, whose response was lost, can no longer arrive at the VPN
 * panel. Requests time out after 10 seconds, and a reverse proxy may hold them longer.
 */
const LATE_ENDING_MS = 2 * 60_000;

/** Returns the expiry of an account's access at the given time, or null if the access has expired. */
async function accessEnd(db: Deps['db'], accountId: number, now: Date): Promise<Date | null> {
  const status = statusAt(await findSubscription(db, accountId), now);
  return status.isActive ? status.changesAt : null;
}

/** Returns the label that identifies a credential's account to administrators of the VPN panel. */
export const buildLabel = (accountId: number): string => `account ${accountId}`;

/** Closes all credentials of a device up to and including generation `last` that may still exist. Returns `last`. */
async function closeThrough(network: VpnNetwork, key: VpnKeyRow, last: number): Promise<number> {
  for (let generation = key.closedThrough + 1; generation <= last; generation += 1) {
    await network.close(credentialName({ deviceId: key.deviceId, generation }));
  }
  return last;
}

/**
 * Returns the time of this server's ending that remains recorded after the VPN panel reported that the credential is not
 * disabled. A recent request to disable may still arrive.
 */
export const endingAfter = (endedAt: Date | null, now: Date): Date | null =>
  endedAt !== null && now.getTime() - endedAt.getTime() < LATE_ENDING_MS ? endedAt : null;

type KeyDeps = Pick<Deps, 'clock' | 'db' | 'vpnNetwork'>;

/** Attempt to apply a credential. */
interface Attempt {
  /** End of the lease under which the attempt runs. */
  held: Date;
  /** Whether the attempt may have sent a request to disable the credential. */
  mayHaveDisabled: boolean;
  /** Whether the attempt ends or shortens access. */
  isEnding: boolean;
}

async function notifyNetwork(
  deps: KeyDeps,
  network: VpnNetwork,
  key: VpnKeyRow,
  attempt: Attempt,
): Promise<AppliedKey> {
  const { db } = deps;
  const now = deps.clock.now();
  const isDisabledByUs = key.endedAt !== null;
  attempt.isEnding = true;
  const device = await findDeviceRow(db, key.deviceId);
  if (device === null || device.detachedAt !== null) {
    const closedThrough = await closeThrough(network, key, key.generation);
    return { closedThrough, ref: null, until: null, openedAt: null, blocked: false, endedAt: null };
  }
  // The old credential is closed before the new credential is opened, because a detached device must not stay connected
  // with the old credential.
  const closedThrough = await closeThrough(network, key, key.generation - 1);
  const name = credentialName(key);
  const label = buildLabel(device.accountId);
  const end = await accessEnd(db, device.accountId, now);
  attempt.isEnding = end === null || (key.appliedUntil !== null && end < key.appliedUntil);
  if (end !== null) {
    const opened = await network.open({ name, until: end, label, isDisabledByUs });
    const { ref } = opened;
    return {
      closedThrough,
      ref,
      until: end,
      openedAt: ref === key.ref ? key.openedAt : now,
      blocked: opened.isBlocked,
      endedAt: opened.wasDisabled ? null : endingAfter(key.endedAt, now),
    };
  }
  let { endedAt } = key;
  attempt.mayHaveDisabled = isDisabledByUs;
  const { isBlocked } = await network.end({
    name,
    isDisabledByUs,
    beforeDisabling: async () => {
      endedAt = deps.clock.now();
      if (!(await recordEnding(db, key, attempt.held, endedAt)))
        throw new VpnUnavailable('the lease has expired');
      attempt.mayHaveDisabled = true;
    },
  });
  const isOver = key.appliedUntil === null || key.appliedUntil < now;
  const until = isOver ? key.appliedUntil : now;
  return { closedThrough, ref: key.ref, until, openedAt: key.openedAt, blocked: isBlocked, endedAt };
}

function buildFailure(error: unknown): KeyFailure {
  const isRejected = error instanceof VpnRejected;
  const isExpected = isRejected || error instanceof VpnUnavailable;
  return { problem: isExpected ? `${error.name}: ${error.message}` : 'unexpected', isRejected };
}

/**
 * Requests another update of a VPN credential after its lease was lost. Another server instance may have applied the
 * credential in the meantime, and the VPN panel may have received the older requests of this instance last.
 */
async function applyOnceMore(
  { clock, db }: KeyDeps,
  key: VpnKeyRow,
  mayHaveDisabled: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    // A request of this instance to disable the credential may have arrived after another instance opened it.
    if (mayHaveDisabled) await recordEnding(tx, key, null, clock.now());
    await requestClosing(tx, [key]);
  });
}

/**
 * Applies the credential of a device row to the VPN panel. Throws `KeyInHands` if another server instance is applying
 * the credential. Throws `VpnUnavailable`, `VpnRejected` and `EndingRejected`; the reason is stored with the credential.
 */
export async function applyKey(deps: KeyDeps, deviceId: number): Promise<void> {
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
    const attempt: Attempt = { held, mayHaveDisabled: false, isEnding: false };
    try {
      applied = await notifyNetwork(deps, vpnNetwork, key, attempt);
    } catch (error) {
      const isHeld = await releaseKey(db, deviceId, held, buildFailure(error));
      if (!isHeld) await applyOnceMore(deps, key, attempt.mayHaveDisabled);
      throw error instanceof VpnRejected && attempt.isEnding ? new EndingRejected(error.message) : error;
    }
    if (await finishKey(db, deviceId, { held, revision: key.revision }, applied, clock.now())) return;
    const renewed = leaseEnd();
    const next = await renewLease(db, deviceId, held, renewed);
    if (next === null) return applyOnceMore(deps, key, attempt.mayHaveDisabled);
    key = next;
    held = renewed;
  }
  await releaseKey(db, deviceId, held, null);
}

/**
 * Reads a device's VPN configuration. If the device's VPN credential is not yet in the VPN panel, the credential is
 * applied at once, because a VPN app is waiting.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../deps';
import { credentialName } from '../../domain/credentialName';
import { requestKey } from '../../outbox/vpnKeys';
import {
  type Configuration,
  type ConfigurationReader,
  type VpnNetwork,
  VpnRejected,
  VpnServersMissing,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import { findKey, type VpnKeyRow } from '../../store/vpnKeys';
import { applyKey, KeyInHands } from './applyKey';

/** Maximum time in ms that a VPN app waits for its configuration. If reading it takes longer, the app must retry. */
const PATIENCE_MS = 5000;
/** Polling interval in ms while another server instance applies the VPN credential. */
const POLL_EVERY_MS = 50;

type ReadingDeps = Pick<Deps, 'clock' | 'db' | 'logger' | 'vpnNetwork'>;

const isExpected = (error: unknown): boolean =>
  error instanceof KeyInHands || error instanceof VpnUnavailable || error instanceof VpnRejected;

/**
 * Returns the VPN panel's reference by which the configuration can be read, or null if the credential is not active.
 */
export function findConfigurationRef(key: VpnKeyRow | null, now: Date): string | null {
  if (key === null || key.appliedUntil === null) return null;
  return key.appliedUntil > now ? key.ref : null;
}

/**
 * Waits until the device's VPN credential is active and returns its reference in the VPN panel. Returns null on timeout
 * or failure.
 */
async function readyRef(deps: ReadingDeps, deviceId: number): Promise<string | null> {
  const { clock, db } = deps;
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const key = await findKey(db, deviceId);
    const ref = findConfigurationRef(key, clock.now());
    if (ref !== null) return ref;
    const left = giveUpAt - performance.now();
    if (left <= 0) return null;
    // The credential is fully applied but gives no access, although the account has access. No update of the credential
    // was requested yet.
    if (key === null || (key.leaseUntil === null && key.appliedRevision === key.revision)) {
      await db.transaction((tx) => requestKey(tx, deviceId, { isAwaited: true }));
    }
    const applying = applyKey(deps, deviceId).catch((error: unknown) => {
      if (!isExpected(error)) throw error;
    });
    await Promise.race([applying, pause(left, undefined, { ref: false })]);
    const after = await findKey(db, deviceId);
    const isBusy = after !== null && after.leaseUntil !== null;
    if (isBusy) await pause(POLL_EVERY_MS);
    // The VPN panel rejected the request or is unavailable, and no other server instance is applying the credential.
    // Waiting for the credential would therefore not help.
    else return findConfigurationRef(after, clock.now());
  }
}

/**
 * Result of reading a configuration. `blocked` means that an admin of the VPN panel disabled the credential. `notReady`
 * means that the app must keep its servers and retry.
 */
export type ConfigurationOutcome =
  | { kind: 'configuration'; configuration: Configuration }
  | { kind: 'blocked' }
  | { kind: 'notReady' };

const NOT_READY: ConfigurationOutcome = { kind: 'notReady' };

/**
 * Returns the configuration, or the reason why the VPN network has none for this reference: the network does not find
 * the reference (`lost`), or the configuration has no server (`dead`).
 */
async function tryToRead(
  network: VpnNetwork,
  ref: string,
  reader: ConfigurationReader,
): Promise<Configuration | 'lost' | 'dead'> {
  try {
    return (await network.configuration(ref, reader)) ?? 'lost';
  } catch (error) {
    if (error instanceof VpnServersMissing) return 'dead';
    throw error;
  }
}

/**
 * Returns whether the VPN network really has no credential under this reference. The VPN panel reports every reference as
 * unknown while its own database is unavailable. Throws `VpnUnavailable` in this case.
 */
async function isReferenceGone(network: VpnNetwork, key: VpnKeyRow | null, ref: string): Promise<boolean> {
  if (key === null) return false;
  try {
    return (await network.reference(credentialName(key))) !== ref;
  } catch (error) {
    // Another owner has taken the name. The repair fails too, but it records the reason for staff.
    if (error instanceof VpnRejected) return true;
    throw error;
  }
}

/**
 * Applies the credential again, because the VPN network has no servers for it. The rate limits of device links and of app
 * calls bound the number of repairs.
 */
async function repair(deps: ReadingDeps, deviceId: number): Promise<void> {
  await deps.db.transaction((tx) => requestKey(tx, deviceId, { isAwaited: true }));
  await applyKey(deps, deviceId);
}

async function read(
  deps: ReadingDeps,
  network: VpnNetwork,
  deviceId: number,
  reader: ConfigurationReader,
): Promise<ConfigurationOutcome> {
  const ref = await readyRef(deps, deviceId);
  if (ref === null) return NOT_READY;
  const first = await tryToRead(network, ref, reader);
  if (typeof first === 'object') return { kind: 'configuration', configuration: first };
  const isRepairable =
    first === 'dead' || (await isReferenceGone(network, await findKey(deps.db, deviceId), ref));
  deps.logger.warn(
    { deviceRow: deviceId, reason: first },
    isRepairable
      ? 'the VPN panel has no servers for an open credential'
      : 'the VPN panel returns no configuration for an existing credential',
  );
  if (!isRepairable) return NOT_READY;
  await repair(deps, deviceId);
  const key = await findKey(deps.db, deviceId);
  if (key?.blocked === true) return { kind: 'blocked' };
  // The app keeps its servers until its next request.
  if (first === 'dead') return NOT_READY;
  const repairedRef = findConfigurationRef(key, deps.clock.now());
  const second = repairedRef === null ? 'lost' : await tryToRead(network, repairedRef, reader);
  return typeof second === 'object' ? { kind: 'configuration', configuration: second } : NOT_READY;
}

/**
 * Returns the VPN configuration for an app on this attached device. If the VPN network has no servers for the
 * credential, the credential is applied again. The app waits at most `PATIENCE_MS`; work that takes longer continues, so
 * that the next request of the app succeeds.
 */
export async function readConfiguration(
  deps: ReadingDeps,
  deviceId: number,
  reader: ConfigurationReader,
): Promise<ConfigurationOutcome> {
  const { vpnNetwork } = deps;
  if (vpnNetwork === null) return NOT_READY;
  const patience = new AbortController();
  const reading = read(deps, vpnNetwork, deviceId, reader).catch((error: unknown) => {
    if (!isExpected(error)) throw error;
    deps.logger.warn(
      { reason: error instanceof Error ? error.message : '' },
      'failed to fetch a VPN configuration',
    );
    return NOT_READY;
  });
  const late = pause(PATIENCE_MS, NOT_READY, { signal: patience.signal }).catch(() => NOT_READY);
  try {
    return await Promise.race([reading, late]);
  } finally {
    patience.abort();
  }
}

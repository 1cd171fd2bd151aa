/**
 * Reads a device's VPN configuration. If the device's VPN credential is not yet in the VPN panel, the credential is
 * applied at once, because a VPN app is waiting.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../deps';
import { requestKey } from '../../outbox/vpnKeys';
import {
  type Configuration,
  type ConfigurationReader,
  VpnRejected,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import { findKey, type VpnKeyRow } from '../../store/vpnKeys';
import { applyKey, KeyInHands } from './applyKey';

/**
 * Maximum time in ms that a VPN app waits for its credential. If creating the credential takes longer, the app must
 * retry.
 */
const PATIENCE_MS = 5000;
/** Polling interval in ms while another server instance applies the VPN credential. */
const POLL_EVERY_MS = 50;

const isExpected = (error: unknown): boolean =>
  error instanceof KeyInHands || error instanceof VpnUnavailable || error instanceof VpnRejected;

/**
 * Returns the VPN panel's reference by which the configuration can be read, or null if the credential is not active.
 */
export function configurationRefOf(key: VpnKeyRow | null, now: Date): string | null {
  if (key === null || key.appliedUntil === null) return null;
  return key.appliedUntil > now ? key.ref : null;
}

/**
 * Waits until the device's VPN credential is active and returns its reference in the VPN panel. Returns null on timeout
 * or failure.
 */
async function readyRef(deps: Deps, deviceId: number): Promise<string | null> {
  const { clock, db } = deps;
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const key = await findKey(db, deviceId);
    const ref = configurationRefOf(key, clock.now());
    if (ref !== null) return ref;
    const left = giveUpAt - performance.now();
    if (left <= 0) return null;
    // The credential is fully applied but gives no access, although the account has access. No update of the credential
    // was requested yet.
    if (key === null || (key.leaseUntil === null && key.appliedRevision === key.revision)) {
      await db.transaction((tx) => requestKey(tx, deviceId));
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
    else return configurationRefOf(after, clock.now());
  }
}

/**
 * Returns the VPN configuration for an app on this attached device, or null if the configuration is not ready and the
 * app must retry.
 */
export async function readConfiguration(
  deps: Deps,
  deviceId: number,
  reader: ConfigurationReader,
): Promise<Configuration | null> {
  const { vpnNetwork } = deps;
  if (vpnNetwork === null) return null;
  try {
    const ref = await readyRef(deps, deviceId);
    if (ref === null) return null;
    const configuration = await vpnNetwork.configuration(ref, reader);
    if (configuration !== null) return configuration;
    // The VPN panel has lost the credential, so the credential is created again.
    await deps.db.transaction((tx) => requestKey(tx, deviceId));
    await applyKey(deps, deviceId);
    const anew = await findKey(deps.db, deviceId);
    const anewRef = configurationRefOf(anew, deps.clock.now());
    return anewRef === null ? null : await vpnNetwork.configuration(anewRef, reader);
  } catch (error) {
    if (!isExpected(error)) throw error;
    deps.logger.warn(
      { reason: error instanceof Error ? error.message : '' },
      'failed to fetch a VPN configuration',
    );
    return null;
  }
}

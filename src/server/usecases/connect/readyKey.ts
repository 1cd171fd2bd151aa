/** A device's key, applied at once when somebody waits for it. */
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

/** How long an application is kept waiting, ms; then it comes again. */
const PATIENCE_MS = 5000;
/** Between two looks at a key that somebody else applies, ms. */
const POLL_EVERY_MS = 50;

const isExpected = (error: unknown): boolean =>
  error instanceof KeyInHands || error instanceof VpnUnavailable || error instanceof VpnRejected;

/** Where a key's configuration is read, if it works now. */
export function configurationRefOf(key: VpnKeyRow | null, now: Date): string | null {
  if (key === null || key.appliedUntil === null) return null;
  return key.appliedUntil > now ? key.ref : null;
}

/** Where the device's configuration is read; null: not yet. */
async function readyRef(deps: Deps, deviceId: number): Promise<string | null> {
  const { clock, db } = deps;
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const key = await findKey(db, deviceId);
    const ref = configurationRefOf(key, clock.now());
    if (ref !== null) return ref;
    const left = giveUpAt - performance.now();
    if (left <= 0) return null;
    // What was applied gives no access though there is some: nobody has said so yet.
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
    // Rejected or silent, and nobody else is at it: there is nothing to wait for.
    else return configurationRefOf(after, clock.now());
  }
}

/** What an application of this attached device gets; null: not yet, it shall ask again. */
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
    // The network has lost the key: it is made anew.
    await deps.db.transaction((tx) => requestKey(tx, deviceId));
    await applyKey(deps, deviceId);
    const anew = await findKey(deps.db, deviceId);
    const anewRef = configurationRefOf(anew, deps.clock.now());
    return anewRef === null ? null : await vpnNetwork.configuration(anewRef, reader);
  } catch (error) {
    if (!isExpected(error)) throw error;
    deps.logger.warn(
      { reason: error instanceof Error ? error.message : '' },
      'a configuration could not be fetched',
    );
    return null;
  }
}

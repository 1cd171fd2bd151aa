/**
 * Manages the device of a native app. The native app attaches its device with its session, and the session ends when
 * the device is detached.
 */
import type { Deps } from '../../deps';
import type { CustomerCaller } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { ConfigurationFormat } from '../../ports/vpnNetwork';
import { lockAccount } from '../../store/accounts';
import { storeConnections } from '../../store/connections';
import { type DeviceRow, findDeviceRow, setPushToken } from '../../store/devices';
import { bindSession } from '../../store/sessions';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { detachDevice } from '../customer/detachDevice';
import { attachWithinLimit } from './attachWithinLimit';
import { promisedUntil } from './promisedAccess';
import { readConfiguration } from './readyKey';

const DAY = 24 * 60 * 60_000;

/**
 * Maximum age of a reported connection attempt, in ms. The time of an older connection attempt is replaced by the time
 * of this age.
 */
const OLDEST_CONNECTION_MS = 30 * DAY;

export interface AppInstallation {
  deviceId: string;
  deviceName: string;
  platform: string;
  firebaseToken: string | null;
}

/**
 * Attaches the app's device and binds the session to the device. Returns null if no device slot is left. Throws
 * CONFLICT if the session is bound to another device or has ended, because such a session would outlive its device.
 * Throws TOO_MANY_REQUESTS if the rate limit is exceeded, and PROVIDER_UNAVAILABLE if no VPN panel is configured.
 */
export async function attachApp(
  deps: Deps,
  caller: CustomerCaller,
  installation: AppInstallation,
): Promise<DeviceRow | null> {
  if (deps.vpnNetwork === null) throw new Rejection('PROVIDER_UNAVAILABLE', 'No VPN network is configured.');
  const { accountId, sessionId } = caller;
  const device = await deps.db.transaction(async (tx) => {
    const outcome = await attachWithinLimit(tx, deps.clock, { accountId, ...installation });
    if (outcome.kind !== 'attached') return null;
    if (!(await bindSession(tx, sessionId, outcome.device.id))) {
      throw new Rejection('CONFLICT', 'This session belongs to another device or has ended. Sign in again.');
    }
    return outcome.device;
  });
  if (device !== null) deps.wakeOutbox();
  return device;
}

/** Returns the attached device of the session. Throws CONFLICT if the session has no attached device. */
async function readDevice(deps: Deps, { deviceId }: CustomerCaller): Promise<DeviceRow> {
  const device = deviceId === null ? null : await findDeviceRow(deps.db, deviceId);
  if (device === null || device.detachedAt !== null) {
    throw new Rejection('CONFLICT', 'This session has no attached device. Call app/attach first.');
  }
  return device;
}

/**
 * Returns the session's device and counts the request, for API endpoints that apps poll. Throws CONFLICT if the session
 * has no attached device, and TOO_MANY_REQUESTS if the rate limit is exceeded.
 */
async function callingDevice(deps: Deps, caller: CustomerCaller): Promise<DeviceRow> {
  const device = await readDevice(deps, caller);
  await rejectTooManyTries(deps.db, ['appCalls', String(device.id)], LIMITS.appCalls, deps.clock.now());
  return device;
}

export type AppAccess =
  | { kind: 'accessEnded' }
  /** An admin of the VPN panel disabled the device. */
  | { kind: 'blocked' }
  | { kind: 'notReady'; until: Date }
  | { kind: 'open'; until: Date; configuration: string };

/**
 * Returns the VPN configuration of the session's device, or the reason why the device has no configuration. Throws
 * CONFLICT and TOO_MANY_REQUESTS like `callingDevice`.
 */
export async function readAppAccess(
  deps: Deps,
  caller: CustomerCaller,
  asked: { format: ConfigurationFormat; userAgent: string; ip: string },
): Promise<AppAccess> {
  const device = await callingDevice(deps, caller);
  const until = await promisedUntil(deps.db, caller.accountId, deps.clock.now());
  if (until === null) return { kind: 'accessEnded' };
  const outcome = await readConfiguration(deps, device.id, asked);
  switch (outcome.kind) {
    case 'configuration':
      return { kind: 'open', until, configuration: new TextDecoder().decode(outcome.configuration.body) };
    case 'blocked':
      return outcome;
    case 'notReady':
      return { kind: 'notReady', until };
  }
}

/**
 * Records connection attempts of the session's device, at most one per minute. Records nothing if the account has no
 * access, because such a device cannot connect. Throws CONFLICT and TOO_MANY_REQUESTS like
 * `callingDevice`.
 */
export async function reportConnections(
  deps: Deps,
  caller: CustomerCaller,
  entries: readonly { at: Date; success: boolean }[],
): Promise<void> {
  const { accountId, deviceId, deviceName, platform } = await callingDevice(deps, caller);
  const now = deps.clock.now().getTime();
  await deps.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return;
    if ((await promisedUntil(tx, accountId, new Date(now))) === null) return;
    const attempts = entries.map(({ at, success }) => ({
      connectedAt: new Date(Math.min(now, Math.max(now - OLDEST_CONNECTION_MS, at.getTime()))),
      success,
    }));
    await storeConnections(tx, { accountId, deviceId, deviceName, platform }, attempts);
  });
}

/** Stores the push token of the session's device. Throws CONFLICT and TOO_MANY_REQUESTS like `callingDevice`. */
export async function changePushToken(deps: Deps, caller: CustomerCaller, token: string): Promise<void> {
  await setPushToken(deps.db, (await callingDevice(deps, caller)).id, token);
}

/** Detaches the session's device, which ends the session. Throws CONFLICT if the session has no attached device. */
export async function leave(deps: Deps, caller: CustomerCaller): Promise<void> {
  const { accountId, deviceId } = await readDevice(deps, caller);
  await detachDevice(deps, { accountId, deviceId, staff: null });
}

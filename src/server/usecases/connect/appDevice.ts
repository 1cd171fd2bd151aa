/** The device of an application of ours: attached by the session that it holds, which ends with it. */
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import type { CustomerCaller } from '../../domain/caller';
import { Refusal } from '../../domain/refusal';
import { lockAccount } from '../../store/accounts';
import { insertConnectionOnce } from '../../store/connections';
import { type DeviceRow, findDeviceRow, setPushToken } from '../../store/devices';
import { bindSession } from '../../store/sessions';
import type { ConfigurationFormat } from '../../vpn/vpnNetwork';
import { detachDevice } from '../customer/detachDevice';
import { attachDevice } from '../customer/devices';
import { promisedUntil } from './promisedAccess';
import { readConfiguration } from './readyKey';

const DAY = 24 * 60 * 60_000;

/** How far back a try to connect may be told, ms. */
const OLDEST_CONNECTION_MS = 30 * DAY;

export interface AppInstallation {
  deviceId: string;
  deviceName: string;
  platform: string;
  firebaseToken: string | null;
}

/** Null: no slot is left. Throws PROVIDER_UNAVAILABLE while nothing can be delivered. */
export async function attachApp(
  deps: Deps,
  caller: CustomerCaller,
  installation: AppInstallation,
): Promise<DeviceRow | null> {
  if (deps.vpnNetwork === null) throw new Refusal('PROVIDER_UNAVAILABLE', 'No VPN network is configured.');
  const { accountId, sessionId } = caller;
  const device = await deps.db.transaction(async (tx) => {
    const outcome = await attachDevice(tx, deps.clock, { accountId, ...installation });
    if (outcome.kind !== 'attached') return null;
    await bindSession(tx, sessionId, outcome.device.id);
    return outcome.device;
  });
  if (device !== null) kickOutbox(deps);
  return device;
}

/** The attached device of the session. Throws CONFLICT when the session is bound to none. */
async function deviceOf(deps: Deps, { deviceId }: CustomerCaller): Promise<DeviceRow> {
  const device = deviceId === null ? null : await findDeviceRow(deps.db, deviceId);
  if (device === null || device.detachedAt !== null) {
    throw new Refusal('CONFLICT', 'The session is bound to no device: call app/attach.');
  }
  return device;
}

export type AppAccess =
  | { kind: 'accessEnded' }
  | { kind: 'notReady'; until: Date }
  | { kind: 'open'; until: Date; configuration: string };

/** What the device connects with now. Throws CONFLICT. */
export async function readAppAccess(
  deps: Deps,
  caller: CustomerCaller,
  asked: { format: ConfigurationFormat; userAgent: string; ip: string },
): Promise<AppAccess> {
  const device = await deviceOf(deps, caller);
  const until = await promisedUntil(deps.db, caller.accountId, deps.clock.now());
  if (until === null) return { kind: 'accessEnded' };
  const configuration = await readConfiguration(deps, device.id, asked);
  if (configuration === null) return { kind: 'notReady', until };
  return { kind: 'open', until, configuration: new TextDecoder().decode(configuration.body) };
}

/** Writes tries to connect down, each moment once. Throws CONFLICT. */
export async function reportConnections(
  deps: Deps,
  caller: CustomerCaller,
  entries: readonly { at: Date; success: boolean }[],
): Promise<void> {
  const { accountId, deviceId, deviceName, platform } = await deviceOf(deps, caller);
  const now = deps.clock.now().getTime();
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    for (const { at, success } of entries) {
      const connectedAt = new Date(Math.min(now, Math.max(now - OLDEST_CONNECTION_MS, at.getTime())));
      await insertConnectionOnce(tx, { accountId, deviceId, deviceName, platform, connectedAt, success });
    }
  });
}

/** Throws CONFLICT. */
export async function changePushToken(deps: Deps, caller: CustomerCaller, token: string): Promise<void> {
  await setPushToken(deps.db, (await deviceOf(deps, caller)).id, token);
}

/** Detaches the device, with which the session ends. Throws CONFLICT. */
export async function leave(deps: Deps, caller: CustomerCaller): Promise<void> {
  const { accountId, deviceId } = await deviceOf(deps, caller);
  await detachDevice(deps, { accountId, deviceId, staff: null });
}

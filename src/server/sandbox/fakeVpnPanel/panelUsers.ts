/** Defines the users of the fake VPN panel: their status rules and their JSON format. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { sandboxVpnUsers } from '../schema/vpn';

export type PanelUserRow = typeof sandboxVpnUsers.$inferSelect;

/** Interval in ms of the VPN panel's background job that marks expired users. */
const EXPIRY_JOB_EVERY_MS = 30_000;

export type PanelStatus = 'ACTIVE' | 'DISABLED' | 'EXPIRED';

/**
 * Returns the status of a VPN panel user. A VPN panel user becomes EXPIRED at the first run of the expiry job after the
 * expiry. Extending the expiry makes the VPN panel user ACTIVE again.
 */
export function panelStatus(user: Pick<PanelUserRow, 'isDisabled' | 'expireAt'>, now: Date): PanelStatus {
  if (user.isDisabled) return 'DISABLED';
  const lastRun = Math.floor(now.getTime() / EXPIRY_JOB_EVERY_MS) * EXPIRY_JOB_EVERY_MS;
  return user.expireAt.getTime() <= lastRun ? 'EXPIRED' : 'ACTIVE';
}

/** Generates random VPN credentials for a new VPN panel user. */
export function newCredentials() {
  return {
    shortUuid: randomBytes(12).toString('base64url'),
    vlessUuid: randomUUID(),
    trojanPassword: randomBytes(16).toString('hex'),
    ssPassword: randomBytes(16).toString('hex'),
  };
}

/** Parses the id of a VPN panel user. Returns null if the text is not an integer that PostgreSQL can store. */
export function userIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the JSON of a VPN panel user in the format of the VPN panel's API. */
export function userModel(user: PanelUserRow, now: Date, subscriptionBaseUrl: string): object {
  return {
    id: user.id,
    shortUuid: user.shortUuid,
    username: user.username,
    status: panelStatus(user, now),
    trafficLimitBytes: 0,
    trafficLimitStrategy: user.trafficLimitStrategy,
    expireAt: user.expireAt.toISOString(),
    telegramId: null,
    email: null,
    description: user.description,
    tag: user.tag,
    hwidDeviceLimit: user.hwidDeviceLimit,
    externalSquadUuid: null,
    trojanPassword: user.trojanPassword,
    vlessUuid: user.vlessUuid,
    ssPassword: user.ssPassword,
    lastTriggeredThreshold: 0,
    subRevokedAt: null,
    lastTrafficResetAt: null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    subscriptionUrl: `${subscriptionBaseUrl}/${user.shortUuid}`,
    activeInternalSquads: user.squads.map((uuid, index) => ({ uuid, name: `squad-${index + 1}` })),
    userTraffic: {
      usedTrafficBytes: 0,
      lifetimeUsedTrafficBytes: 0,
      onlineAt: iso(user.onlineAt),
      firstConnectedAt: iso(user.firstConnectedAt),
      lastConnectedNodeUuid: null,
    },
  };
}

/** The users of the sandbox's VPN panel: their rules and their form on the wire. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { sandboxVpnUsers } from '../schema/vpn';

export type PanelUserRow = typeof sandboxVpnUsers.$inferSelect;

/** A job looks for users whose time is over so often, ms. */
const EXPIRY_JOB_EVERY_MS = 30_000;

export type PanelStatus = 'ACTIVE' | 'DISABLED' | 'EXPIRED';

/** EXPIRED from the first run of the job after the end on; a later end makes such a user ACTIVE again. */
export function panelStatus(user: Pick<PanelUserRow, 'isDisabled' | 'expireAt'>, now: Date): PanelStatus {
  if (user.isDisabled) return 'DISABLED';
  const lastRun = Math.floor(now.getTime() / EXPIRY_JOB_EVERY_MS) * EXPIRY_JOB_EVERY_MS;
  return user.expireAt.getTime() <= lastRun ? 'EXPIRED' : 'ACTIVE';
}

/** What makes a user usable: nobody chooses it. */
export function newCredentials() {
  return {
    shortUuid: randomBytes(12).toString('base64url'),
    vlessUuid: randomUUID(),
    trojanPassword: randomBytes(16).toString('hex'),
    ssPassword: randomBytes(16).toString('hex'),
  };
}

/** Ids of numbers that PostgreSQL can hold. */
export function userIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** As the panel answers a user. */
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

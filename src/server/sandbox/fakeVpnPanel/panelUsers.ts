/**
 * Users of the fake VPN panel: their JSON format, and the requests that create, change and delete them. The requests
 * follow `users.service.ts` of Remnawave 3.3.2, including its races.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxVpnUsers } from '../schema/vpn';
import { catchUp } from './panelJobs';
import { notifyServers } from './panelServers';
import { type PanelSquad, type PanelState, panelTime } from './panelState';

export type PanelUserRow = typeof sandboxVpnUsers.$inferSelect;

export type PanelStatus = PanelUserRow['status'];

/** Error code of a request that the VPN panel rejects or cannot execute. */
export type PanelErrorCode = 'A018' | 'A019' | 'A025' | 'A027' | 'A028' | 'A029' | 'A030' | 'A037' | 'A039';

export type PanelResult<Value> = { value: Value } | { error: PanelErrorCode };

/** Fields of a user that a request may set. Undefined fields stay unchanged. */
export interface PanelUserChanges {
  status?: PanelStatus | undefined;
  expireAt?: Date | undefined;
  trafficLimitBytes?: number | undefined;
  trafficLimitStrategy?: string | undefined;
  hwidDeviceLimit?: number | null | undefined;
  activeInternalSquads?: string[] | undefined;
  tag?: string | null | undefined;
  description?: string | null | undefined;
}

export interface PanelUsersOptions {
  db: Database;
  clock: Clock;
  /** Internal squads that an administrator created. */
  squads: readonly PanelSquad[];
  /** Awaited between the reading and the writing of a request that changes a user, so that tests can cause races. */
  betweenReadAndWrite?: (() => Promise<void>) | undefined;
}

/** Identifies a user in a request. */
export type PanelUserKey = { id: number } | { username: string };

/** Generates random VPN credentials for a new VPN panel user. */
function newCredentials() {
  return {
    shortUuid: randomBytes(12).toString('base64url'),
    vlessUuid: randomUUID(),
    trojanPassword: randomBytes(16).toString('hex'),
    ssPassword: randomBytes(16).toString('hex'),
  };
}

/** Parses the id of a VPN panel user. Returns null if the text is not an integer that PostgreSQL can store. */
export function parseUserId(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the JSON of a VPN panel user in the format of the VPN panel's API. */
export function userModel(
  user: PanelUserRow,
  { squads, subscriptionBaseUrl }: { squads: readonly PanelSquad[]; subscriptionBaseUrl: string },
): object {
  return {
    id: user.id,
    shortUuid: user.shortUuid,
    username: user.username,
    status: user.status,
    trafficLimitBytes: user.trafficLimitBytes,
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
    subRevokedAt: iso(user.subRevokedAt),
    lastTrafficResetAt: null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    subscriptionUrl: `${subscriptionBaseUrl}/${user.shortUuid}`,
    activeInternalSquads: squads.filter(({ uuid }) => user.squads.includes(uuid)),
    userTraffic: {
      usedTrafficBytes: user.usedTrafficBytes,
      lifetimeUsedTrafficBytes: user.usedTrafficBytes,
      onlineAt: iso(user.onlineAt),
      firstConnectedAt: iso(user.firstConnectedAt),
      lastConnectedNodeUuid: null,
    },
  };
}

const withSquads = (
  fields: Omit<PanelUserChanges, 'activeInternalSquads'>,
  squads: string[] | undefined,
) => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  ...(squads === undefined ? {} : { squads }),
});

/** Returns the requests of the VPN panel's API that read and change users. */
export function createPanelUsers({ db, clock, squads, betweenReadAndWrite }: PanelUsersOptions) {
  const areKnown = (uuids: readonly string[], { removedSquads }: PanelState): boolean =>
    uuids.every((uuid) => squads.some((squad) => squad.uuid === uuid) && !removedSquads.includes(uuid));

  async function find(key: PanelUserKey): Promise<PanelUserRow | null> {
    await catchUp(db, clock);
    const [user] = await db
      .select()
      .from(sandboxVpnUsers)
      .where('id' in key ? eq(sandboxVpnUsers.id, key.id) : eq(sandboxVpnUsers.username, key.username));
    return user ?? null;
  }

  async function findByShortUuid(shortUuid: string): Promise<PanelUserRow | null> {
    await catchUp(db, clock);
    const [user] = await db.select().from(sandboxVpnUsers).where(eq(sandboxVpnUsers.shortUuid, shortUuid));
    return user ?? null;
  }

  /** Lets time pass between the reading and the writing of a request. Returns the state of the VPN panel at the writing. */
  async function beforeWriting(): Promise<PanelState> {
    await betweenReadAndWrite?.();
    return catchUp(db, clock);
  }

  async function write(
    id: number,
    values: Partial<typeof sandboxVpnUsers.$inferInsert>,
    state: PanelState,
  ): Promise<PanelUserRow | null> {
    const [user] = await db
      .update(sandboxVpnUsers)
      .set({ ...values, updatedAt: panelTime(clock, state) })
      .where(eq(sandboxVpnUsers.id, id))
      .returning();
    return user ?? null;
  }

  async function setStatus(
    id: number,
    status: 'ACTIVE' | 'DISABLED',
    errors: { same: PanelErrorCode; failed: PanelErrorCode },
  ): Promise<PanelResult<PanelUserRow>> {
    const user = await find({ id });
    if (user === null) return { error: 'A025' };
    if (user.status === status) return { error: errors.same };
    const state = await beforeWriting();
    const changed = await write(id, { status }, state);
    if (changed === null) return { error: errors.failed };
    const userId = status === 'ACTIVE' ? changed.id : null;
    await notifyServers(db, state, { userId, vlessUuid: changed.vlessUuid });
    return { value: changed };
  }

  return {
    find,
    findByShortUuid,

    /** Returns at most `limit` users with an id above `after`, in order of the id. `tag` undefined means every tag. */
    async list(after: number, limit: number, tag: string | undefined): Promise<PanelUserRow[]> {
      await catchUp(db, clock);
      return db
        .select()
        .from(sandboxVpnUsers)
        .where(
          and(gt(sandboxVpnUsers.id, after), tag === undefined ? undefined : eq(sandboxVpnUsers.tag, tag)),
        )
        .orderBy(asc(sandboxVpnUsers.id))
        .limit(limit);
    },

    /** Creates a user. The user is ACTIVE also if its expiry has passed; the next run of the jobs expires it. */
    async create({
      username,
      expireAt,
      activeInternalSquads = [],
      ...fields
    }: PanelUserChanges & { username: string; expireAt: Date }): Promise<PanelResult<PanelUserRow>> {
      const state = await catchUp(db, clock);
      if (!areKnown(activeInternalSquads, state)) return { error: 'A018' };
      const now = panelTime(clock, state);
      const [user] = await db
        .insert(sandboxVpnUsers)
        .values({
          ...newCredentials(),
          ...{ username, expireAt, trafficLimitStrategy: 'NO_RESET', createdAt: now, updatedAt: now },
          ...withSquads(fields, activeInternalSquads),
          squads: activeInternalSquads,
        })
        .onConflictDoNothing({ target: sandboxVpnUsers.username })
        .returning();
      if (user === undefined) return { error: 'A019' };
      if (user.status === 'ACTIVE')
        await notifyServers(db, state, { userId: user.id, vlessUuid: user.vlessUuid });
      return { value: user };
    },

    /**
     * Changes a user by the rules of PATCH. The new status depends on the user as it was read, so a run of the jobs
     * between the reading and the writing is lost for the status.
     */
    async update(
      key: PanelUserKey,
      { status, activeInternalSquads, ...fields }: PanelUserChanges,
    ): Promise<PanelResult<PanelUserRow>> {
      const user = await find(key);
      if (user === null) return { error: 'A025' };
      const state = await beforeWriting();
      let next: PanelStatus | undefined;
      let addToServers = false;
      let removeFromServers = false;
      if (user.status !== 'ACTIVE' && status === 'ACTIVE') {
        next = 'ACTIVE';
        addToServers = true;
      }
      if (user.status === 'ACTIVE' && status === 'DISABLED') {
        next = 'DISABLED';
        removeFromServers = true;
      }
      const { trafficLimitBytes, expireAt } = fields;
      const isRaised =
        trafficLimitBytes !== undefined &&
        (trafficLimitBytes === 0 || trafficLimitBytes > user.trafficLimitBytes);
      if (user.status === 'LIMITED' && isRaised) {
        next = 'ACTIVE';
        addToServers = true;
      }
      if (user.status === 'EXPIRED' && expireAt !== undefined && status === undefined) {
        const isMoved = expireAt.getTime() !== user.expireAt.getTime();
        if (isMoved && expireAt > panelTime(clock, state)) {
          next = 'ACTIVE';
          addToServers = true;
        }
      }
      const hasOtherSquads =
        activeInternalSquads !== undefined &&
        (activeInternalSquads.length !== user.squads.length ||
          !activeInternalSquads.every((uuid) => user.squads.includes(uuid)));
      if (hasOtherSquads) {
        if (!areKnown(activeInternalSquads, state)) return { error: 'A039' };
        // The real VPN panel also forgets here that a disabled user must be removed from the VPN servers.
        removeFromServers = activeInternalSquads.length === 0;
        addToServers = activeInternalSquads.length > 0;
      }
      const values = withSquads(
        { ...fields, status: next },
        hasOtherSquads ? activeInternalSquads : undefined,
      );
      const changed = await write(user.id, values, state);
      if (changed === null) return { error: 'A039' };
      const { id, vlessUuid } = changed;
      if (changed.status === 'ACTIVE' && addToServers && !removeFromServers)
        await notifyServers(db, state, { userId: id, vlessUuid });
      if (removeFromServers) await notifyServers(db, state, { userId: null, vlessUuid });
      return { value: changed };
    },

    /** Deletes a user. A user that is deleted between the reading and the writing is an error of its own. */
    async remove(id: number): Promise<PanelResult<null>> {
      if ((await find({ id })) === null) return { error: 'A025' };
      const state = await beforeWriting();
      const [user] = await db.delete(sandboxVpnUsers).where(eq(sandboxVpnUsers.id, id)).returning();
      if (user === undefined) return { error: 'A037' };
      await notifyServers(db, state, { userId: null, vlessUuid: user.vlessUuid });
      return { value: null };
    },

    disable: (id: number) => setStatus(id, 'DISABLED', { same: 'A029', failed: 'A028' }),

    /** Enables a user. A user whose expiry has passed is ACTIVE until the next run of the jobs. */
    enable: (id: number) => setStatus(id, 'ACTIVE', { same: 'A030', failed: 'A028' }),

    /** Replaces the secrets of a user and the address of its configuration. */
    async revoke(id: number): Promise<PanelResult<PanelUserRow>> {
      const user = await find({ id });
      if (user === null) return { error: 'A025' };
      const state = await beforeWriting();
      const subRevokedAt = panelTime(clock, state);
      const changed = await write(id, { ...newCredentials(), subRevokedAt }, state);
      if (changed === null) return { error: 'A027' };
      await notifyServers(db, state, { userId: null, vlessUuid: user.vlessUuid });
      if (changed.status === 'ACTIVE')
        await notifyServers(db, state, { userId: id, vlessUuid: changed.vlessUuid });
      return { value: changed };
    },

    /** Resets the used traffic of a user, which makes a LIMITED user ACTIVE. */
    async resetTraffic(id: number): Promise<PanelResult<PanelUserRow>> {
      const user = await find({ id });
      if (user === null) return { error: 'A025' };
      const state = await beforeWriting();
      const status = user.status === 'LIMITED' ? 'ACTIVE' : undefined;
      const changed = await write(id, { usedTrafficBytes: 0, ...(status ? { status } : {}) }, state);
      if (changed === null) return { error: 'A039' };
      if (status !== undefined) await notifyServers(db, state, { userId: id, vlessUuid: changed.vlessUuid });
      return { value: changed };
    },
  };
}

export type PanelUsers = ReturnType<typeof createPanelUsers>;

/**
 * The fake VPN panel of the sandbox, a separate HTTP service. The fake VPN panel behaves like a Remnawave 3.x VPN panel
 * on the sandbox clock, and simulates actions of an administrator of the VPN panel.
 */
import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { Rejection } from '../../domain/rejection';
import { sandboxVpnUsers } from '../schema/vpn';
import { REJECTIONS } from '../texts/rejections';
import { type FakeVpnPanelOptions, isAway, panelApi } from './panelApi';
import { catchUp, changeTiming } from './panelJobs';
import { dropFromServers, notifyServers, readServerKeys } from './panelServers';
import { changePanelState, readPanelState } from './panelState';
import { createPanelUsers, type PanelStatus, type PanelUserRow } from './panelUsers';

/** VPN credential in the response to `GET /sandbox/api/vpn`, without secrets. Times are in ISO 8601 and UTC. */
export interface FakeKey {
  username: string;
  /** Stored status. The VPN servers may let in a credential that is not ACTIVE, until they are notified. */
  status: PanelStatus;
  /** Whether the VPN servers let the credential in. */
  isOnServers: boolean;
  /** UUIDs of the credential's internal squads. */
  squads: string[];
  trafficLimitBytes: number;
  description: string | null;
  expireAt: string;
  lastSeenAt: string | null;
  createdAt: string;
}

export interface FakePanel {
  /** End of the simulated outage; null if the fake VPN panel responds. */
  unresponsiveUntil: string | null;
  /** End of the simulated outage of the VPN panel's database; null if the database responds. */
  databaseAwayUntil: string | null;
  /** Difference of the VPN panel's clock to the sandbox clock in seconds, positive if it is ahead. */
  clockSkewSeconds: number;
  /** Whether the VPN panel's background jobs are stopped. */
  areJobsStopped: boolean;
  /** Whether the internal squad of the product's credentials is deleted. */
  isSquadRemoved: boolean;
  /** Whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside: boolean;
  /** VPN credentials, newest first, at most 200. */
  keys: FakeKey[];
}

/**
 * Simulated events of a VPN credential: a device connects with the credential (`online`), its traffic is used up
 * (`limit`), or an administrator deletes, blocks, unblocks or revokes the credential.
 */
export const PANEL_ACTIONS = ['online', 'limit', 'delete', 'block', 'unblock', 'revoke'] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

export interface PanelSettings {
  clockSkewSeconds?: number | undefined;
  areJobsStopped?: boolean | undefined;
  /**
   * Whether the first internal squad is deleted. The members of a deleted squad lose it, and stay without it when the
   * squad exists again.
   */
  isSquadRemoved?: boolean | undefined;
}

export interface FakeVpnPanel {
  /** HTTP routes of the VPN panel's API, under /api. */
  app: Hono;
  /**
   * Returns the state of the VPN panel with all credentials, or with the credentials that have the given description.
   */
  panel(description?: string): Promise<FakePanel>;
  /** Simulates an event of a VPN credential. Throws NOT_FOUND if the credential does not exist. */
  act(username: string, action: PanelAction): Promise<{ username: string; action: PanelAction }>;
  /**
   * Starts an outage of the fake VPN panel for `minutes`, or ends the outage if `minutes` is 0. Returns the end of the
   * outage.
   */
  silence(minutes: number): Promise<{ unresponsiveUntil: string | null }>;
  /** Starts an outage of the VPN panel's database for `minutes`, or ends the outage if `minutes` is 0. */
  loseDatabase(minutes: number): Promise<FakePanel>;
  /** Changes the VPN panel's clock, its background jobs or its internal squad. Omitted fields stay unchanged. */
  configure(changes: PanelSettings): Promise<FakePanel>;
  /** Returns whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside(): Promise<boolean>;
  /** Moves the browsers of the sandbox into the VPN or out of it. */
  moveBrowser(isInside: boolean): Promise<{ isBrowserInside: boolean }>;
}

const MINUTE = 60_000;
const SHOWN_MAX = 200;

/** Traffic limit of a credential whose traffic is used up, in bytes. */
const USED_UP_BYTES = 1_000_000_000;

export function createFakeVpnPanel(options: FakeVpnPanelOptions): FakeVpnPanel {
  const { db, clock, squads } = options;
  const users = createPanelUsers(options);
  const app = new Hono({ strict: false });
  app.route('/api', panelApi(options, users));

  const outageEnd = (until: Date | null): string | null =>
    until !== null && isAway(until, clock.now()) ? until.toISOString() : null;

  const inMinutes = (minutes: number): Date => new Date(clock.now().getTime() + minutes * MINUTE);

  async function set(username: string, values: Partial<PanelUserRow>): Promise<PanelUserRow | null> {
    const [user] = await db
      .update(sandboxVpnUsers)
      .set(values)
      .where(eq(sandboxVpnUsers.username, username))
      .returning();
    return user ?? null;
  }

  async function perform(username: string, action: PanelAction): Promise<boolean> {
    const user = await users.find({ username });
    if (user === null) return false;
    const { id } = user;
    switch (action) {
      case 'online':
        await set(username, { onlineAt: clock.now(), firstConnectedAt: clock.now() });
        break;
      case 'limit':
        await set(username, { trafficLimitBytes: USED_UP_BYTES, usedTrafficBytes: USED_UP_BYTES });
        // Only an ACTIVE user becomes LIMITED.
        if (user.status === 'ACTIVE') {
          await set(username, { status: 'LIMITED' });
          await notifyServers(db, await readPanelState(db), { userId: null, vlessUuid: user.vlessUuid });
        }
        break;
      case 'delete':
        await users.remove(id);
        break;
      case 'block':
        await users.disable(id);
        break;
      case 'unblock':
        await users.enable(id);
        break;
      case 'revoke':
        await users.revoke(id);
        break;
    }
    return true;
  }

  /** Deletes an internal squad. Its members lose it, and the VPN servers drop the members without another squad. */
  async function removeSquad(uuid: string): Promise<void> {
    const state = await catchUp(db, clock);
    if (state.removedSquads.includes(uuid)) return;
    await changePanelState(db, { removedSquads: [...state.removedSquads, uuid] });
    const members = (await db.select().from(sandboxVpnUsers)).filter((user) => user.squads.includes(uuid));
    for (const member of members) {
      const left = member.squads.filter((each) => each !== uuid);
      await set(member.username, { squads: left });
      if (left.length === 0) await dropFromServers(db, [member.vlessUuid]);
    }
  }

  const restoreSquad = async (uuid: string): Promise<void> => {
    const { removedSquads } = await readPanelState(db);
    await changePanelState(db, { removedSquads: removedSquads.filter((each) => each !== uuid) });
  };

  async function panel(description?: string): Promise<FakePanel> {
    const state = await catchUp(db, clock);
    const found = await db
      .select()
      .from(sandboxVpnUsers)
      .where(description === undefined ? undefined : eq(sandboxVpnUsers.description, description))
      .orderBy(desc(sandboxVpnUsers.id))
      .limit(SHOWN_MAX);
    const served = await readServerKeys(db);
    return {
      unresponsiveUntil: outageEnd(state.unresponsiveUntil),
      databaseAwayUntil: outageEnd(state.databaseAwayUntil),
      clockSkewSeconds: state.clockSkewMs / 1000,
      areJobsStopped: state.areJobsStopped,
      isSquadRemoved: state.removedSquads.includes(squads[0]?.uuid ?? ''),
      isBrowserInside: state.isBrowserInside,
      keys: found.map((user) => ({
        username: user.username,
        status: user.status,
        isOnServers: served.has(user.vlessUuid),
        squads: user.squads,
        trafficLimitBytes: user.trafficLimitBytes,
        description: user.description,
        expireAt: user.expireAt.toISOString(),
        lastSeenAt: user.onlineAt?.toISOString() ?? null,
        createdAt: user.createdAt.toISOString(),
      })),
    };
  }

  return {
    app,

    panel,

    async act(username, action) {
      if (!(await perform(username, action))) throw new Rejection('NOT_FOUND', REJECTIONS.noKey);
      return { username, action };
    },

    async silence(minutes) {
      const unresponsiveUntil = inMinutes(minutes);
      await changePanelState(db, { unresponsiveUntil });
      return { unresponsiveUntil: outageEnd(unresponsiveUntil) };
    },

    async loseDatabase(minutes) {
      await changePanelState(db, { databaseAwayUntil: inMinutes(minutes) });
      return panel();
    },

    async configure({ clockSkewSeconds, areJobsStopped, isSquadRemoved }) {
      await changeTiming(db, clock, {
        ...(clockSkewSeconds === undefined ? {} : { clockSkewMs: clockSkewSeconds * 1000 }),
        ...(areJobsStopped === undefined ? {} : { areJobsStopped }),
      });
      const [squad] = squads;
      if (squad !== undefined && isSquadRemoved !== undefined)
        await (isSquadRemoved ? removeSquad(squad.uuid) : restoreSquad(squad.uuid));
      return panel();
    },

    isBrowserInside: async () => (await readPanelState(db)).isBrowserInside,

    async moveBrowser(isBrowserInside) {
      await changePanelState(db, { isBrowserInside });
      return { isBrowserInside };
    },
  };
}

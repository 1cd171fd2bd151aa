/**
 * The fake VPN panel of the sandbox, a separate HTTP service. The fake VPN panel behaves like a Remnawave 3.x VPN panel
 * on the sandbox clock, and simulates actions of an administrator of the VPN panel.
 */
import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { Rejection } from '../../domain/rejection';
import { sandboxVpnPanel, sandboxVpnUsers } from '../schema/vpn';
import { REJECTIONS } from '../texts/rejections';
import { type FakeVpnPanelOptions, panelApi } from './panelApi';
import { type PanelStatus, panelStatus, type PanelUserRow } from './panelUsers';

/** VPN credential in the response to `GET /sandbox/api/vpn`, without secrets. Times are in ISO 8601 and UTC. */
export interface FakeKey {
  username: string;
  status: PanelStatus;
  description: string | null;
  expireAt: string;
  lastSeenAt: string | null;
  createdAt: string;
}

export interface FakePanel {
  /** End of the simulated outage; null if the fake VPN panel responds. */
  unresponsiveUntil: string | null;
  /** Whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside: boolean;
  /** VPN credentials, newest first, at most 200. */
  keys: FakeKey[];
}

/**
 * Simulated events of a VPN credential: a device connects with the credential (`online`), or an administrator deletes,
 * blocks or unblocks the credential.
 */
export const PANEL_ACTIONS = ['online', 'delete', 'block', 'unblock'] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

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
  /** Returns whether the browsers of the sandbox count as being in the VPN. */
  isBrowserInside(): Promise<boolean>;
  /** Moves the browsers of the sandbox into the VPN or out of it. */
  moveBrowser(isInside: boolean): Promise<{ isBrowserInside: boolean }>;
}

const ROW_ID = 1;
const MINUTE = 60_000;
const SHOWN_MAX = 200;

export function createFakeVpnPanel(options: FakeVpnPanelOptions): FakeVpnPanel {
  const { db, clock } = options;
  const app = new Hono({ strict: false });
  app.route('/api', panelApi(options));

  async function unresponsiveUntil(): Promise<string | null> {
    const [panel] = await db.select().from(sandboxVpnPanel);
    const until = panel?.unresponsiveUntil ?? null;
    return until !== null && clock.now() < until ? until.toISOString() : null;
  }

  async function isBrowserInside(): Promise<boolean> {
    const [panel] = await db.select().from(sandboxVpnPanel);
    return panel?.isBrowserInside ?? false;
  }

  async function set(username: string, values: Partial<PanelUserRow>): Promise<boolean> {
    const rows = await db
      .update(sandboxVpnUsers)
      .set(values)
      .where(eq(sandboxVpnUsers.username, username))
      .returning({ id: sandboxVpnUsers.id });
    return rows.length > 0;
  }

  async function remove(username: string): Promise<boolean> {
    const rows = await db
      .delete(sandboxVpnUsers)
      .where(eq(sandboxVpnUsers.username, username))
      .returning({ id: sandboxVpnUsers.id });
    return rows.length > 0;
  }

  function perform(username: string, action: PanelAction): Promise<boolean> {
    switch (action) {
      case 'online':
        return set(username, { onlineAt: clock.now(), firstConnectedAt: clock.now() });
      case 'delete':
        return remove(username);
      case 'block':
        return set(username, { isDisabled: true });
      case 'unblock':
        return set(username, { isDisabled: false });
    }
  }

  return {
    app,

    async panel(description) {
      const users = await db
        .select()
        .from(sandboxVpnUsers)
        .where(description === undefined ? undefined : eq(sandboxVpnUsers.description, description))
        .orderBy(desc(sandboxVpnUsers.id))
        .limit(SHOWN_MAX);
      const now = clock.now();
      return {
        unresponsiveUntil: await unresponsiveUntil(),
        isBrowserInside: await isBrowserInside(),
        keys: users.map((user) => ({
          username: user.username,
          status: panelStatus(user, now),
          description: user.description,
          expireAt: user.expireAt.toISOString(),
          lastSeenAt: user.onlineAt?.toISOString() ?? null,
          createdAt: user.createdAt.toISOString(),
        })),
      };
    },

    async act(username, action) {
      if (!(await perform(username, action))) throw new Rejection('NOT_FOUND', REJECTIONS.noKey);
      return { username, action };
    },

    async silence(minutes) {
      const until = new Date(clock.now().getTime() + minutes * MINUTE);
      await db
        .insert(sandboxVpnPanel)
        .values({ id: ROW_ID, unresponsiveUntil: until })
        .onConflictDoUpdate({ target: sandboxVpnPanel.id, set: { unresponsiveUntil: until } });
      return { unresponsiveUntil: await unresponsiveUntil() };
    },

    isBrowserInside,

    async moveBrowser(isInside) {
      await db
        .insert(sandboxVpnPanel)
        .values({ id: ROW_ID, isBrowserInside: isInside })
        .onConflictDoUpdate({ target: sandboxVpnPanel.id, set: { isBrowserInside: isInside } });
      return { isBrowserInside: isInside };
    },
  };
}

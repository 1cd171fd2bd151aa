/**
 * State of the fake VPN panel apart from its users: simulated outages, its own clock, its background jobs and its
 * internal squads.
 */
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxVpnPanel } from '../schema/vpn';

export type PanelState = Omit<typeof sandboxVpnPanel.$inferSelect, 'id'>;

const ROW_ID = 1;

const INITIAL: PanelState = {
  unresponsiveUntil: null,
  databaseAwayUntil: null,
  clockSkewMs: 0,
  areJobsStopped: false,
  jobsRanAt: null,
  removedSquads: [],
  squadsWithoutHosts: [],
  isBrowserInside: false,
};

export async function readPanelState(db: Database): Promise<PanelState> {
  const [row] = await db.select().from(sandboxVpnPanel);
  return row ?? INITIAL;
}

export async function changePanelState(db: Database, changes: Partial<PanelState>): Promise<void> {
  await db
    .insert(sandboxVpnPanel)
    .values({ id: ROW_ID, ...changes })
    .onConflictDoUpdate({ target: sandboxVpnPanel.id, set: changes });
}

/** Returns the time on the VPN panel's own clock. */
export function panelTime(clock: Clock, { clockSkewMs }: Pick<PanelState, 'clockSkewMs'>): Date {
  return new Date(clock.now().getTime() + clockSkewMs);
}

/** Internal squad of the VPN panel, which gives its members access to the VPN servers of its hosts. */
export interface PanelSquad {
  uuid: string;
  name: string;
}

/** Returns whether a user with these squads gets any VPN server. */
export function hasServers(userSquads: readonly string[], state: PanelState): boolean {
  return userSquads.some(
    (uuid) => !state.removedSquads.includes(uuid) && !state.squadsWithoutHosts.includes(uuid),
  );
}

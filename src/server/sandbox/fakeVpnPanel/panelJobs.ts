/**
 * Background jobs of the fake VPN panel. They set the status of users whose expiry has passed or whose traffic is used
 * up, and report these users to the VPN servers.
 */
import { and, eq, gte, inArray, lt, ne } from 'drizzle-orm';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxVpnUsers } from '../schema/vpn';
import { dropFromServers, reportWaiting } from './panelServers';
import { changePanelState, type PanelState, panelTime, readPanelState } from './panelState';

/** Interval of the background jobs, in ms. They run at :00 and :30 of each minute of the VPN panel's clock. */
const JOBS_EVERY_MS = 30_000;

const lastTick = (panelNow: Date): Date =>
  new Date(Math.floor(panelNow.getTime() / JOBS_EVERY_MS) * JOBS_EVERY_MS);

/** Runs the background jobs as of `at`, on the VPN panel's clock. */
async function runJobs(db: Database, at: Date): Promise<void> {
  const expired = await db
    .update(sandboxVpnUsers)
    .set({ status: 'EXPIRED', updatedAt: at })
    .where(and(inArray(sandboxVpnUsers.status, ['ACTIVE', 'LIMITED']), lt(sandboxVpnUsers.expireAt, at)))
    .returning({ vlessUuid: sandboxVpnUsers.vlessUuid });
  const limited = await db
    .update(sandboxVpnUsers)
    .set({ status: 'LIMITED', updatedAt: at })
    .where(
      and(
        eq(sandboxVpnUsers.status, 'ACTIVE'),
        ne(sandboxVpnUsers.trafficLimitBytes, 0),
        gte(sandboxVpnUsers.usedTrafficBytes, sandboxVpnUsers.trafficLimitBytes),
      ),
    )
    .returning({ vlessUuid: sandboxVpnUsers.vlessUuid });
  await dropFromServers(
    db,
    [...expired, ...limited].map(({ vlessUuid }) => vlessUuid),
  );
}

/**
 * Runs the background jobs if a run was due since the last one. Every request and every reading of the fake VPN panel
 * calls this function first, so that the jobs appear to run on their own. Returns the state of the VPN panel.
 */
export async function catchUp(db: Database, clock: Clock): Promise<PanelState> {
  const state = await readPanelState(db);
  if (state.areJobsStopped) return state;
  const tick = lastTick(panelTime(clock, state));
  // The clock of the VPN panel may also have jumped back.
  if (state.jobsRanAt?.getTime() === tick.getTime()) return state;
  await runJobs(db, tick);
  await changePanelState(db, { jobsRanAt: tick });
  return { ...state, jobsRanAt: tick };
}

/**
 * Changes the clock of the VPN panel, or stops or starts its background jobs. The jobs then run at their next regular
 * time.
 */
export async function changeTiming(
  db: Database,
  clock: Clock,
  changes: Partial<Pick<PanelState, 'clockSkewMs' | 'areJobsStopped'>>,
): Promise<void> {
  const before = await catchUp(db, clock);
  const state = { ...before, ...changes };
  await changePanelState(db, { ...changes, jobsRanAt: lastTick(panelTime(clock, state)) });
  if (before.areJobsStopped && !state.areJobsStopped) await reportWaiting(db, state);
}

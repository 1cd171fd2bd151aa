/**
 * VPN servers of the fake VPN panel. The VPN servers let in the credentials that the VPN panel's process of background
 * jobs reported to them. While this process is stopped, the reports wait.
 */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../store/database';
import { sandboxVpnServerEvents, sandboxVpnServerKeys, sandboxVpnUsers } from '../schema/vpn';
import { hasServers, type PanelState } from './panelState';

/** Credentials that the VPN servers must drop, or a user whom they must let in. */
type ServerEvent = { userId: number | null; vlessUuid: string };

/** Makes the VPN servers drop these credentials. */
export async function dropFromServers(db: Database, vlessUuids: readonly string[]): Promise<void> {
  if (vlessUuids.length === 0) return;
  await db.delete(sandboxVpnServerKeys).where(inArray(sandboxVpnServerKeys.vlessUuid, [...vlessUuids]));
}

async function report(db: Database, state: PanelState, { userId, vlessUuid }: ServerEvent): Promise<void> {
  // A user whom the VPN servers must let in is read again, because the report may have waited.
  const [user] =
    userId === null ? [] : await db.select().from(sandboxVpnUsers).where(eq(sandboxVpnUsers.id, userId));
  await dropFromServers(db, [vlessUuid]);
  if (user?.status !== 'ACTIVE' || !hasServers(user.squads, state)) return;
  await db.insert(sandboxVpnServerKeys).values({ vlessUuid: user.vlessUuid }).onConflictDoNothing();
}

/** Reports a change to the VPN servers at once, or when the process of background jobs runs again. */
export async function notifyServers(db: Database, state: PanelState, event: ServerEvent): Promise<void> {
  if (state.areJobsStopped) await db.insert(sandboxVpnServerEvents).values(event);
  else await report(db, state, event);
}

/** Reports the changes that waited for the process of background jobs. */
export async function reportWaiting(db: Database, state: PanelState): Promise<void> {
  const events = await db.delete(sandboxVpnServerEvents).returning({
    id: sandboxVpnServerEvents.id,
    userId: sandboxVpnServerEvents.userId,
    vlessUuid: sandboxVpnServerEvents.vlessUuid,
  });
  for (const event of events.toSorted((a, b) => a.id - b.id)) await report(db, state, event);
}

/** Returns the credentials that the VPN servers let in. */
export async function readServerKeys(db: Database): Promise<Set<string>> {
  const rows = await db.select().from(sandboxVpnServerKeys).orderBy(asc(sandboxVpnServerKeys.vlessUuid));
  return new Set(rows.map(({ vlessUuid }) => vlessUuid));
}

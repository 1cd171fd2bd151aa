/** Queries of the lists of VPN apps that customers are offered. */
import { desc, eq, lte } from 'drizzle-orm';
import type { VpnApp } from '../../shared/vpnAppList';
import type { Database } from './database';
import { staffAccounts } from './schema/staff';
import { vpnAppLists } from './schema/vpnAppLists';

/** Number of lists that are kept. Older lists are deleted. */
export const LISTS_KEPT = 100;

type VpnAppList = typeof vpnAppLists.$inferSelect;

/** List of VPN apps and the username of the admin who made it. */
export type VpnAppListRow = Omit<VpnAppList, 'createdBy'> & { createdBy: string | null };

/** Returns the version and the apps of the current list, or null if no list was stored. */
export async function findCurrentList(
  db: Pick<Database, 'select'>,
): Promise<{ version: number; apps: readonly VpnApp[] } | null> {
  const [row] = await db
    .select({ version: vpnAppLists.version, apps: vpnAppLists.apps })
    .from(vpnAppLists)
    .orderBy(desc(vpnAppLists.version))
    .limit(1);
  return row ?? null;
}

/** Returns the apps of a version, or null if the version does not exist or was deleted. */
export async function findList(db: Database, version: number): Promise<readonly VpnApp[] | null> {
  const [row] = await db
    .select({ apps: vpnAppLists.apps })
    .from(vpnAppLists)
    .where(eq(vpnAppLists.version, version));
  return row?.apps ?? null;
}

/** Returns the newest lists, newest first. */
export async function listLists(db: Database, limit: number): Promise<VpnAppListRow[]> {
  return db
    .select({
      version: vpnAppLists.version,
      apps: vpnAppLists.apps,
      origin: vpnAppLists.origin,
      restoredVersion: vpnAppLists.restoredVersion,
      createdAt: vpnAppLists.createdAt,
      createdBy: staffAccounts.username,
    })
    .from(vpnAppLists)
    .leftJoin(staffAccounts, eq(staffAccounts.id, vpnAppLists.createdBy))
    .orderBy(desc(vpnAppLists.version))
    .limit(limit);
}

/**
 * Inserts a list and deletes the lists that are too old. Returns false, and changes nothing, if a list with this version
 * exists.
 */
export async function insertList(tx: Database, list: typeof vpnAppLists.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(vpnAppLists)
    .values(list)
    .onConflictDoNothing()
    .returning({ version: vpnAppLists.version });
  if (inserted.length === 0) return false;
  await tx.delete(vpnAppLists).where(lte(vpnAppLists.version, list.version - LISTS_KEPT));
  return true;
}

/** Queries of device links, from which VPN apps fetch their connection configuration. */
import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from './database';
import { vpnLinks } from './schema/vpn';

export type VpnLinkRow = typeof vpnLinks.$inferSelect;

export async function findLinkByHash(db: Database, tokenHash: string): Promise<VpnLinkRow | null> {
  const [row] = await db.select().from(vpnLinks).where(eq(vpnLinks.tokenHash, tokenHash));
  return row ?? null;
}

/** Returns the account's newest device link that was created after `since` and that no device has fetched, or null. */
export async function findUnusedLink(
  db: Database,
  accountId: number,
  since: Date,
): Promise<VpnLinkRow | null> {
  const [row] = await db
    .select()
    .from(vpnLinks)
    .where(
      and(
        eq(vpnLinks.accountId, accountId),
        isNull(vpnLinks.deviceId),
        isNull(vpnLinks.revokedAt),
        gt(vpnLinks.createdAt, since),
      ),
    )
    .orderBy(desc(vpnLinks.createdAt), desc(vpnLinks.id))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the id of the next device link. The id is needed before the insert, because the token of the link is derived
 * from the id.
 */
export async function nextLinkId(db: Database): Promise<number> {
  const { rows } = await db.execute<{ id: number | string }>(
    sql`select nextval(pg_get_serial_sequence('vpn_links', 'id')) as id`,
  );
  return Number(rows[0]?.id);
}

export async function insertLink(
  db: Database,
  link: Pick<VpnLinkRow, 'id' | 'accountId' | 'tokenHash' | 'system' | 'createdAt' | 'domain' | 'shownAt'>,
): Promise<void> {
  await db.insert(vpnLinks).values(link);
}

/** Records how an unused device link is shown now. */
export async function setShownLink(
  db: Database,
  id: number,
  shown: Pick<VpnLinkRow, 'system' | 'domain' | 'shownAt'>,
): Promise<void> {
  await db.update(vpnLinks).set(shown).where(eq(vpnLinks.id, id));
}

/** Records a fetch by the device. `domain` is the domain of the link if none is stored yet. */
export async function setLastFetch(
  db: Database,
  id: number,
  { at, through, domain }: { at: Date; through: string | null; domain: string | null },
): Promise<void> {
  await db
    .update(vpnLinks)
    .set({ lastFetchAt: at, lastFetchDomain: through, ...(domain === null ? {} : { domain }) })
    .where(eq(vpnLinks.id, id));
}

export async function setLinkApp(db: Database, id: number, app: string): Promise<void> {
  await db.update(vpnLinks).set({ app }).where(eq(vpnLinks.id, id));
}

/**
 * Binds a device link to the device that fetched it, and revokes the earlier links of this device. `domain` is the link
 * domain of the fetch, or null if it is not configured.
 */
export async function bindLink(
  tx: Database,
  id: number,
  { domain, ...bound }: { deviceId: number; app: string; at: Date; domain: string | null },
): Promise<void> {
  await tx
    .update(vpnLinks)
    .set({ revokedAt: bound.at })
    .where(and(eq(vpnLinks.deviceId, bound.deviceId), isNull(vpnLinks.revokedAt), ne(vpnLinks.id, id)));
  await tx
    .update(vpnLinks)
    .set({
      ...{ deviceId: bound.deviceId, app: bound.app, boundAt: bound.at },
      ...{ lastFetchAt: bound.at, lastFetchDomain: domain },
      ...(domain === null ? {} : { domain }),
    })
    .where(eq(vpnLinks.id, id));
}

export async function revokeLinksOfDevice(tx: Database, deviceId: number, at: Date): Promise<void> {
  await tx
    .update(vpnLinks)
    .set({ revokedAt: at })
    .where(and(eq(vpnLinks.deviceId, deviceId), isNull(vpnLinks.revokedAt)));
}

/**
 * Returns, for each device, the system of its device link and the app that last fetched the link. Revoked device links
 * are not included.
 */
export async function findLinksOfDevices(
  db: Database,
  deviceIds: readonly number[],
): Promise<Map<number, Pick<VpnLinkRow, 'app' | 'system'>>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .select({ deviceId: vpnLinks.deviceId, app: vpnLinks.app, system: vpnLinks.system })
    .from(vpnLinks)
    .where(and(inArray(vpnLinks.deviceId, [...deviceIds]), isNull(vpnLinks.revokedAt)))
    .orderBy(asc(vpnLinks.id));
  return new Map(
    rows.flatMap(({ deviceId, ...link }) => (deviceId === null ? [] : [[deviceId, link] as const])),
  );
}

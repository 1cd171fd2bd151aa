/** Queries of account deletions. */
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from './database';
import { devices } from './schema/devices';
import { erasures } from './schema/erasures';
import { outbox } from './schema/outbox';
import { vpnKeys } from './schema/vpn';

export type ErasureRow = typeof erasures.$inferSelect;

/**
 * Inserts the deletion of an account. An account is deleted only once, so a second row for the same account is ignored.
 */
export async function insertErasure(tx: Database, row: typeof erasures.$inferInsert): Promise<void> {
  await tx.insert(erasures).values(row).onConflictDoNothing();
}

export async function findErasure(db: Database, accountId: number): Promise<ErasureRow | null> {
  const [row] = await db.select().from(erasures).where(eq(erasures.accountId, accountId));
  return row ?? null;
}

/** Returns the payer id of a deleted account, or null once the deletion is finished. */
export async function findPayerIdOfErased(db: Database, accountId: number): Promise<string | null> {
  return (await findErasure(db, accountId))?.payerId ?? null;
}

/** Returns all account deletions, oldest first. */
export async function listErasures(db: Database): Promise<ErasureRow[]> {
  return db.select().from(erasures).orderBy(asc(erasures.erasedAt), asc(erasures.accountId));
}

/** Returns up to `limit` account deletions that are missing in the erasure journal. */
export async function listUnjournaled(db: Database, limit: number): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(isNull(erasures.journaledAt))
    .orderBy(asc(erasures.accountId))
    .limit(limit);
}

/**
 * Returns up to `limit` unfinished account deletions made at or before `before`, sorted by account id. The page starts
 * after account id `after`.
 */
export async function listUnfinished(
  db: Database,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(and(isNull(erasures.finishedAt), lte(erasures.erasedAt, before), gt(erasures.accountId, after)))
    .orderBy(asc(erasures.accountId))
    .limit(limit);
}

export async function markJournaled(db: Database, accountId: number, at: Date): Promise<void> {
  await db
    .update(erasures)
    .set({ journaledAt: at })
    .where(and(eq(erasures.accountId, accountId), isNull(erasures.journaledAt)));
}

export async function markFinished(tx: Database, accountId: number, at: Date): Promise<void> {
  await tx.update(erasures).set({ finishedAt: at }).where(eq(erasures.accountId, accountId));
}

/** Returns whether a command that ends recurring payments of the account has not succeeded yet. */
export async function hasOpenCommands(db: Database, accountId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, 'provider'),
        inArray(outbox.state, ['pending', 'failed']),
        sql`${outbox.payload}->>'accountId' = ${String(accountId)}`,
        sql`${outbox.payload}->>'kind' in ('cancelRecurringPayment', 'explainRecurringPayment', 'explainCharge')`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Returns whether a VPN credential of the account may still exist in the VPN panel. */
export async function hasOpenCredentials(db: Database, accountId: number): Promise<boolean> {
  const [row] = await db
    .select({ deviceId: vpnKeys.deviceId })
    .from(vpnKeys)
    .innerJoin(devices, eq(devices.id, vpnKeys.deviceId))
    .where(and(eq(devices.accountId, accountId), sql`${vpnKeys.closedThrough} < ${vpnKeys.generation}`))
    .limit(1);
  return row !== undefined;
}

/**
 * Deletes the devices of a deleted account and their VPN credentials. No other row may refer to these devices any more.
 */
export async function deleteDevices(tx: Database, accountId: number): Promise<void> {
  const own = tx.select({ id: devices.id }).from(devices).where(eq(devices.accountId, accountId));
  await tx.delete(vpnKeys).where(inArray(vpnKeys.deviceId, own));
  await tx.delete(devices).where(eq(devices.accountId, accountId));
}

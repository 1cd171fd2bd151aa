/** The second factor of staff in SQL. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from './database';
import { staffAccounts } from './schema/staff';

/** Replaces whatever was there; it counts from its first code on. */
export async function storeUnconfirmedFactor(
  db: Database,
  staffId: number,
  encrypted: string,
): Promise<void> {
  await db
    .update(staffAccounts)
    .set({ totpSecret: encrypted, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(staffAccounts.id, staffId));
}

/**
 * Uses the code of a step up, and confirms a factor that was not. True for exactly one of concurrent
 * callers, and only while the secret is still the sealed one.
 */
export async function consumeFactorStep(
  db: Database,
  factor: { staffId: number; encrypted: string; step: number; at: Date },
): Promise<boolean> {
  const used = await db
    .update(staffAccounts)
    .set({
      totpLastStep: factor.step,
      totpConfirmedAt: sql`coalesce(${staffAccounts.totpConfirmedAt}, ${factor.at.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(staffAccounts.id, factor.staffId),
        eq(staffAccounts.totpSecret, factor.encrypted),
        or(isNull(staffAccounts.totpLastStep), lt(staffAccounts.totpLastStep, factor.step)),
      ),
    )
    .returning({ id: staffAccounts.id });
  return used.length > 0;
}

/** False when there was none. */
export async function removeFactor(db: Database, staffId: number): Promise<boolean> {
  const removed = await db
    .update(staffAccounts)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(and(eq(staffAccounts.id, staffId), sql`${staffAccounts.totpSecret} is not null`))
    .returning({ id: staffAccounts.id });
  return removed.length > 0;
}

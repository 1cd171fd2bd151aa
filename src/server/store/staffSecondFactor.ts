/** Queries of the second factor of staff accounts. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from './database';
import { staffAccounts } from './schema/staff';

/**
 * Stores an encrypted TOTP secret and replaces an earlier secret. The second factor is required only after a code of
 * the new secret was accepted.
 */
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
 * Consumes the code of a 30 s time step and confirms the second factor if it is unconfirmed. Returns true for exactly
 * one of several concurrent callers. Returns false if the TOTP secret was replaced in the meantime, or if a code of
 * this or a later time step was already used.
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

/** Removes the second factor of a staff account. Returns false if the account has no second factor. */
export async function removeFactor(db: Database, staffId: number): Promise<boolean> {
  const removed = await db
    .update(staffAccounts)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(and(eq(staffAccounts.id, staffId), sql`${staffAccounts.totpSecret} is not null`))
    .returning({ id: staffAccounts.id });
  return removed.length > 0;
}

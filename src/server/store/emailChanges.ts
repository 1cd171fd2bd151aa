/** Queries of email address changes, and of the former addresses that these changes reserve. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { findAccountById } from './accounts';
import type { Database } from './database';
import { emailChanges } from './schema/emailChanges';

/** SQL condition that a change of email address still reserves the former address. */
const reservesAt = (now: Date) => and(isNull(emailChanges.restoredAt), gt(emailChanges.reservedUntil, now));

/** Returns the present address of an account and the former addresses that are reserved for it. */
export async function listAddressesOf(db: Database, accountId: number, now: Date): Promise<string[]> {
  const account = await findAccountById(db, accountId);
  const reserved = await db
    .select({ email: emailChanges.oldEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), reservesAt(now)));
  return [...(account === null ? [] : [account.email]), ...reserved.map(({ email }) => email)];
}

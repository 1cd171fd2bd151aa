/** Finds the email addresses of an account that its deletion must erase. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { findAccountByEmail } from './accounts';
import type { Database } from './database';
import { findReservation, listAddresses } from './emailChanges';
import { confirmationCodes } from './schema/confirmationCodes';
import { emailChanges } from './schema/emailChanges';

/**
 * Returns every email address of an account that the database still contains: the present address, former addresses,
 * and addresses of changes that were taken back. An address that now belongs to another account is omitted.
 */
export async function listKnownAddresses(db: Database, accountId: number, now: Date): Promise<string[]> {
  const former = await db
    .select({ email: emailChanges.oldEmail })
    .from(emailChanges)
    .where(eq(emailChanges.accountId, accountId));
  // The customer had access to an address whose code was typed. An address without a typed code may be of a stranger.
  const confirmed = await db
    .select({ email: confirmationCodes.email })
    .from(confirmationCodes)
    .where(and(eq(confirmationCodes.accountId, accountId), isNotNull(confirmationCodes.usedAt)));
  const known = new Set(await listAddresses(db, accountId, now));
  for (const { email } of [...former, ...confirmed]) {
    if (known.has(email)) continue;
    const account = await findAccountByEmail(db, email);
    const owner = account?.id ?? (await findReservation(db, email, now))?.accountId ?? accountId;
    if (owner === accountId) known.add(email);
  }
  return [...known];
}

/** Queries of email addresses whose mail servers reject emails from this product. */
import { eq } from 'drizzle-orm';
import { normalizeEmail } from '../../shared/validation';
import type { Database } from './database';
import { rejectedAddresses } from './schema/emailLinks';

/**
 * Records that a mail server rejects emails to an address. `reason` contains only the status codes of the mail server,
 * not its text.
 */
export async function noteRejectedAddress(
  db: Database,
  address: string,
  reason: string,
  rejectedAt: Date,
): Promise<void> {
  const email = normalizeEmail(address);
  await db
    .insert(rejectedAddresses)
    .values({ email, rejectedAt, reason })
    .onConflictDoUpdate({ target: rejectedAddresses.email, set: { rejectedAt, reason } });
}

export async function forgetRejectedAddress(db: Database, address: string): Promise<void> {
  await db.delete(rejectedAddresses).where(eq(rejectedAddresses.email, normalizeEmail(address)));
}

/** Returns since when and why a mailbox rejects emails from this product, or null if no rejection is recorded. */
export async function findRejectedAddress(
  db: Database,
  email: string,
): Promise<{ rejectedAt: Date; reason: string } | null> {
  const [row] = await db
    .select({ rejectedAt: rejectedAddresses.rejectedAt, reason: rejectedAddresses.reason })
    .from(rejectedAddresses)
    .where(eq(rejectedAddresses.email, email));
  return row ?? null;
}

/** Mailboxes that reject our emails, in SQL. */
import { eq } from 'drizzle-orm';
import { normalizeEmail } from '../../shared/validation';
import type { Database } from './database';
import { rejectedAddresses } from './schema/emailLinks';

/** `reason`: status codes, no words of the other server. */
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

/** Since when the mailbox rejects our emails, and why; null: it does not, as far as we know. */
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

/** Mailboxes that refuse our letters, in SQL. */
import { eq } from 'drizzle-orm';
import { normalizeEmail } from '../../shared/validation';
import type { Database } from './database';
import { refusedAddresses } from './schema/emailLinks';

/** `reason`: status codes, no words of the other server. */
export async function noteRefusedAddress(
  db: Database,
  address: string,
  reason: string,
  refusedAt: Date,
): Promise<void> {
  const email = normalizeEmail(address);
  await db
    .insert(refusedAddresses)
    .values({ email, refusedAt, reason })
    .onConflictDoUpdate({ target: refusedAddresses.email, set: { refusedAt, reason } });
}

export async function forgetRefusedAddress(db: Database, address: string): Promise<void> {
  await db.delete(refusedAddresses).where(eq(refusedAddresses.email, normalizeEmail(address)));
}

/** Since when the mailbox refuses our letters, and why; null: it does not, as far as we know. */
export async function findRefusedAddress(
  db: Database,
  email: string,
): Promise<{ refusedAt: Date; reason: string } | null> {
  const [row] = await db
    .select({ refusedAt: refusedAddresses.refusedAt, reason: refusedAddresses.reason })
    .from(refusedAddresses)
    .where(eq(refusedAddresses.email, email));
  return row ?? null;
}

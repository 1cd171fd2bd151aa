/** Queries of email addresses whose mail servers reject emails from this product. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { toMailbox } from '../../shared/validation';
import type { Database } from './database';
import { rejectedAddresses } from './schema/emailLinks';

/**
 * Records that a mail server rejects the mailbox of an address for good. `reason` contains only the status codes of the mail server,
 * not its text.
 */
export async function noteRejectedAddress(
  db: Database,
  address: string,
  reason: string,
  rejectedAt: Date,
): Promise<void> {
  const email = toMailbox(address);
  await db
    .insert(rejectedAddresses)
    .values({ email, rejectedAt, reason })
    .onConflictDoUpdate({
      target: rejectedAddresses.email,
      set: { rejectedAt, reason, undecidedSince: null },
    });
}

/**
 * Records that a mail server rejected an email to an address, but not the mailbox for good. Returns the time since which
 * it has rejected all emails to the address, or null if it has rejected the mailbox for good before. A rejection more than
 * `gapMs` after the previous one begins a new series.
 */
export async function noteUndecidedAddress(
  db: Database,
  address: string,
  { reason, rejectedAt, gapMs }: { reason: string; rejectedAt: Date; gapMs: number },
): Promise<Date | null> {
  const earliest = new Date(rejectedAt.getTime() - gapMs).toISOString();
  const isNewSeries = sql`${rejectedAddresses.rejectedAt} < ${earliest}::timestamptz`;
  const [row] = await db
    .insert(rejectedAddresses)
    .values({ email: toMailbox(address), rejectedAt, reason, undecidedSince: rejectedAt })
    .onConflictDoUpdate({
      target: rejectedAddresses.email,
      set: {
        rejectedAt,
        reason,
        undecidedSince: sql`case when ${isNewSeries} then excluded.undecided_since else ${rejectedAddresses.undecidedSince} end`,
      },
    })
    .returning({ since: rejectedAddresses.undecidedSince });
  return row?.since ?? null;
}

export async function forgetRejectedAddress(db: Database, address: string): Promise<void> {
  await db.delete(rejectedAddresses).where(eq(rejectedAddresses.email, toMailbox(address)));
}

/** SQL condition for addresses whose mailboxes are rejected for good. */
export const isRejectedForGood = isNull(rejectedAddresses.undecidedSince);

/** Returns when and why a mailbox was last rejected for good, or null if no such rejection is recorded. */
export async function findRejectedAddress(
  db: Database,
  email: string,
): Promise<{ rejectedAt: Date; reason: string } | null> {
  const [row] = await db
    .select({ rejectedAt: rejectedAddresses.rejectedAt, reason: rejectedAddresses.reason })
    .from(rejectedAddresses)
    .where(and(eq(rejectedAddresses.email, email), isRejectedForGood));
  return row ?? null;
}

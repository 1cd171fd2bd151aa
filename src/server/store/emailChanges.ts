/** Queries of email address changes, and of the former addresses that these changes reserve. */
import { and, asc, eq, gt, isNotNull, isNull, lte, min } from 'drizzle-orm';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { emailChanges } from './schema/emailChanges';

export type EmailChange = typeof emailChanges.$inferSelect;

/** SQL condition that a change of email address still reserves the former address. */
const reservesAt = (now: Date) => and(isNull(emailChanges.restoredAt), gt(emailChanges.reservedUntil, now));

/** Returns the present address of an account and the former addresses that are reserved for it. */
export async function listAddresses(db: Database, accountId: number, now: Date): Promise<string[]> {
  const present = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  const reserved = await db
    .select({ email: emailChanges.oldEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), reservesAt(now)));
  return [...present, ...reserved].map(({ email }) => email);
}

/** Returns the change that reserves an address in normal form, or null if the address is free or has an account. */
export async function findReservation(db: Database, email: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.oldEmail, email), reservesAt(now)));
  return row ?? null;
}

/** Returns the account's change that can still be taken back, or null. */
export async function findOpenChange(
  db: Database,
  accountId: number,
  now: Date,
): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), reservesAt(now)));
  return row ?? null;
}

/** Returns the change with this id while it reserves its former address, or null. */
export async function findReserving(db: Database, id: number, now: Date): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), reservesAt(now)));
  return row ?? null;
}

/** Inserts a change and returns it. The account must be locked by `lockAccountsWhole`. */
export async function insertEmailChange(
  tx: Database,
  change: Pick<EmailChange, 'accountId' | 'oldEmail' | 'changedAt' | 'reservedUntil'>,
): Promise<EmailChange> {
  const [row] = await tx.insert(emailChanges).values(change).returning();
  if (row === undefined) throw new Error('The change of address was not inserted.');
  return row;
}

const NO_DELETION = {
  deletionRequestedAt: null,
  deletionRequestedBy: null,
  deletionWaivesDays: null,
} as const satisfies Partial<EmailChange>;

/**
 * Records that a change was taken back. The former address is then no longer reserved, and a requested deletion of the
 * account is withdrawn.
 */
export async function markRestored(tx: Database, id: number, at: Date): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ ...NO_DELETION, restoredAt: at })
    .where(eq(emailChanges.id, id));
}

/** Records that the customer requested the deletion of the account. The account must be locked. */
export async function requestDeletion(
  tx: Database,
  id: number,
  request: { at: Date; by: 'customer' | 'application'; waivesDays: boolean },
): Promise<void> {
  await tx
    .update(emailChanges)
    .set({
      deletionRequestedAt: request.at,
      deletionRequestedBy: request.by,
      deletionWaivesDays: request.waivesDays,
    })
    .where(eq(emailChanges.id, id));
}

/** Withdraws the requested deletion of the account. The account must be locked. */
export async function withdrawDeletion(tx: Database, id: number): Promise<void> {
  await tx.update(emailChanges).set(NO_DELETION).where(eq(emailChanges.id, id));
}

/** SQL condition that a deletion was requested. A change that was taken back has no request. */
const hasRequest = isNotNull(emailChanges.deletionRequestedAt);

/** Returns the changes whose account is to be deleted by `now`, the oldest first. */
export async function listDueDeletions(db: Database, now: Date, limit: number): Promise<EmailChange[]> {
  return db
    .select()
    .from(emailChanges)
    .where(and(hasRequest, lte(emailChanges.reservedUntil, now)))
    .orderBy(asc(emailChanges.id))
    .limit(limit);
}

/** Returns the change with this id if its account is to be deleted by `now`, or null. */
export async function findDueDeletion(db: Database, id: number, now: Date): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), hasRequest, lte(emailChanges.reservedUntil, now)));
  return row ?? null;
}

/** Returns the time when the next requested deletion is to be carried out, or null. */
export async function nextDeletionDueAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(emailChanges.reservedUntil) })
    .from(emailChanges)
    .where(hasRequest);
  return row?.at ?? null;
}

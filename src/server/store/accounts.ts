/** Queries of customer accounts and of the identities that sign in to them. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { normalizeEmail } from '../../shared/validation';
import { AddressReserved } from '../domain/addressReserved';
import type { Database } from './database';
import { findReservation } from './emailChanges';
import { erasedUid } from './erasedUid';
import { accountIdentities, accounts } from './schema/accounts';

export type AccountRow = typeof accounts.$inferSelect;
export type NewAccount = typeof accounts.$inferInsert;

export async function findAccountById(db: Database, id: number): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

/** Returns the account with this email, or null. `email` must be in normal form (`normalizeEmail`). */
export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row ?? null;
}

/** Returns the account that has or, if it is deleted, had this uid. Returns null if there is none. */
export async function findAccountOfUid(db: Database, uid: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.uid, [uid, erasedUid(uid)]));
  return row ?? null;
}

/** Returns whether the account has or, if it is deleted, had this uid. */
export const hasUid = (account: AccountRow, uid: string | null): boolean =>
  uid !== null && (account.uid === uid || (account.erasedAt !== null && account.uid === erasedUid(uid)));

export interface AccountNames {
  uid?: string | undefined;
  /** Email of the account, in normal form. */
  email?: string | undefined;
}

/**
 * Returns the account that matches every given identifier. Returns null if no identifier is given or the identifiers
 * belong to different accounts. An account whose stored address has invisible characters is found by its uid, together
 * with the normal form of its address.
 */
export async function findAccountByNames(db: Database, names: AccountNames): Promise<AccountRow | null> {
  const { uid, email } = names;
  if (uid === undefined) return email === undefined ? null : findAccountByEmail(db, email);
  const [row] = await db.select().from(accounts).where(eq(accounts.uid, uid));
  const isNamed = row !== undefined && (email === undefined || normalizeEmail(row.email) === email);
  return isNamed ? row : null;
}

/**
 * Returns the account with this email, and inserts the account if it does not exist. Concurrent callers get the same
 * account; `isNew` is true for only one of the callers. Throws `AddressReserved`, and
 * inserts nothing, if a change of address reserves the email.
 */
export async function findOrInsertAccount(
  db: Database,
  account: NewAccount,
): Promise<AccountRow & { isNew: boolean }> {
  const existing = await findAccountByEmail(db, account.email);
  if (existing !== null) return { ...existing, isNew: false };
  const inserted = await db.transaction(async (tx) => {
    const [added] = await tx
      .insert(accounts)
      .values(account)
      .onConflictDoNothing({ target: accounts.email })
      .returning();
    // The insert waits for a concurrent change of address, so the reservation is read after it.
    const change = added === undefined ? null : await findReservation(tx, account.email, added.createdAt);
    if (change !== null) throw new AddressReserved(change);
    return added;
  });
  const row = inserted ?? (await findAccountByEmail(db, account.email));
  if (row === null) throw new Error('the account was not found after its insert');
  return { ...row, isNew: inserted !== undefined };
}

export async function updateAccountPhoto(db: Database, accountId: number, photoUrl: string): Promise<void> {
  await db.update(accounts).set({ photoUrl }).where(eq(accounts.id, accountId));
}

/** Stores the phone number for receipts, in E.164, or removes it. */
export async function updateAccountPhone(
  db: Database,
  accountId: number,
  phone: string | null,
): Promise<void> {
  await db.update(accounts).set({ phone }).where(eq(accounts.id, accountId));
}

/** Stores the phone number for receipts, unless the account has one. */
export async function addAccountPhone(db: Database, accountId: number, phone: string): Promise<void> {
  await db
    .update(accounts)
    .set({ phone })
    .where(and(eq(accounts.id, accountId), isNull(accounts.phone)));
}

/** Removes this phone number from the account, unless the customer has replaced it. */
export async function dropAccountPhone(db: Database, accountId: number, phone: string): Promise<void> {
  await db
    .update(accounts)
    .set({ phone: null })
    .where(and(eq(accounts.id, accountId), eq(accounts.phone, phone)));
}

/** Returns whether any identity has signed in to the account. */
export async function hasIdentity(db: Database, accountId: number): Promise<boolean> {
  const rows = await db
    .select({ subject: accountIdentities.subject })
    .from(accountIdentities)
    .where(eq(accountIdentities.accountId, accountId))
    .limit(1);
  return rows.length > 0;
}

/** Links a sign-in identity to an account, so that the identity signs in to this account from then on. */
export async function linkIdentity(
  db: Database,
  identity: { provider: string; subject: string; accountId: number; at: Date },
): Promise<void> {
  await db
    .insert(accountIdentities)
    .values({
      provider: identity.provider,
      subject: identity.subject,
      accountId: identity.accountId,
      createdAt: identity.at,
    })
    .onConflictDoUpdate({
      target: [accountIdentities.provider, accountIdentities.subject],
      set: { accountId: identity.accountId },
    });
}

/**
 * Locks the account's row until the transaction ends, so that concurrent changes of one account run one after another.
 * Returns false if the account does not exist or was deleted. The lock is not `FOR UPDATE`, because inserting a row
 * with a foreign key to the account locks the account's key. With `FOR UPDATE`, two transactions that had first
 * inserted such rows would deadlock.
 */
export async function lockAccount(tx: Database, accountId: number): Promise<boolean> {
  return (await lockAccountRow(tx, accountId))?.erasedAt === null;
}

/** Locks an account like `lockAccount`, and returns its row as it is then. Returns null if there is no such account. */
export async function lockAccountRow(tx: Database, accountId: number): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return row ?? null;
}

/**
 * Locks the rows of several accounts with `FOR UPDATE`, for callers that change unique columns such as the email. Rows
 * are locked in ascending id order, so that concurrent callers cannot deadlock.
 */
export async function lockAccountsWhole(tx: Database, accountIds: readonly number[]): Promise<AccountRow[]> {
  return tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(asc(accounts.id))
    .for('update');
}

/**
 * Placeholder in the unique email column while two accounts exchange their emails. The placeholder is not a valid
 * email, so no account can have it as its real email.
 */
const NO_EMAIL = 'exchanged';

/**
 * Exchanges the mailboxes of two accounts, including email, photo and the identities that sign in to them. Both
 * accounts must be locked by `lockAccountsWhole`.
 */
export async function exchangeMailboxes(tx: Database, one: AccountRow, other: AccountRow): Promise<void> {
  const pickMailbox = ({ email, providerId, photoUrl }: AccountRow) => ({ email, providerId, photoUrl });
  const { provider, subject, accountId } = accountIdentities;
  const identities = await tx
    .select({ provider, subject, accountId })
    .from(accountIdentities)
    .where(inArray(accountId, [one.id, other.id]));
  await tx.update(accounts).set({ email: NO_EMAIL }).where(eq(accounts.id, other.id));
  await tx.update(accounts).set(pickMailbox(other)).where(eq(accounts.id, one.id));
  await tx.update(accounts).set(pickMailbox(one)).where(eq(accounts.id, other.id));
  for (const identity of identities) {
    await tx
      .update(accountIdentities)
      .set({ accountId: identity.accountId === one.id ? other.id : one.id })
      .where(and(eq(provider, identity.provider), eq(subject, identity.subject)));
  }
}

/**
 * Gives an account another email that no account has, with the identity that signs in by it. The former identities, Google
 * included, sign in by the former email, so they no longer lead to the account. The account must be locked by
 * `lockAccountsWhole`. Throws a unique violation if an account has the email.
 */
export async function replaceMailbox(
  tx: Database,
  account: AccountRow,
  { email, provider, at }: { email: string; provider: string; at: Date },
): Promise<void> {
  await tx
    .update(accounts)
    .set({ email, providerId: provider, emailChangedAt: at })
    .where(eq(accounts.id, account.id));
  await tx.delete(accountIdentities).where(eq(accountIdentities.accountId, account.id));
  await linkIdentity(tx, { provider, subject: email, accountId: account.id, at });
}

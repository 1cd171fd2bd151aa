/** Accounts of customers in SQL. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database';
import { accountIdentities, accounts } from './schema/accounts';

export type AccountRow = typeof accounts.$inferSelect;
export type NewAccount = typeof accounts.$inferInsert;

export async function findAccountById(db: Database, id: number): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

/** `email` in its normal form. */
export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row ?? null;
}

export interface AccountNames {
  uid?: string | undefined;
  /** In its normal form. */
  email?: string | undefined;
}

/** The account that every given name belongs to; null when none is given or they disagree. */
export async function findAccountByNames(db: Database, names: AccountNames): Promise<AccountRow | null> {
  if (names.uid === undefined && names.email === undefined) return null;
  const [row] = await db
    .select()
    .from(accounts)
    .where(
      and(
        names.uid === undefined ? undefined : eq(accounts.uid, names.uid),
        names.email === undefined ? undefined : eq(accounts.email, names.email),
      ),
    );
  return row ?? null;
}

/** The account of an email, made when there was none: concurrent callers get the same one. */
export async function findOrInsertAccount(
  db: Database,
  account: NewAccount,
): Promise<AccountRow & { isNew: boolean }> {
  const [inserted] = await db
    .insert(accounts)
    .values(account)
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  const row = inserted ?? (await findAccountByEmail(db, account.email));
  if (row === null) throw new Error('an account vanished while it was being made');
  return { ...row, isNew: inserted !== undefined };
}

export async function updateAccountPhoto(db: Database, accountId: number, photoUrl: string): Promise<void> {
  await db.update(accounts).set({ photoUrl }).where(eq(accounts.id, accountId));
}

/** Remembers that an identity signs in to an account. */
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
 * Waits for and holds the account's row until the transaction ends: changes of one account queue
 * here. Not `FOR UPDATE`: rows that refer to the account hold its key, so two transactions that
 * wrote such rows first would wait for each other.
 */
export async function lockAccount(tx: Database, accountId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  return rows.length > 0;
}

/** As `lockAccount`, for those who change what other rows know accounts by. In one order, whoever asks. */
export async function lockAccountsWhole(tx: Database, accountIds: readonly number[]): Promise<AccountRow[]> {
  return tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(asc(accounts.id))
    .for('update');
}

/** Stands in the unique column for a moment; no address is like it. */
const NO_EMAIL = 'exchanged';

/**
 * Gives each of two accounts the mailbox of the other one: its address, what signs in with it, and its picture.
 * Both are locked whole.
 */
export async function exchangeMailboxes(tx: Database, one: AccountRow, other: AccountRow): Promise<void> {
  const mailboxOf = ({ email, providerId, photoUrl }: AccountRow) => ({ email, providerId, photoUrl });
  const { provider, subject, accountId } = accountIdentities;
  const identities = await tx
    .select({ provider, subject, accountId })
    .from(accountIdentities)
    .where(inArray(accountId, [one.id, other.id]));
  await tx.update(accounts).set({ email: NO_EMAIL }).where(eq(accounts.id, other.id));
  await tx.update(accounts).set(mailboxOf(other)).where(eq(accounts.id, one.id));
  await tx.update(accounts).set(mailboxOf(one)).where(eq(accounts.id, other.id));
  for (const identity of identities) {
    await tx
      .update(accountIdentities)
      .set({ accountId: identity.accountId === one.id ? other.id : one.id })
      .where(and(eq(provider, identity.provider), eq(subject, identity.subject)));
  }
}

/** Queries of accounts whose stored address has invisible characters (`workers/jobs/findUncleanAddresses.ts`). */
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';
import type { AccountRow } from './accounts';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { uncleanAddresses } from './schema/uncleanAddresses';

export interface StoredAddress {
  accountId: number;
  email: string;
}

/** Returns the largest account id, or 0 if there is no account. */
export async function findLastAccountId(db: Database): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0)::int as last from accounts`,
  );
  return rows[0]?.last ?? 0;
}

/**
 * Returns the accounts with an id above `after` and up to `upTo` whose address is not printable ASCII without spaces. Only
 * such addresses can have invisible characters.
 */
export async function listAddressesToCheck(
  db: Database,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredAddress[]> {
  return db
    .select({ accountId: accounts.id, email: accounts.email })
    .from(accounts)
    .where(
      and(
        gt(accounts.id, after),
        lte(accounts.id, upTo),
        isNull(accounts.erasedAt),
        sql`${accounts.email} ~ '[^!-~]'`,
      ),
    )
    .orderBy(asc(accounts.id));
}

/** Records an account whose address has invisible characters. `foundAt` is only stored the first time. */
export async function noteUncleanAddress(
  db: Database,
  { accountId, visibleEmail, foundAt }: typeof uncleanAddresses.$inferInsert,
): Promise<void> {
  await db
    .insert(uncleanAddresses)
    .values({ accountId, visibleEmail, foundAt })
    .onConflictDoUpdate({ target: uncleanAddresses.accountId, set: { visibleEmail } });
}

/** Returns the present addresses of recorded accounts, in the order of their ids. */
export async function listNotedAddresses(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<StoredAddress[]> {
  return db
    .select({ accountId: uncleanAddresses.accountId, email: accounts.email })
    .from(uncleanAddresses)
    .innerJoin(accounts, eq(accounts.id, uncleanAddresses.accountId))
    .where(gt(uncleanAddresses.accountId, after))
    .orderBy(asc(uncleanAddresses.accountId))
    .limit(limit);
}

/** Forgets accounts whose address has no invisible characters any more. */
export async function forgetUncleanAddresses(db: Database, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await db.delete(uncleanAddresses).where(inArray(uncleanAddresses.accountId, [...accountIds]));
}

const WITHOUT_ACCESS: readonly SubscriptionStatus[] = ['NOT_ACTIVE', 'EXPIRED'];

const hasAccess = (accountId: SQL): SQL =>
  sql`exists (select from subscriptions as own where own.account_id = ${accountId}
    and own.status not in (${sql.join(
      WITHOUT_ACCESS.map((status) => sql`${status}`),
      sql`, `,
    )}))`;

/**
 * SQL condition that staff must decide about a recorded account: it has a subscription, or no account has its visible
 * address yet.
 */
const isOpen: SQL = sql`(${hasAccess(sql`${uncleanAddresses.accountId}`)}
  or not exists (select from accounts as visible where visible.email = ${uncleanAddresses.visibleEmail}))`;

/** Returns the number of accounts about which staff must decide, and the `limit` accounts that were found first. */
export async function findUncleanAccounts(
  db: Database,
  limit: number,
): Promise<{ count: number; oldestAt: Date | null; accountIds: number[] }> {
  const counted = await db.$count(uncleanAddresses, isOpen);
  const rows = await db
    .select({ accountId: uncleanAddresses.accountId, foundAt: uncleanAddresses.foundAt })
    .from(uncleanAddresses)
    .where(isOpen)
    .orderBy(asc(uncleanAddresses.foundAt), asc(uncleanAddresses.accountId))
    .limit(limit);
  return {
    count: counted,
    oldestAt: rows[0]?.foundAt ?? null,
    accountIds: rows.map(({ accountId }) => accountId),
  };
}

/**
 * Returns the other accounts whose addresses look the same as `visibleEmail`: the account that has this address, and recorded
 * accounts with invisible characters in it; at most `limit`.
 */
export async function findLookalikes(
  db: Database,
  { accountId, visibleEmail, limit }: { accountId: number; visibleEmail: string; limit: number },
): Promise<AccountRow[]> {
  const rows = await db
    .select({ account: accounts })
    .from(accounts)
    .leftJoin(uncleanAddresses, eq(uncleanAddresses.accountId, accounts.id))
    .where(
      and(
        or(eq(accounts.email, visibleEmail), eq(uncleanAddresses.visibleEmail, visibleEmail)),
        ne(accounts.id, accountId),
        isNull(accounts.erasedAt),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(limit);
  return rows.map(({ account }) => account);
}

/**
 * Returns whether an account has a subscription whose address differs from the address of this account only by invisible
 * characters. Its customer then sees no subscription after the sign-in.
 */
export async function hasUncleanTwin(db: Database, accountId: number): Promise<boolean> {
  const rows = await db
    .select({ accountId: uncleanAddresses.accountId })
    .from(uncleanAddresses)
    .innerJoin(accounts, eq(accounts.email, uncleanAddresses.visibleEmail))
    .where(and(eq(accounts.id, accountId), hasAccess(sql`${uncleanAddresses.accountId}`)))
    .limit(1);
  return rows.length > 0;
}

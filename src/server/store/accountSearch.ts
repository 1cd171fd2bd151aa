/**
 * Builds the SQL queries of the staff's customer search. No search scans the whole customer table, whatever statistics
 * the query planner has. If a filter matches many accounts, the query reads accounts in the requested sort order until
 * the page is full. If a filter matches few accounts, the query reads all matches from an index and sorts them.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { isInternational } from '../../shared/emailSearch';
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';
import { buildHiddenSearch, emailPartRule, likePattern } from '../domain/emailPart';
import type { AccountRow } from './accounts';
import type { Database } from './database';
import { accounts } from './schema/accounts';

export interface AccountFilter {
  /**
   * Part of an email, matched literally and case-insensitively. `domain/emailPart.ts` decides whether the search text
   * may match anywhere in an email or only at its beginning.
   */
  emailPart: string;
  /** Texts between the hidden characters of the email, if some characters of `emailPart` are hidden. */
  emailPieces?: readonly string[] | undefined;
  status?: SubscriptionStatus | undefined;
  tag?: string | undefined;
  /** Earliest registration time, inclusive. `registeredBefore` is the exclusive upper bound. */
  registeredSince?: Date | undefined;
  registeredBefore?: Date | undefined;
}

export interface AccountSearch extends AccountFilter {
  offset: number;
  limit: number;
  sortBy: 'id' | 'email' | 'createdAt';
  sortDirection: 'ASC' | 'DESC';
}

/** Number of accounts, of all or of those with the status or tag, that are scanned before the trigram index is used. */
const WINDOW = 2000;

/** Number of the newest accounts in which a count searches for matches before it uses the trigram index. */
const COUNT_WINDOW = 10_000;

/** Number of accounts that the `guess` query reads. */
const GUESSED = 500;

/** Maximum number of accounts with the status or tag at which all these accounts are read, filtered and sorted. */
const FEW = 5000;

/**
 * Sort columns for each `sortBy`. Emails are unique, so sorting by email needs no second column. Each sort order of the
 * customer search has an index.
 */
const ORDERS: Readonly<Record<AccountSearch['sortBy'], readonly string[]>> = {
  id: ['id'],
  email: ['email'],
  createdAt: ['created_at', 'id'],
};

function buildOrder({ sortBy, sortDirection }: AccountSearch): SQL {
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc';
  return sql.raw(ORDERS[sortBy].map((column) => `${column} ${direction}`).join(', '));
}

/** SQL condition of the partial index `accounts_email_international`. */
const IS_INTERNATIONAL = sql`octet_length(email) > length(email)`;

function buildEmailConditions({ emailPart, emailPieces }: AccountFilter): SQL[] {
  if (emailPieces !== undefined) {
    const hidden = buildHiddenSearch(emailPieces);
    return [sql`email like ${hidden.pattern}`, ...(hidden.isInternational ? [IS_INTERNATIONAL] : [])];
  }
  const part = emailPart.normalize('NFC').toLowerCase();
  const rule = emailPartRule(part);
  if (rule === 'all') return [];
  const isRare = rule === 'anywhere' && isInternational(part);
  return [sql`email like ${likePattern(part, rule)}`, ...(isRare ? [IS_INTERNATIONAL] : [])];
}

/**
 * Returns the SQL conditions of the customer filter, except the registration range, for a row with the columns `id` and
 * `email`. Returns an empty list if the filter matches all accounts.
 */
function buildConditions(filter: AccountFilter): SQL[] {
  const { status, tag } = filter;
  return [
    ...buildEmailConditions(filter),
    ...(tag === undefined
      ? []
      : [sql`exists (select from customer_tags as own where own.account_id = id and own.tag = ${tag})`]),
    ...(status === undefined
      ? []
      : status === 'NOT_ACTIVE'
        ? // An account that never had access has no row in `subscriptions`.
          [
            sql`not exists (select from subscriptions as own where own.account_id = id and own.status <> 'NOT_ACTIVE')`,
          ]
        : [
            sql`exists (select from subscriptions as own where own.account_id = id and own.status = ${status})`,
          ]),
  ];
}

/** Returns the SQL conditions of the registration range for a row with the column `created_at`. */
function buildRange({ registeredSince, registeredBefore }: AccountFilter): SQL[] {
  return [
    ...(registeredSince === undefined
      ? []
      : [sql`created_at >= ${registeredSince.toISOString()}::timestamptz`]),
    ...(registeredBefore === undefined
      ? []
      : [sql`created_at < ${registeredBefore.toISOString()}::timestamptz`]),
  ];
}

interface Narrowing {
  /** SQL source of account ids that an index can return sorted by id. */
  from: SQL;
  /** Filter condition that `from` already applies. */
  filter: 'tag' | 'status';
}

/** Returns account ids from the tag or status index, or null if neither filter can use an index. */
function chooseNarrowing({ status, tag }: AccountFilter): Narrowing | null {
  if (tag !== undefined) return { from: sql`customer_tags where tag = ${tag}`, filter: 'tag' };
  // An account that never had access has no row in `subscriptions`, so the index cannot find all accounts with the
  // status `NOT_ACTIVE`.
  if (status === undefined || status === 'NOT_ACTIVE') return null;
  return { from: sql`subscriptions where status = ${status}`, filter: 'status' };
}

/**
 * SQL queries of a customer search, in the order in which `findPage` tries them. A query is null if the search cannot
 * use it.
 */
export interface AccountSearchQueries {
  /** SQL query that returns a row if more than `FEW` accounts have the status or tag. */
  areMany: SQL | null;
  /**
   * SQL query that reads all accounts with the status or tag, used if these accounts are few.
   */
  few: SQL | null;
  /**
   * SQL query that reads the first accounts in the requested sort order. The results of `first`, `narrow` and `guess`
   * are only valid if they fill the page.
   */
  first: SQL;
  /** SQL query that reads the first accounts with the status or tag, sorted by id. */
  narrow: SQL | null;
  /**
   * SQL query that reads the first accounts in a different sort order. `guess` returns no rows unless the page is
   * proven to be correct.
   */
  guess: SQL | null;
  /** SQL query that reads all matching accounts. The result of `all` is always complete. */
  all: SQL;
}

const whereAll = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;

/**
 * Returns the SQL queries for the account ids of one page. This function is exported so that tests can inspect the
 * query plans.
 */
export function accountSearchQueries(search: AccountSearch): AccountSearchQueries {
  const { sortBy, sortDirection, offset, limit } = search;
  const range = buildRange(search);
  const conditions = [...buildConditions(search), ...range];
  const page = sql`order by ${buildOrder(search)} limit ${limit} offset ${offset}`;
  const columns = sql.raw('id, email, created_at');
  const direction = sql.raw(sortDirection === 'ASC' ? 'asc' : 'desc');
  // The index on `created_at` skips accounts outside the registration range, so only accounts in the range count
  // towards the scanned window.
  const walked = whereAll(sortBy === 'createdAt' ? range : []);
  const scanned = WINDOW + 4 * offset;
  const narrowing = chooseNarrowing(search);
  const from = narrowing?.from ?? sql``;
  const others = [
    ...buildConditions({ ...search, ...(narrowing && { [narrowing.filter]: undefined }) }),
    ...range,
  ];
  return {
    areMany: narrowing && sql`select account_id as id from ${from} limit 1 offset ${FEW}`,
    // `offset 0` forces one index lookup per account. Without `offset 0`, the planner would scan the whole accounts
    // table to join a thousand ids.
    few:
      narrowing &&
      sql`
        select id from (select account_id from ${from} limit ${FEW}) as few
         cross join lateral (select ${columns} from accounts
                              ${whereAll([sql`id = account_id`, ...others])} offset 0) as them ${page}`,
    first: sql`
      select id from (select ${columns} from accounts ${walked} order by ${buildOrder(search)} limit ${scanned}) as first_ones
       ${whereAll(conditions)} ${page}`,
    // The SQL query stops as soon as the page is full, because it sorts by a column of the outer table, whose sort
    // order the query planner knows.
    narrow:
      narrowing && sortBy === 'id' && range.length === 0
        ? sql`
      select account_id as id
        from (select account_id from ${from} order by account_id ${direction}
               limit ${WINDOW + 4 * offset}) as narrow
       cross join lateral (select from accounts
                            ${whereAll([sql`id = account_id`, ...others])} offset 0) as them
       order by account_id ${direction} limit ${limit} offset ${offset}`
        : null,
    guess: buildGuess(search, narrowing),
    // `offset 0` keeps the planner from scanning in the requested sort order for matches, however rare they are. The
    // subquery selects only the sort columns and the id, so that an index-only scan can provide these columns.
    all:
      conditions.length === 0
        ? sql`select id from accounts ${page}`
        : sql`
      select id from (select ${sql.raw([...new Set([...ORDERS[sortBy], 'id'])].join(', '))}
                        from accounts ${whereAll(conditions)} offset 0) as matches ${page}`,
  };
}

/**
 * Returns an SQL query that guesses the page, or null if the search cannot use such a query. Account ids and
 * registration times usually grow together, but nothing enforces this. The query builds the page from the first
 * accounts sorted by id instead of registration time (or vice versa), because an index provides that sort order
 * together with the filter. A second index scan then verifies that no other account belongs on the page.
 */
function buildGuess(search: AccountSearch, narrowing: Narrowing | null): SQL | null {
  const { sortBy, sortDirection, offset, limit } = search;
  const range = buildRange(search);
  const byIds = sortBy === 'createdAt' && narrowing !== null;
  const byMoments = sortBy === 'id' && range.length > 0 && buildConditions(search).length > 0;
  if (!byIds && !byMoments) return null;
  const direction = sql.raw(sortDirection === 'ASC' ? 'asc' : 'desc');
  const opposite = sql.raw(sortDirection === 'ASC' ? 'desc' : 'asc');
  const before = sql.raw(sortDirection === 'ASC' ? '<' : '>');
  const beyond = sql.raw(sortDirection === 'ASC' ? '>' : '<');
  const scanned = GUESSED + 4 * offset;
  const conditions = whereAll([...buildConditions(search), ...range]);
  const columns = sql.raw(search.emailPart === '' ? 'id, created_at' : 'id, created_at, email');
  const firstOnes = byIds
    ? sql`
      select ${columns}
        from (select account_id from ${narrowing.from} order by account_id ${direction} limit ${scanned}) as narrow
       cross join lateral (select ${columns} from accounts where id = account_id offset 0) as them`
    : sql`
      select ${columns} from accounts ${whereAll(range)}
       order by created_at ${direction}, id ${direction} limit ${scanned}`;
  const endOfPage = sql`from page order by ${buildOrder({ ...search, sortDirection: sortDirection === 'ASC' ? 'DESC' : 'ASC' })} limit 1`;
  const endOfFirst = byIds
    ? sql`from first_ones order by id ${opposite} limit 1`
    : sql`from first_ones order by created_at ${opposite}, id ${opposite} limit 1`;
  const walked = byIds
    ? sql`(created_at, id) ${before} (select created_at, id ${endOfPage})`
    : sql`(created_at, id) ${beyond} (select created_at, id ${endOfFirst})`;
  const outOfOrder = byIds
    ? sql`id ${beyond} (select id ${endOfFirst})`
    : sql`id ${before} (select id ${endOfPage})`;
  return sql`
    with first_ones as materialized (${firstOnes}),
         page as materialized (select id, created_at from first_ones ${conditions}
                                order by ${buildOrder(search)} limit ${limit} offset ${offset})
    select id from page
     where not exists (select from (select ${columns} from accounts ${whereAll([...range, walked])} offset 0) as others
                        ${whereAll([outOfOrder, ...buildConditions(search)])})
     order by ${buildOrder(search)}`;
}

/**
 * Makes the planner use an index wherever one exists, until the transaction ends. The planner may prefer a full scan if
 * its statistics are outdated or missing, as in the embedded database.
 */
export async function forbidFullScans(tx: Database): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
}

/** Number to which matching accounts are counted. A larger number costs more time than it helps to refine a search. */
export const COUNTED_TO = 1000;

export interface FoundAccounts {
  /** Accounts of the page, and one more if there is a next page. */
  accounts: AccountRow[];
  /** Number of all matching accounts, at most `COUNTED_TO`. */
  total: number;
  /** Whether more than `COUNTED_TO` accounts match. */
  isCapped: boolean;
}

/**
 * Returns one page of accounts that match the search, and the number of all matches. The caller must call this function in a transaction, because
 * `forbidFullScans` changes a setting of the current transaction.
 * @example await db.transaction((tx) => searchAccounts(tx, { emailPart: 'anna', offset: 0, limit: 50, sortBy: 'id', sortDirection: 'DESC' }))
 */
export async function searchAccounts(tx: Database, search: AccountSearch): Promise<FoundAccounts> {
  await forbidFullScans(tx);
  const { ids, areRare } = await findPage(tx, search);
  const isEnd = ids.length < search.limit && (ids.length > 0 || search.offset === 0);
  const counted = isEnd ? search.offset + ids.length : await countTo(tx, search, COUNTED_TO + 1, areRare);
  return {
    accounts: await findAccountsById(tx, ids),
    total: Math.min(counted, COUNTED_TO),
    isCapped: counted > COUNTED_TO,
  };
}

/**
 * Returns the number of matching accounts, at most `most`. If matches are rare, only the last query is tried, because the
 * others would read many accounts in vain.
 */
async function countTo(tx: Database, filter: AccountFilter, most: number, areRare: boolean): Promise<number> {
  const queries = accountCountQueries(filter, most);
  for (const query of areRare ? queries.slice(-1) : queries) {
    const { rows } = await tx.execute<{ counted: number; is_complete: boolean }>(query);
    const [row] = rows;
    if (row !== undefined && (row.is_complete || row.counted >= most)) return row.counted;
  }
  return 0;
}

/**
 * Returns the SQL queries that count matching accounts up to `most`, in the order in which they are tried. Each query
 * returns whether its number is complete. The first query reads a limited number of accounts, so that a frequent filter
 * does not read a large part of an index. This function is exported so that tests can inspect the query plans.
 */
export function accountCountQueries(filter: AccountFilter, most: number): SQL[] {
  const narrowing = chooseNarrowing(filter);
  const range = buildRange(filter);
  const others = [
    ...buildConditions({ ...filter, ...(narrowing && { [narrowing.filter]: undefined }) }),
    ...range,
  ];
  const buildCount = (rows: SQL, isComplete: SQL): SQL =>
    sql`select count(*)::int as counted, ${isComplete} as is_complete from (select from ${rows} limit ${most}) as counted`;
  const all = sql`accounts ${whereAll([...buildConditions(filter), ...range])}`;
  if (narrowing !== null) {
    if (others.length === 0) return [buildCount(narrowing.from, sql`true`)];
    const few = sql`(select account_id from ${narrowing.from} limit ${FEW}) as few
      cross join lateral (select from accounts ${whereAll([sql`id = account_id`, ...others])} offset 0) as them`;
    const areFew = sql`not exists (select from ${narrowing.from} limit 1 offset ${FEW})`;
    return [buildCount(few, areFew), buildCount(all, sql`true`)];
  }
  if (buildConditions(filter).length === 0) return [buildCount(all, sql`true`)];
  const first = sql`(select id, email from accounts ${whereAll(range)}
                      order by ${sql.raw(range.length === 0 ? 'id' : 'created_at')} desc limit ${COUNT_WINDOW}) as first_ones
                     ${whereAll(buildConditions(filter))}`;
  return [buildCount(first, sql`false`), buildCount(all, sql`true`)];
}

/**
 * Returns the account ids of one page, using the cheapest SQL query whose result is valid, and whether the matches are so
 * rare that the first accounts did not fill the page.
 */
async function findPage(tx: Database, search: AccountSearch): Promise<{ ids: number[]; areRare: boolean }> {
  const { areMany, few, first, narrow, guess, all } = accountSearchQueries(search);
  if (areMany !== null && few !== null && (await readIds(tx, areMany)).length === 0)
    return { ids: await readIds(tx, few), areRare: false };
  for (const query of [first, narrow, guess]) {
    const ids = query === null ? [] : await readIds(tx, query);
    if (ids.length >= search.limit) return { ids, areRare: false };
  }
  return { ids: await readIds(tx, all), areRare: true };
}

async function readIds(db: Database, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

/** Returns the accounts in the order of `ids`. Unknown ids are skipped. */
export async function findAccountsById(db: Database, ids: readonly number[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export interface ReachableDevice {
  id: number;
  accountId: number;
  firebaseToken: string;
}

/**
 * Returns up to `limit` attached devices with a push token, of all accounts that match the filter. This function must
 * be called in a transaction.
 */
export async function listReachableDevices(
  tx: Database,
  filter: AccountFilter,
  limit: number,
): Promise<ReachableDevice[]> {
  await forbidFullScans(tx);
  const conditions = [...buildConditions(filter), ...buildRange(filter)];
  const matching = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await tx.execute<{ id: number; account_id: number; firebase_token: string }>(sql`
    select devices.id, devices.account_id, devices.firebase_token
      from (select id from accounts where ${matching}) as matches
      join devices on devices.account_id = matches.id
     where devices.detached_at is null and devices.firebase_token is not null
     order by devices.id limit ${limit}`);
  return rows.map(({ id, account_id: accountId, firebase_token: firebaseToken }) => ({
    id,
    accountId,
    firebaseToken,
  }));
}

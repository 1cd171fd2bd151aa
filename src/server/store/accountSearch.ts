/**
 * The staff's search in SQL, built so that no search reads all customers, whatever the planner
 * knows of them. What is common is found among the first customers of the asked order, or among the first of a status
 * or tag; what is not is rare there, so all matches are taken from the index of the email's parts and sorted.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';
import { emailPartRule, likePattern } from '../domain/emailPart';
import type { AccountRow } from './accounts';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { devices } from './schema/devices';
import { gifts } from './schema/gifts';
import { orders } from './schema/orders';
import { paymentEvents } from './schema/subscriptions';

export interface AccountFilter {
  /** Matched literally and in any case: see `domain/emailPart.ts` for where. */
  emailPart: string;
  status?: SubscriptionStatus | undefined;
  tag?: string | undefined;
  /** The account was made at this moment or later, and before that one. */
  registeredSince?: Date | undefined;
  registeredBefore?: Date | undefined;
}

export interface AccountSearch extends AccountFilter {
  offset: number;
  limit: number;
  sortBy: 'id' | 'email' | 'createdAt';
  sortDirection: 'ASC' | 'DESC';
}

/** How many customers are scanned before the index of the parts is asked. */
const WINDOW = 2000;

/** The same of those who have a status or a tag: none but them is read. */
const NARROW_WINDOW = 10_000;

/** How many a guess is made of. */
const GUESSED = 500;

/** Of a status or tag that no more have, all are read: in any order, that is all matches. */
const FEW = 5000;

/** Emails are unique, so they need no second column; each order has an index. */
const ORDERS: Readonly<Record<AccountSearch['sortBy'], readonly string[]>> = {
  id: ['id'],
  email: ['email'],
  createdAt: ['created_at', 'id'],
};

function orderOf({ sortBy, sortDirection }: AccountSearch): SQL {
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc';
  return sql.raw(ORDERS[sortBy].map((column) => `${column} ${direction}`).join(', '));
}

/** Of a row with `id` and `email`, but for the range of registration; none: everybody is meant. */
function conditionsOf(filter: AccountFilter): SQL[] {
  const { status, tag } = filter;
  const part = filter.emailPart.normalize('NFC').toLowerCase();
  const rule = emailPartRule(part);
  return [
    ...(rule === 'all' ? [] : [sql`email like ${likePattern(part, rule)}`]),
    ...(tag === undefined
      ? []
      : [sql`exists (select from customer_tags as own where own.account_id = id and own.tag = ${tag})`]),
    ...(status === undefined
      ? []
      : status === 'NOT_ACTIVE'
        ? // Who never had anything has no row.
          [
            sql`not exists (select from subscriptions as own where own.account_id = id and own.status <> 'NOT_ACTIVE')`,
          ]
        : [
            sql`exists (select from subscriptions as own where own.account_id = id and own.status = ${status})`,
          ]),
  ];
}

/** Of a row with `created_at`. */
function rangeOf({ registeredSince, registeredBefore }: AccountFilter): SQL[] {
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
  /** Whose ids an index has in order. */
  from: SQL;
  /** What of the search this answers already. */
  filter: 'tag' | 'status';
}

/** What the index of a tag or of a status knows; null: neither narrows. */
function narrowingOf({ status, tag }: AccountFilter): Narrowing | null {
  if (tag !== undefined) return { from: sql`customer_tags where tag = ${tag}`, filter: 'tag' };
  // Who never had anything has no row.
  if (status === undefined || status === 'NOT_ACTIVE') return null;
  return { from: sql`subscriptions where status = ${status}`, filter: 'status' };
}

/** What a search may ask; null: of no use to it. */
export interface AccountSearchQueries {
  /** Rows, if more than `FEW` have the status or tag. */
  areMany: SQL | null;
  /** From all who have it, if they are few: right whatever comes. */
  few: SQL | null;
  /** From the first customers of the asked order: right if the page is full, as are those below. */
  first: SQL;
  /** From the first who have the status or tag, by ids. */
  narrow: SQL | null;
  /** From the first by another order: empty unless nobody further on belongs before them. */
  guess: SQL | null;
  /** From all matches: right whatever comes. */
  all: SQL;
}

const whereAll = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;

/** The ids of a page. Exported so that the plans can be read. */
export function accountSearchQueries(search: AccountSearch): AccountSearchQueries {
  const { sortBy, sortDirection, offset, limit } = search;
  const range = rangeOf(search);
  const conditions = [...conditionsOf(search), ...range];
  const page = sql`order by ${orderOf(search)} limit ${limit} offset ${offset}`;
  const columns = sql.raw('id, email, created_at');
  const direction = sql.raw(sortDirection === 'ASC' ? 'asc' : 'desc');
  // Their index leaves out who is not of the range.
  const walked = whereAll(sortBy === 'createdAt' ? range : []);
  const scanned = WINDOW + 4 * offset;
  const narrowing = narrowingOf(search);
  const from = narrowing?.from ?? sql``;
  const others = [
    ...conditionsOf({ ...search, ...(narrowing && { [narrowing.filter]: undefined }) }),
    ...range,
  ];
  return {
    areMany: narrowing && sql`select account_id as id from ${from} limit 1 offset ${FEW}`,
    // Each is looked up by itself (`offset 0`): the planner would else read all customers beside a thousand ids.
    few:
      narrowing &&
      sql`
        select id from (select account_id from ${from} limit ${FEW}) as few
         cross join lateral (select ${columns} from accounts
                              ${whereAll([sql`id = account_id`, ...others])} offset 0) as them ${page}`,
    first: sql`
      select id from (select ${columns} from accounts ${walked} order by ${orderOf(search)} limit ${scanned}) as first_ones
       ${whereAll(conditions)} ${page}`,
    // Ordered by the column of the outer side, which the planner knows to be in order: it stops at a full page.
    narrow:
      narrowing && sortBy === 'id' && range.length === 0
        ? sql`
      select account_id as id
        from (select account_id from ${from} order by account_id ${direction}
               limit ${NARROW_WINDOW + 4 * offset}) as narrow
       cross join lateral (select from accounts
                            ${whereAll([sql`id = account_id`, ...others])} offset 0) as them
       order by account_id ${direction} limit ${limit} offset ${offset}`
        : null,
    guess: guessOf(search, narrowing),
    // `offset 0`: the planner would else look for matches in the asked order, however rare they are. No more columns
    // than it takes to sort: of those, indexes alone may know.
    all:
      conditions.length === 0
        ? sql`select id from accounts ${page}`
        : sql`
      select id from (select ${sql.raw([...new Set([...ORDERS[sortBy], 'id'])].join(', '))}
                        from accounts ${whereAll(conditions)} offset 0) as matches ${page}`,
  };
}

/**
 * Ids and moments of registration grow together, though nothing holds them to it. So the page is taken from those who
 * come first by the other of the two orders, where an index has them together; and one walk through the index of both
 * shows that nobody beyond them belongs before the end of the page.
 */
function guessOf(search: AccountSearch, narrowing: Narrowing | null): SQL | null {
  const { sortBy, sortDirection, offset, limit } = search;
  const range = rangeOf(search);
  const byIds = sortBy === 'createdAt' && narrowing !== null;
  const byMoments = sortBy === 'id' && range.length > 0 && conditionsOf(search).length > 0;
  if (!byIds && !byMoments) return null;
  const direction = sql.raw(sortDirection === 'ASC' ? 'asc' : 'desc');
  const opposite = sql.raw(sortDirection === 'ASC' ? 'desc' : 'asc');
  const before = sql.raw(sortDirection === 'ASC' ? '<' : '>');
  const beyond = sql.raw(sortDirection === 'ASC' ? '>' : '<');
  const scanned = GUESSED + 4 * offset;
  const conditions = whereAll([...conditionsOf(search), ...range]);
  const columns = sql.raw(search.emailPart === '' ? 'id, created_at' : 'id, created_at, email');
  const firstOnes = byIds
    ? sql`
      select ${columns}
        from (select account_id from ${narrowing.from} order by account_id ${direction} limit ${scanned}) as narrow
       cross join lateral (select ${columns} from accounts where id = account_id offset 0) as them`
    : sql`
      select ${columns} from accounts ${whereAll(range)}
       order by created_at ${direction}, id ${direction} limit ${scanned}`;
  const endOfPage = sql`from page order by ${orderOf({ ...search, sortDirection: sortDirection === 'ASC' ? 'DESC' : 'ASC' })} limit 1`;
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
                                order by ${orderOf(search)} limit ${limit} offset ${offset})
    select id from page
     where not exists (select from (select ${columns} from accounts ${whereAll([...range, walked])} offset 0) as others
                        ${whereAll([outOfOrder, ...conditionsOf(search)])})
     order by ${orderOf(search)}`;
}

/**
 * Until the transaction ends, an index is used wherever there is one. The planner of a database
 * whose statistics are old, or that never gathered any (the embedded one), may think otherwise.
 */
export async function forbidFullScans(tx: Database): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
}

/** Call it in a transaction. */
export async function searchAccounts(tx: Database, search: AccountSearch): Promise<AccountRow[]> {
  await forbidFullScans(tx);
  return findAccountsById(tx, await findPage(tx, search));
}

async function findPage(tx: Database, search: AccountSearch): Promise<number[]> {
  const { areMany, few, first, narrow, guess, all } = accountSearchQueries(search);
  if (areMany !== null && few !== null && (await idsOf(tx, areMany)).length === 0) return idsOf(tx, few);
  for (const query of [first, narrow, guess]) {
    const ids = query === null ? [] : await idsOf(tx, query);
    if (ids.length >= search.limit) return ids;
  }
  return idsOf(tx, all);
}

async function idsOf(db: Database, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

/** In the order of `ids`. */
async function findAccountsById(db: Database, ids: readonly number[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export const EXACT_KINDS = ['uid', 'deviceId', 'payment', 'order', 'giftKey'] as const;
export type ExactKind = (typeof EXACT_KINDS)[number];

/** A device may have been attached to several accounts; nothing else belongs to more than one. */
const EXACT_MATCHES_AT_MOST = 10;

/** The accounts that a value names exactly, as a query for each kind. */
export function exactQueries(db: Database, value: string, giftKeyHash: string) {
  const limit = EXACT_MATCHES_AT_MOST;
  return {
    uid: db.select({ id: accounts.id }).from(accounts).where(eq(accounts.uid, value)).limit(limit),
    deviceId: db
      .select({ id: devices.accountId })
      .from(devices)
      .where(eq(devices.deviceId, value))
      .limit(limit),
    payment: db
      .select({ id: paymentEvents.accountId })
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, value))
      .limit(limit),
    order: db.select({ id: orders.accountId }).from(orders).where(eq(orders.id, value)).limit(limit),
    giftKey: db
      .select({ id: gifts.activatedBy })
      .from(gifts)
      .where(eq(gifts.keyHash, giftKeyHash))
      .limit(limit),
  } satisfies Record<ExactKind, unknown>;
}

export interface ExactMatch {
  matchedBy: ExactKind;
  account: AccountRow;
}

/** Each account once, by the first kind that names it. */
export async function findAccountsExactly(
  db: Database,
  value: string,
  giftKeyHash: string,
): Promise<ExactMatch[]> {
  const queries = exactQueries(db, value, giftKeyHash);
  const kinds = new Map<number, ExactKind>();
  for (const kind of EXACT_KINDS) {
    for (const { id } of await queries[kind]) {
      if (id !== null && !kinds.has(id)) kinds.set(id, kind);
    }
  }
  const found = await findAccountsById(db, [...kinds.keys()].slice(0, EXACT_MATCHES_AT_MOST));
  return found.flatMap((account) => {
    const matchedBy = kinds.get(account.id);
    return matchedBy === undefined ? [] : [{ matchedBy, account }];
  });
}

export interface ReachableDevice {
  id: number;
  accountId: number;
  firebaseToken: string;
}

/** Attached devices that a push reaches, of the accounts that a filter finds. Call it in a transaction. */
export async function listReachableDevices(
  tx: Database,
  filter: AccountFilter,
  limit: number,
): Promise<ReachableDevice[]> {
  await forbidFullScans(tx);
  const conditions = [...conditionsOf(filter), ...rangeOf(filter)];
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

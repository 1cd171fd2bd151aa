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

/** Of a row with `id`, `email` and `created_at`; none: everybody is meant. */
function conditionsOf(filter: AccountFilter): SQL[] {
  const { status, tag, registeredSince, registeredBefore } = filter;
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
    ...(registeredSince === undefined
      ? []
      : [sql`created_at >= ${registeredSince.toISOString()}::timestamptz`]),
    ...(registeredBefore === undefined
      ? []
      : [sql`created_at < ${registeredBefore.toISOString()}::timestamptz`]),
  ];
}

/** The first of a tag or of a status, by ids alone, since their indexes hold nothing else; null: neither narrows. */
function narrowest({ status, tag, sortBy, sortDirection, offset }: AccountSearch): SQL | null {
  const hasRow = status !== undefined && status !== 'NOT_ACTIVE';
  if (sortBy !== 'id' || (tag === undefined && !hasRow)) return null;
  const from =
    tag === undefined ? sql`subscriptions where status = ${status}` : sql`customer_tags where tag = ${tag}`;
  const direction = sql.raw(sortDirection === 'ASC' ? 'asc' : 'desc');
  return sql`select account_id from ${from} order by account_id ${direction} limit ${NARROW_WINDOW + 4 * offset}`;
}

/**
 * The ids of a page, as queries that are asked one after the other until one fills it; the last one knows all matches.
 * Exported so that their plans can be read.
 */
export function accountSearchQueries(search: AccountSearch): readonly SQL[] {
  const conditions = conditionsOf(search);
  const order = orderOf(search);
  const page = sql`order by ${order} limit ${search.limit} offset ${search.offset}`;
  if (conditions.length === 0) return [sql`select id from accounts ${page}`];
  const matching = sql.join(conditions, sql` and `);
  const columns = sql.raw('id, email, created_at');
  const scanned = WINDOW + 4 * search.offset;
  const first = sql`
    select id from (select ${columns} from accounts order by ${order} limit ${scanned}) as first_ones
     where ${matching} ${page}`;
  const narrow = narrowest(search);
  // Materialized: the planner would else look for matches in the asked order, however rare they are.
  const rare = sql`
    with matches as materialized (select ${columns} from accounts where ${matching})
    select id from matches ${page}`;
  if (narrow === null) return [first, rare];
  return [
    first,
    sql`
      select id from (select ${columns} from (${narrow}) as narrow join accounts on id = account_id) as first_ones
       where ${matching} ${page}`,
    rare,
  ];
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
  let ids: number[] = [];
  for (const query of accountSearchQueries(search)) {
    ids = await idsOf(tx, query);
    if (ids.length >= search.limit) break;
  }
  return findAccountsById(tx, ids);
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
  const conditions = conditionsOf(filter);
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

/**
 * Queries of the ledger by time, for the console's home page. The owner's analytics read the daily rollups instead, which
 * do not contain the time of day.
 */
import { type SQL, sql } from 'drizzle-orm';
import { isTrialKind, ORDER_KINDS, type OrderKind, paysMonth, verifiesCard } from '../../shared/orderKinds';
import type { Database } from './database';

/** Period that includes both its first and its last moment. */
export interface Period {
  from: Date;
  until: Date;
}

/** What accounts bought in a period. Amounts are in kopecks. */
export interface Purchases {
  /** Amount of all payments except the 1-ruble card verifications and the payments of the omitted accounts. */
  paidKopecks: number;
  /** Number of trials of accounts without an earlier payment. */
  trials: number;
  /** Number of accounts that paid for a month for the first time. */
  subscriptions: number;
}

const kindsThat = (is: (kind: OrderKind) => boolean): SQL =>
  sql.join(
    ORDER_KINDS.filter(is).map((kind) => sql`${kind}`),
    sql`, `,
  );

/** SQL condition that a payment's `data` is a 1-ruble card verification. */
const isCheck = (data: SQL): SQL =>
  sql`${data}->>'role' = 'first' and ${data}->>'orderKind' in (${kindsThat(verifiesCard)})`;

/** SQL condition that a payment's `data` pays for a month. */
const isMonth = (data: SQL): SQL =>
  sql`(${data}->>'role' = 'recurrent' or ${data}->>'orderKind' in (${kindsThat(paysMonth)}))`;

/** SQL condition that the account of `event` has no earlier payment that meets `condition`. */
const isFirst = (condition: SQL): SQL => sql`not exists (
  select 1 from ledger_events as earlier
   where earlier.account_id = event.account_id and earlier.kind = 'paymentSucceeded'
     and (earlier.at, earlier.id) < (event.at, event.id) and ${condition})`;

const toNumber = (value: unknown): number => Number(value ?? 0);

/** SQL condition that `event` happened in the period. The bounds are literal values, so that the index is used. */
const isIn = (event: SQL, { from, until }: Period): SQL =>
  sql`${event}.at between ${from.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz`;

/**
 * Returns the accounts with a refund in a period, or with a payment in the period that was or will be refunded. All other
 * payments of the period, except the 1-ruble card verifications, are sales, because rejected payments are always
 * refunded.
 */
export async function findAccountsWithRefunds(db: Database, period: Period): Promise<number[]> {
  const event = sql`event`;
  // The command of a refund is found by its deduplication key (`commandKey`), and the payment of a refund by its event
  // key (`reportKey`), because both keys have a unique index.
  const { rows } = await db.execute<{ account_id: number }>(sql`
    select event.account_id from ledger_events as event
     where event.kind = 'paymentSucceeded' and ${isIn(event, period)} and not (${isCheck(sql`event.data`)})
       and (exists (select 1 from outbox
                     where dedupe_key = 'refund:' || (event.data->>'provider') || ':' || (event.data->>'transactionId'))
         or exists (select 1 from ledger_events as back
                     where back.account_id = event.account_id and back.kind in ('refunded', 'voided')
                       and back.data->>'transactionId' = event.data->>'transactionId'))
    union
    select event.account_id from ledger_events as event
      join ledger_events as paid
        on paid.event_key = 'paid:' || (event.data->>'provider') || ':' || (event.data->>'transactionId')
     where event.kind in ('refunded', 'voided') and ${isIn(event, period)} and not (${isCheck(sql`paid.data`)})`);
  return rows.map(({ account_id }) => account_id);
}

/** Returns what was bought in a period. The payments of the accounts `omitted` do not count as paid. */
export async function readPurchases(
  db: Database,
  period: Period,
  omitted: readonly number[],
): Promise<Purchases> {
  const event = sql`event`;
  const { rows: bought } = await db.execute(sql`
    select sum((event.data->>'amountKopecks')::bigint)
             filter (where not (${isCheck(sql`event.data`)})
                       and event.account_id <> all(${`{${omitted.join(',')}}`}::int[])) as paid,
           count(*) filter (where event.data->>'role' = 'first'
                              and event.data->>'orderKind' in (${kindsThat(isTrialKind)})
                              and event.data->>'trialUsed' is null and ${isFirst(sql`true`)}) as trials,
           count(*) filter (where ${isMonth(sql`event.data`)}
                              and ${isFirst(isMonth(sql`earlier.data`))}) as subscriptions
      from ledger_events as event
     where event.kind = 'paymentSucceeded' and ${isIn(event, period)}`);
  return {
    paidKopecks: toNumber(bought[0]?.['paid']),
    trials: toNumber(bought[0]?.['trials']),
    subscriptions: toNumber(bought[0]?.['subscriptions']),
  };
}

/** Accounts in need of attention: their number, the time of the oldest one and the ids of the oldest ones. */
export interface OldestAccounts {
  count: number;
  oldestAt: Date | null;
  accountIds: number[];
}

/**
 * Returns the accounts whose monthly charge was declined in a period and has not succeeded since. Deleted accounts are
 * omitted.
 */
export async function findDeclinedRenewals(
  db: Database,
  period: Period,
  limit: number,
): Promise<OldestAccounts> {
  const { rows } = await db.execute<{ account_id: number; since_ms: unknown; total: unknown }>(sql`
    select declined.account_id, extract(epoch from min(declined.at)) * 1000 as since_ms, count(*) over () as total
      from ledger_events as declined
      join accounts on accounts.id = declined.account_id and accounts.erased_at is null
     where declined.kind = 'paymentFailed' and ${isIn(sql`declined`, period)}
       and declined.data->>'role' = 'recurrent'
       and not exists (
         select 1 from ledger_events as later
          where later.account_id = declined.account_id and later.kind = 'paymentSucceeded' and later.at > declined.at)
     group by declined.account_id
     order by min(declined.at), declined.account_id
     limit ${limit}`);
  const [oldest] = rows;
  return {
    count: toNumber(oldest?.total),
    oldestAt: oldest === undefined ? null : new Date(Math.round(Number(oldest.since_ms))),
    accountIds: rows.map(({ account_id }) => account_id),
  };
}

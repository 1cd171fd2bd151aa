/**
 * Finds accounts by an identifier, or by the card, amount and time of a payment. All kinds of identifiers are looked up in
 * one SQL statement, each by its index.
 */
import { type SQL, sql } from 'drizzle-orm';
import { DEVICE_ID_SHOWN, UID_SHOWN } from '../../shared/constants';
import { refundMadeKey, reportKey } from '../domain/billing/ledgerEvents';
import { parseCredentialName } from '../domain/credentialName';
import type { PaymentSearch } from '../domain/paymentSearch';
import type { AccountRow } from './accounts';
import { findAccountsById, forbidFullScans } from './accountSearch';
import type { Database } from './database';
import { requestIdPattern } from './failedRequests';

/**
 * Kinds of identifiers by which staff find an account, in order of precedence. Identifiers that match in full precede the
 * beginnings of ids, as long as the console shows them, and payments.
 */
const EXACT_KINDS = [
  'uid',
  'deviceId',
  'payment',
  'refund',
  'order',
  'giftKey',
  'vpnCredential',
  'customerId',
  'shownUid',
  'shownDeviceId',
  'requestId',
  'paid',
  'declined',
  'refunded',
] as const;
export type ExactKind = (typeof EXACT_KINDS)[number];

/** Kinds of matches that name a payment by its card, amount or time. */
const PAYMENT_KINDS = ['paid', 'declined', 'refunded'] as const satisfies readonly ExactKind[];

const LEDGER_KINDS = {
  paid: 'paymentSucceeded',
  declined: 'paymentFailed',
  refunded: 'refunded',
} as const satisfies Record<(typeof PAYMENT_KINDS)[number], string>;

/** Maximum number of accounts that a lookup returns. */
const MATCHES_AT_MOST = 10;

/**
 * Number of the latest payments that are read for each payment search. The number exceeds `MATCHES_AT_MOST`, because an
 * account may have several of these payments.
 */
const PAYMENTS_READ = 100;

/** Largest value of a PostgreSQL `integer`. */
const ROW_ID_MAX = 2_147_483_647;

/** Returns the account id that a value of digits denotes, or null if it denotes none. */
function accountIdIn(value: string): number | null {
  return /^[1-9]\d{0,9}$/.test(value) && Number(value) <= ROW_ID_MAX ? Number(value) : null;
}

/** Returns an integer as a constant in the SQL text, because the planner recognizes an indexed expression by its text. */
const constant = (value: number): SQL => sql.raw(String(value));

type IdentifierKind = Exclude<ExactKind, (typeof PAYMENT_KINDS)[number]>;

/** Kinds of identifiers that a card provider assigned. */
const PROVIDER_KINDS: readonly string[] = ['payment', 'refund'] satisfies IdentifierKind[];

/**
 * Returns the SQL queries for the accounts that have this value as identifier, by kind. Each query has the columns `id`
 * and `matched`, which is the complete identifier; null if the identifier is secret. A query of `PROVIDER_KINDS` also has
 * the column `provider`, the name of the card provider. A kind is missing if the value cannot be such an identifier.
 */
function identifierQueries({
  value,
  giftKeyHash,
  providers,
}: Omit<AccountLookup, 'payments'>): Partial<Record<IdentifierKind, SQL>> {
  // The VPN panel shows the name of a VPN credential with the prefix of this installation, which contains no hyphen.
  const credential = parseCredentialName(value) ?? parseCredentialName(value.replace(/^[a-z\d]+-/i, ''));
  const accountId = accountIdIn(value);
  const request = requestIdPattern(value);
  const length = Array.from(value).length;
  const text = sql`${value}::text`;
  const listed = (values: readonly string[]): SQL =>
    sql.join(
      values.map((each) => sql`${each}::text`),
      sql`, `,
    );
  const names = listed(providers);
  const refundKeys = listed(
    providers.flatMap((provider) => [
      refundMadeKey(provider, value),
      reportKey(provider, { kind: 'refunded', refundId: value }),
    ]),
  );
  return {
    uid: sql`select id, uid as matched from accounts where uid = ${text}`,
    deviceId: sql`select account_id as id, device_id as matched from devices where device_id = ${text}`,
    // The event of a campaign payment was recorded before the order had an account. A payment that is not completed has
    // no event yet.
    payment: sql`
      select coalesce(account_id, (select orders.account_id from orders where orders.id = order_id)) as id,
             transaction_id as matched, provider
        from payment_events where transaction_id = ${text}
      union all
      select coalesce(account_id, (select orders.account_id from orders where orders.id = order_id)) as id,
             transaction_id as matched, provider
        from requested_payments where provider in (${names}) and transaction_id = ${text}`,
    refund: sql`
      select account_id as id, ${text} as matched, data ->> 'provider' as provider
        from ledger_events where event_key in (${refundKeys})`,
    order: sql`select account_id as id, id as matched from orders where id = ${text}`,
    giftKey: sql`
      select activated_by as id, null::text as matched from gifts where key_hash = ${giftKeyHash}::text`,
    ...(credential === null
      ? {}
      : {
          vpnCredential: sql`
            select account_id as id, ${text} as matched from devices
             where id = ${credential.deviceId}::int
               and exists (select from vpn_keys
                            where device_id = devices.id and generation >= ${credential.generation}::int)`,
        }),
    ...(accountId === null
      ? {}
      : { customerId: sql`select id, ${text} as matched from accounts where id = ${accountId}::int` }),
    ...(length === UID_SHOWN
      ? {
          shownUid: sql`select id, uid as matched from accounts where left(uid, ${constant(UID_SHOWN)}) = ${text}`,
        }
      : {}),
    ...(length === DEVICE_ID_SHOWN
      ? {
          shownDeviceId: sql`
            select account_id as id, device_id as matched from devices
             where left(device_id, ${constant(DEVICE_ID_SHOWN)}) = ${text}`,
        }
      : {}),
    ...(request === null
      ? {}
      : {
          requestId: sql`
            select account_id as id, request_id as matched from staff_audit
             where request_id like ${request} and account_id is not null
            union all
            select account_id as id, request_id as matched from account_events
             where request_id like ${request} and account_id is not null`,
        }),
  };
}

/** Returns the SQL query for the latest payments that match. The search must contain a card or an amount. */
function paymentQuery({ lastFour, kopecks, since, before }: PaymentSearch): SQL {
  const conditions = [
    sql`kind in ('paymentSucceeded', 'paymentFailed', 'refunded')`,
    ...(lastFour === null ? [] : [sql`right(data ->> 'cardMask', 4) = ${lastFour}::text`]),
    ...(kopecks === null ? [] : [sql`(data ->> 'amountKopecks')::int = ${kopecks}::int`]),
    ...(since === null ? [] : [sql`at >= ${since.toISOString()}::timestamptz`]),
    ...(before === null ? [] : [sql`at < ${before.toISOString()}::timestamptz`]),
  ];
  return sql`
    select kind, account_id, at, data from ledger_events where ${sql.join(conditions, sql` and `)}
     order by at desc limit ${constant(PAYMENTS_READ)}`;
}

export interface AccountLookup {
  /** Identifier without surrounding blanks. */
  value: string;
  giftKeyHash: string;
  /** Names of the card providers; at least one. */
  providers: readonly string[];
  /** Payment searches that the text may mean. */
  payments: readonly PaymentSearch[];
}

/**
 * Returns the SQL statement that looks up all kinds of identifiers and payments. This function is exported so that tests
 * can inspect the query plan.
 */
export function accountLookupQuery({ payments, ...identifier }: AccountLookup): SQL {
  const none = sql`null::timestamptz as at, null::int as kopecks`;
  const queries = identifierQueries(identifier);
  const identifiers = Object.entries<SQL>(queries).map(
    ([kind, query]) => sql`
      (select distinct ${kind}::text as kind, id, matched, ${none},
              ${PROVIDER_KINDS.includes(kind) ? sql`provider` : sql`null::text`} as provider
         from (${query}) as found limit ${constant(MATCHES_AT_MOST + 1)})`,
  );
  const paid = payments.map(
    (search) => sql`
      (select kind, account_id as id, data ->> 'cardMask' as matched, at, (data ->> 'amountKopecks')::int as kopecks,
              data ->> 'provider' as provider
         from (${paymentQuery(search)}) as found)`,
  );
  return sql.join([...identifiers, ...paid], sql` union all `);
}

/** Payment by which an account was found. */
export interface MatchedPayment {
  at: Date;
  kopecks: number | null;
  cardMask: string | null;
}

export interface AccountMatch {
  matchedBy: ExactKind;
  /** Complete identifier that matched; null for a gift key, which is secret, and for a payment. */
  matched: string | null;
  /** Payment that matched; null for an identifier. */
  payment: MatchedPayment | null;
  /** Name of the card provider of the matched payment or refund; otherwise null. */
  provider: string | null;
  account: AccountRow;
}

export interface AccountMatches {
  matches: AccountMatch[];
  /** Whether further accounts or payments match. */
  hasMore: boolean;
}

type Row = Record<'kind', string> &
  Record<'id' | 'kopecks', number | null> &
  Record<'matched' | 'provider', string | null> & { at: Date | string | null };

/**
 * Returns the accounts to which an identifier or a payment belongs, at most `MATCHES_AT_MOST`. Each account appears once,
 * with the first kind in `EXACT_KINDS` that matched, and with the latest of its payments. The caller must call this
 * function in a transaction, because `forbidFullScans` changes a setting of the current transaction.
 */
export async function matchAccounts(tx: Database, lookup: AccountLookup): Promise<AccountMatches> {
  await forbidFullScans(tx);
  const { rows } = await tx.execute<Row>(accountLookupQuery(lookup));
  const findKind = (row: Row): ExactKind => {
    const ofLedger = PAYMENT_KINDS.find((kind) => LEDGER_KINDS[kind] === row.kind);
    return ofLedger ?? EXACT_KINDS.find((kind) => kind === row.kind) ?? 'uid';
  };
  const toTime = ({ at }: Row): number => (at === null ? Infinity : new Date(at).getTime());
  const findPlace = (row: Row): number => EXACT_KINDS.indexOf(findKind(row));
  const computeRank = (row: Row): number => Math.min(findPlace(row), EXACT_KINDS.indexOf('paid'));
  // A payment precedes its refund if both have the same time.
  const ranked = [...rows].sort(
    (a, b) =>
      computeRank(a) - computeRank(b) ||
      toTime(b) - toTime(a) ||
      findPlace(a) - findPlace(b) ||
      (b.id ?? 0) - (a.id ?? 0),
  );
  const reasons = new Map<number, Omit<AccountMatch, 'account'>>();
  for (const row of ranked) {
    const { id, matched, at, kopecks, provider } = row;
    if (id === null || reasons.has(id)) continue;
    reasons.set(id, {
      matchedBy: findKind(row),
      provider,
      ...(at === null
        ? { matched, payment: null }
        : { matched: null, payment: { at: new Date(at), kopecks, cardMask: matched } }),
    });
  }
  const accounts = await findAccountsById(tx, [...reasons.keys()].slice(0, MATCHES_AT_MOST));
  return {
    matches: accounts.flatMap((account) => {
      const reason = reasons.get(account.id);
      return reason === undefined ? [] : [{ ...reason, account }];
    }),
    hasMore: reasons.size > MATCHES_AT_MOST || rows.filter(({ at }) => at !== null).length >= PAYMENTS_READ,
  };
}

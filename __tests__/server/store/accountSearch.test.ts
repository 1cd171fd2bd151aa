/** Tests the query plans of the staff search on a large table. No search may scan all customers. */
import { type SQL, sql } from 'drizzle-orm';
import { paymentSearchesIn } from '../../../src/server/domain/paymentSearch';
import { accountLookupQuery } from '../../../src/server/store/accountLookup';
import {
  accountCountQueries,
  type AccountSearch,
  accountSearchQueries,
  COUNTED_TO,
  forbidFullScans,
  searchAccounts,
} from '../../../src/server/store/accountSearch';
import type { Database } from '../../../src/server/store/database';
import { openTestDatabase } from '../../support/database';

const CUSTOMERS = 20_000;
/** Number of the oldest customers, who have a status and a tag that no other customer has. */
const OLD = 300;
/**
 * Highest id of customers with another status. These customers are too many to read completely, and none is among the
 * newest.
 */
const NEXT = 7000;
/** Ids of customers whose registration dates are not in the order of the ids. */
const [EARLY, LATE] = [CUSTOMERS - 5, OLD + 5];
/**
 * Index that is dropped while the table is filled, because updating the index row by row is 10× slower than building it
 * once.
 */
const TRIGRAMS = 'accounts_email_trigrams';

let db: Database;

/**
 * Fills the table with emails whose parts are common («example»), fairly common (.ru), rare (rare77) or only in old
 * rows.
 */
async function fill(): Promise<void> {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select indexdef as definition from pg_indexes where indexname = ${TRIGRAMS}`,
  );
  await db.execute(sql`drop index ${sql.identifier(TRIGRAMS)}`);
  await db.execute(sql`
    insert into accounts (uid, email, provider_id, created_at)
    select 'uid-' || n,
           case when n <= 3000 then 'old' when n % 1000 = 77 then 'rare' else 'customer' end || n
             || '@example' || n % 50 || case when n % 4 = 0 then '.ru' else '.com' end,
           'email', timestamptz '2026-01-01' + (n / 10) * interval '1 minute'
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql.raw(rows[0]!.definition));
  await db.execute(sql`update accounts set created_at = '2027-01-01' where id = ${LATE}::int`);
  await db.execute(sql`update accounts set created_at = '2026-01-01T13:00Z' where id = ${EARLY}::int`);
  await db.execute(sql`
    insert into devices (account_id, device_id, device_name, platform, is_active, first_activation, attached_at)
    select n, 'device-' || n, 'Phone', 'android', true, now(), now()
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql`
    insert into orders (id, provider, account_id, kind, variant, amount_kopecks, currency, recurring_payment_amount_kopecks,
                        recurring_payment_start_at, created_at, offered_at)
    select 'order-' || n, 'cloudPayments', n, 'trial', 'web', 100, 'RUB', 44900, now(), now(), now()
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql`
    insert into payment_events (event_key, provider, kind, source, account_id, transaction_id, verdict, payload,
                                provider_at, received_at)
    select 'pay-' || n, 'cloudPayments', 'pay', 'notification', n, (700000 + n)::text, 'applied', '{}', now(), now()
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql`
    insert into gifts (key_hash, key_ending, months, created_at, activated_by)
    select md5(n::text), 'ABCD', 1, now(), n from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql`
    insert into ledger_events (account_id, event_key, at, kind, data, recorded_at)
    select n, 'pay-' || n, timestamptz '2026-11-01' + n * interval '1 minute', 'paymentSucceeded',
           jsonb_build_object('amountKopecks', 100 * (n % 500), 'cardMask', '•••• ' || lpad((n % 9999)::text, 4, '0')), now()
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  // These rows are so few that every other index is slower. If all customers had one status, a scan by id would be as
  // fast.
  // walk by ids is as good a plan.
  await db.execute(sql`
    insert into subscriptions (account_id, status, recurring, amount_kopecks, first_payment_activated,
                               total_paid_kopecks, updated_at)
    select n, case when n <= ${OLD}::int then 'EXPIRED' when n <= ${NEXT}::int then 'CANCELED' else 'ACTIVE' end,
           false, 44900, true, 0, now()
      from generate_series(1, ${CUSTOMERS}::int) as n where n % 10 <> 3`);
  await db.execute(sql`
    insert into staff_accounts (username, password_hash, role, created_at) values ('ann', '', 'senior', now())`);
  await db.execute(sql`
    insert into customer_tags (account_id, tag, created_at, created_by)
    select n, case when n <= ${OLD}::int then 'old' else 'new' end, now(), 1
      from generate_series(1, ${CUSTOMERS}::int) as n`);
  await db.execute(sql`analyze`);
}

async function readPlan(query: SQL): Promise<string> {
  const rows = await db.transaction(async (tx) => {
    await forbidFullScans(tx);
    return (await tx.execute<Record<string, string>>(sql`explain ${query}`)).rows;
  });
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

const search = (over: Partial<AccountSearch>): AccountSearch => ({
  emailPart: 'customer',
  offset: 0,
  limit: 6,
  sortBy: 'id',
  sortDirection: 'DESC',
  ...over,
});

const listQueries = (asked: AccountSearch): SQL[] =>
  [
    ...Object.values<SQL | null>({ ...accountSearchQueries(asked) }),
    ...accountCountQueries(asked, 1001),
  ].filter((query) => query !== null);

const PARTS = [
  '',
  'example',
  '.ru',
  'rare',
  'old',
  'zmey',
  'customer4242',
  'сидорова',
  'a',
  'zz',
  '%',
  'a.b',
  '...',
];
const SORTS = (['id', 'email', 'createdAt'] as const).flatMap((sortBy) =>
  (['ASC', 'DESC'] as const).map((sortDirection) => ({ sortBy, sortDirection })),
);

const day = (date: string) => new Date(`${date}T00:00:00Z`);

/**
 * Search filters by rare, common, newest and missing status, by tags, by date ranges that contain old, all or no
 * customers, and combinations.
 */
const FILTERS: readonly Partial<AccountSearch>[] = [
  { status: 'EXPIRED' },
  { status: 'CANCELED' },
  { status: 'ACTIVE' },
  { status: 'NOT_ACTIVE' },
  { tag: 'old' },
  { tag: 'new' },
  { registeredBefore: day('2026-01-01') },
  { registeredSince: day('2026-01-01'), registeredBefore: day('2026-01-02') },
  { registeredSince: day('2030-01-01') },
  { status: 'CANCELED', registeredBefore: day('2026-01-02') },
  { status: 'CANCELED', tag: 'new', emailPart: '.ru' },
  { status: 'NOT_ACTIVE', tag: 'old', registeredSince: day('2025-12-01'), emailPart: 'old' },
];

/** Returns the expected search result, computed from all rows without an index. */
async function readFirst({ emailPart, status, tag, ...asked }: AccountSearch): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from accounts
      left join subscriptions on subscriptions.account_id = id
      left join customer_tags on customer_tags.account_id = id
     where strpos(email, ${emailPart}::text) > 0
       and coalesce(status, 'NOT_ACTIVE') = coalesce(${status ?? null}::text, status, 'NOT_ACTIVE')
       and tag = coalesce(${tag ?? null}::text, tag)
       and accounts.created_at >= ${(asked.registeredSince ?? new Date(0)).toISOString()}::timestamptz
       and accounts.created_at < ${(asked.registeredBefore ?? day('2099-01-01')).toISOString()}::timestamptz
     order by ${sql.raw({ id: 'id', email: 'email', createdAt: 'accounts.created_at' }[asked.sortBy])}
              ${sql.raw(asked.sortDirection)}, id ${sql.raw(asked.sortDirection)}
     limit ${asked.limit} offset ${asked.offset}`);
  return rows.map(({ id }) => id);
}

describe('search', () => {
  // The customer table is filled once, because the search tests only read.
  let filled = false;
  beforeEach(async () => {
    if (filled) return;
    db = await openTestDatabase();
    await fill();
    filled = true;
  });

  it('plans no search as a scan of all customers, in any order and on any page', async () => {
    const offences: string[] = [];
    for (const emailPart of PARTS) {
      for (const sort of SORTS) {
        for (const offset of [0, 500]) {
          for (const query of listQueries(search({ emailPart, offset, ...sort }))) {
            const plan = await readPlan(query);
            if (plan.includes('Seq Scan'))
              offences.push(`${emailPart} ${sort.sortBy} ${sort.sortDirection} ${String(offset)}: ${plan}`);
          }
        }
      }
    }
    expect(offences).toEqual([]);
  });

  it('uses the trigram index for long parts and the prefix index for short parts', async () => {
    const plan = async (emailPart: string) => readPlan(accountSearchQueries(search({ emailPart })).all);
    expect(await plan('customer4242')).toContain('accounts_email_trigrams');
    expect(await plan('zz')).toContain('accounts_email_beginning');
  });

  it.each([
    ['status', { status: 'EXPIRED' as const }, 'subscriptions_status'],
    ['tag', { tag: 'old' }, 'customer_tags_tag'],
    ['tag, whatever the status', { tag: 'old', status: 'EXPIRED' as const }, 'customer_tags_tag'],
  ])('reads only the customers with a rare %s, in any order', async (_by, filter, index) => {
    for (const sort of SORTS) {
      const plan = await readPlan(accountSearchQueries(search({ emailPart: '', ...filter, ...sort })).few!);
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it.each(FILTERS)('plans no search for %j as a scan of all customers', async (filter) => {
    for (const sort of SORTS) {
      for (const query of listQueries(search({ emailPart: '', ...filter, ...sort }))) {
        expect(await readPlan(query)).not.toContain('Seq Scan');
      }
    }
  });

  it('the quick query returns nothing if a better match may follow, and the correct page otherwise', async () => {
    const guess = async (over: Partial<AccountSearch>) => {
      const { guess: query, all } = accountSearchQueries(search({ emailPart: '', ...over }));
      return [(await db.execute(query!)).rows, (await db.execute(all)).rows];
    };
    const byMoments = { status: 'CANCELED', sortBy: 'createdAt' } as const;
    const [latest] = await guess({ ...byMoments, sortDirection: 'DESC' });
    expect(latest).toEqual([]);
    const range = {
      status: 'ACTIVE',
      registeredSince: new Date('2026-01-01T12:00:00Z'),
      registeredBefore: day('2026-01-02'),
    } as const;
    const [highest] = await guess({ ...range, sortDirection: 'DESC' });
    expect(highest).toEqual([]);
    for (const over of [
      { ...byMoments, sortDirection: 'ASC' },
      { ...range, sortDirection: 'ASC' },
    ] as const) {
      const [guessed, all] = await guess(over);
      expect(guessed).toHaveLength(6);
      expect(guessed).toEqual(all);
    }
  });

  it.each(FILTERS)('finds the first customers for %j, in each order and on each page', async (filter) => {
    for (const sort of SORTS) {
      const asked = search({ emailPart: '', ...filter, ...sort });
      const everyone = await readFirst({ ...asked, limit: CUSTOMERS });
      const expected = everyone.slice(0, 12);
      for (const offset of [0, 6]) {
        const {
          accounts: found,
          total,
          isCapped,
        } = await db.transaction((tx) => searchAccounts(tx, { ...asked, offset }));
        expect(found.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 6));
        expect([total, isCapped]).toEqual([
          Math.min(everyone.length, COUNTED_TO),
          everyone.length > COUNTED_TO,
        ]);
      }
    }
  });

  it.each([
    'nobody',
    '77-2',
    '4242',
    '0123456789',
    'uid-of-18-letters!',
    '22d6d597-000f-5000-9000-145f6df21d6f',
    '3f2a91c0',
    '4242 23.11.26',
    '299 ₽',
    '4242 299 23.11.26',
  ])('plans every exact lookup of «%s» by index', async (value) => {
    const payments = paymentSearchesIn(value, new Date('2026-11-24T00:00:00Z'));
    const plan = await readPlan(
      accountLookupQuery({
        value,
        giftKeyHash: 'no-hash',
        providers: ['cloudPayments', 'yooKassa'],
        payments,
      }),
    );
    expect(plan).not.toContain('Seq Scan');
    const used = plan.match(/(?:using|on) ledger_events_(?:card|amount)/g) ?? [];
    expect(used.length).toBeGreaterThanOrEqual(payments.length);
  });

  it.each(SORTS)(
    'finds the same customers with both queries, sorted by $sortBy $sortDirection',
    async (sort) => {
      const everyone = await db.execute<{ id: number; email: string; created_at: Date | string }>(
        sql`select id, email, created_at from accounts`,
      );
      const key = (row: { id: number; email: string; created_at: Date | string }) =>
        sort.sortBy === 'createdAt' ? new Date(row.created_at).getTime() : row.id;
      for (const emailPart of ['example', 'rare', 'old29', 'customer4242', 'ol', 'ra']) {
        const { accounts: found } = await db.transaction((tx) =>
          searchAccounts(tx, search({ emailPart, ...sort })),
        );
        const matches = everyone.rows.filter(({ email }) =>
          emailPart.length < 3 ? email.startsWith(emailPart) : email.includes(emailPart),
        );
        const sign = sort.sortDirection === 'ASC' ? 1 : -1;
        if (sort.sortBy === 'email') {
          const emails = found.map(({ email }) => email);
          expect([...emails].sort((a, b) => sign * (a < b ? -1 : 1))).toEqual(emails);
          expect(emails).toHaveLength(Math.min(6, matches.length));
        } else {
          const expected = matches
            .sort((a, b) => sign * (key(a) - key(b) || a.id - b.id))
            .slice(0, 6)
            .map(({ id }) => id);
          expect(found.map(({ id }) => id)).toEqual(expected);
        }
      }
    },
  );
});

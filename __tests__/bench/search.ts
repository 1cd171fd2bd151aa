/**
 * `npm run bench:search` measures how long the staff search takes with 10 000, 100 000 and 1 000 000 customers, or with the
 * numbers in `BENCH_SIZES`.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../src/server/deps';
import type { StaffOrigin } from '../../src/server/domain/caller';
import type { Database } from '../../src/server/store/database';
import { findUsers } from '../../src/server/usecases/console/findUsers';
import { searchUsers } from '../../src/server/usecases/console/searchUsers';
import { otherProvider, unscheduledProvider } from '../support/otherProvider';
import { ms, onEachDatabase, percentile, print } from './databases';

const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
/** Searches of each kind. `BENCH_ROUNDS` changes the number. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '200');
const STAFF: StaffOrigin = { staffId: null, username: 'bench', ip: '127.0.0.1', requestId: 'bench' };

const YEAR = { registeredFrom: '2024-01-01', registeredTo: '2024-12-31' };
const EVERY_FILTER = { ...YEAR, registeredFrom: '2024-01-02', status: 'EXPIRED', tag: 'blogger' };
/**
 * Search filters of the benchmark, by name. The filters include sort orders in which hardly any of the first customers
 * match the filter.
 */
const FILTERS = {
  'status, of old': { status: 'EXPIRED' },
  'status, rare': { status: 'GIFTED' },
  'tag, common': { tag: 'blogger' },
  'tag, rare': { tag: 'lawyer' },
  day: { registeredFrom: '2024-01-03', registeredTo: '2024-01-03' },
  'old month': { registeredFrom: '2024-01-01', registeredTo: '2024-01-31' },
  year: YEAR,
};

type BenchDeps = Pick<Deps, 'db' | 'clock' | 'vpnNetwork' | 'cardProvider' | 'formerCardProviders'>;

/**
 * Creates customers. Each email address contains a hash, so a part of an address matches as few customers as in real
 * data. The status depends on the age of the account, as in real data. Most old accounts have a status that no new account
 * has. One address in 200 is Cyrillic. One customer in 100 has one tag, and one customer in 10 000 has two tags.
 */
async function fill(db: Database, from: number, to: number): Promise<void> {
  // The number of rows per SQL statement is so low that each statement meets its deadline, even on a busy machine.
  const step = 10_000;
  await db.execute(sql`
    insert into staff_accounts (username, password_hash, role, created_at)
    values ('bench', '', 'senior', timestamptz '2024-01-01') on conflict do nothing`);
  for (let start = from; start < to; start += step) {
    const added = sql`generate_series(${start + 1}::int, ${Math.min(start + step, to)}::int) as n`;
    await db.execute(sql`
      insert into accounts (uid, email, provider_id, created_at)
      select 'uid-' || n,
             case when n % 200 = 3 then 'анна.сидорова' || n || '@почта.рф' else
             (array['anna','boris','vera','gleb','daria','egor','zhanna','ivan','kira','lev'])[1 + n % 10]
               || '.' || substr(md5(n::text), 1, 12) || '@'
               || (array['gmail.com','yandex.ru','mail.ru','icloud.com','example.org'])[1 + (n / 10) % 5] end,
             'email', timestamptz '2024-01-01' + n * interval '1 minute'
        from ${added}`);
    await db.execute(sql`
      insert into subscriptions (account_id, status, recurring, amount_kopecks, first_payment_activated,
                                 total_paid_kopecks, updated_at)
      select n,
             case when n % 500 = 0 then 'GIFTED' when n % 7 = 0 then 'CANCELED'
                  when n > ${to}::int * 0.7 then 'ACTIVE' else 'EXPIRED' end,
             false, 44900, true, 0, timestamptz '2024-01-01'
        from ${added} where n % 10 < 8`);
    await db.execute(sql`
      insert into customer_tags (account_id, tag, created_at, created_by)
      select n, tag, timestamptz '2024-01-01', 1
        from ${added}, (values ('blogger', 100), ('lawyer', 10000)) as tags (tag, every) where n % every = 7`);
  }
  await fillIdentifiers(db, from, to);
  await db.execute(sql`vacuum analyze`);
}

/** Number of payments of each customer. */
const PAYMENTS = 3;

/**
 * Creates a device, an order, a gift, a failed request and several payments for each customer. A day contains about the
 * same number of payments as in real data: one customer in 30 pays on a day.
 */
async function fillIdentifiers(db: Database, from: number, to: number): Promise<void> {
  const step = 10_000;
  for (let start = from; start < to; start += step) {
    const added = sql`generate_series(${start + 1}::int, ${Math.min(start + step, to)}::int) as n`;
    const time = sql`timestamptz '2026-01-01' + (n::bigint * 7919 % 300)::int * interval '1 day' + (n % 1440) * interval '1 minute'`;
    await db.execute(sql`
      insert into devices (account_id, device_id, device_name, platform, is_active, first_activation, attached_at)
      select n, md5('device' || n), 'Phone', 'android', true, now(), now() from ${added}`);
    await db.execute(sql`
      insert into vpn_keys (device_id, generation, revision)
      select devices.id, 1, 1 from devices join ${added} on devices.account_id = n`);
    await db.execute(sql`
      insert into orders (id, provider, account_id, kind, variant, amount_kopecks, currency,
                          recurring_payment_amount_kopecks, recurring_payment_start_at, created_at, offered_at)
      select md5('order' || n), 'cloudPayments', n, 'trial', 'web', 100, 'RUB', 44900, now(), now(), now()
        from ${added}`);
    await db.execute(sql`
      insert into gifts (key_hash, key_ending, months, created_at, activated_by)
      select md5('gift' || n), 'ABCD', 1, now(), n from ${added}`);
    await db.execute(sql`
      insert into failed_requests (request_id, at, call, account_id, error_code, error)
      select uuid(md5('request' || n))::text, now(), 'getShop', n, '23505', 'Error' from ${added}`);
    for (let payment = 0; payment < PAYMENTS; payment += 1) {
      const at = sql`${time} + ${payment}::int * interval '30 days'`;
      const id = sql`(n::bigint * ${PAYMENTS}::int + ${payment}::int + 700000000)::text`;
      await db.execute(sql`
        insert into payment_events (event_key, provider, kind, source, account_id, transaction_id, verdict, payload,
                                    provider_at, received_at)
        select 'paid:' || ${id}, 'cloudPayments', 'paid', 'notification', n, ${id}, 'applied', '{}', ${at}, ${at}
          from ${added}`);
      await db.execute(sql`
        insert into ledger_events (account_id, event_key, at, kind, data, recorded_at)
        select n, 'paid:' || ${id}, ${at}, 'paymentSucceeded',
               jsonb_build_object('amountKopecks', (array[29900, 44900, 44900, 99900])[1 + n % 4],
                                  'cardMask', '•••• ' || lpad((n * 31 % 10000)::text, 4, '0')), ${at}
          from ${added}`);
    }
  }
}

/** Measures the duration of single searches, in ms. The benchmark alternates between the kinds of search. */
async function measure(db: Database, customers: number): Promise<Map<string, number[]>> {
  const clock = { now: () => new Date() };
  const deps: BenchDeps = {
    ...{ db, clock, vpnNetwork: null },
    // A shop with a former card provider searches for payments at both.
    ...{ cardProvider: unscheduledProvider(), formerCardProviders: [otherProvider()] },
  };
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from accounts where id in (select (random() * ${customers})::int from generate_series(1, 200))`,
  );
  const known = rows.map(({ email }) => email);
  const some = (round: number) => known[round % known.length] ?? '';
  const search = (emailPart: string, over: object = {}) =>
    searchUsers(deps, STAFF, {
      emailPart,
      page: 0,
      size: 5,
      sortBy: 'id',
      sortDirection: 'DESC',
      ...over,
    });
  const kinds: Record<string, (round: number) => Promise<unknown>> = {
    'common part': (round) => search(['gmail', 'anna', '.ru', 'mail'][round % 4] ?? ''),
    'rare part': (round) => search(some(round).slice(2, 11)),
    'three letters': (round) => search(some(round).split('.')[1]?.slice(0, 3) ?? ''),
    'Cyrillic part': (round) => search(['сидоров', 'анна', 'почта.рф', 'рова'][round % 4] ?? ''),
    'rare Cyrillic part': (round) => search(`орова${String(round * 200 + 3)}@`),
    'no match': (round) => search(`nobody${String(round)}q`),
    'short part': (round) => search(some(round).slice(0, 1 + (round % 2))),
    'whole email': (round) => search(some(round)),
    'sorted by email': (round) => search(some(round).slice(0, 8), { sortBy: 'email', sortDirection: 'ASC' }),
    'page 50': () => search('gmail', { page: 50 }),
    'status, common': () => search('', { status: 'ACTIVE' }),
    'status, of old': () => search('', { status: 'EXPIRED' }),
    'status, rare': () => search('', { status: 'GIFTED' }),
    'status and part': (round) => search(some(round).slice(0, 7), { status: 'CANCELED' }),
    'tag, common': () => search('', { tag: 'blogger' }),
    'tag, rare': () => search('', { tag: 'lawyer' }),
    'tag of nobody': () => search('', { tag: 'nobody' }),
    'registered, day': () => search('', FILTERS.day),
    'registered, year': () => search('', YEAR),
    'registered, old month': () => search('', FILTERS['old month']),
    'all filters': () => search('gmail', EVERY_FILTER),
    ...Object.fromEntries(
      (['email', 'createdAt'] as const).flatMap((sortBy) =>
        Object.entries(FILTERS).map(([name, filter]) => [
          `${name}, by ${sortBy}`,
          () => search('', { ...filter, sortBy }),
        ]),
      ),
    ),
    'old month and status': () => search('', { ...FILTERS['old month'], status: 'EXPIRED' }),
    'all, by email': () => search('gmail', { ...EVERY_FILTER, sortBy: 'email' }),
    'all, by createdAt': () => search('gmail', { ...EVERY_FILTER, sortBy: 'createdAt' }),
    ...identifierKinds(deps, customers),
  };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [kind, ask] of Object.entries(kinds)) {
      const started = performance.now();
      await ask(Math.abs(round));
      if (round >= 0) times.get(kind)?.push(performance.now() - started);
    }
  }
  return times;
}

/** Returns the kinds of exact search. Each round searches for another customer. */
function identifierKinds(
  deps: BenchDeps,
  customers: number,
): Record<string, (round: number) => Promise<unknown>> {
  const number = (round: number): number => 1 + ((round * 7919) % customers);
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const uuid = (text: string): string => md5(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const card = (n: number): string => String((n * 31) % 10_000).padStart(4, '0');
  const day = (n: number): string =>
    new Date(Date.UTC(2026, 0, 1 + ((n * 7919) % 300))).toISOString().slice(0, 10);
  const values: Record<string, (n: number) => string> = {
    'exact uid': (n) => `uid-${String(n)}`,
    'exact device id': (n) => md5(`device${String(n)}`),
    'device id as shown': (n) => md5(`device${String(n)}`).slice(0, 10),
    'payment number': (n) => String(n * PAYMENTS + 700_000_000),
    'order number': (n) => md5(`order${String(n)}`),
    'gift key': (n) =>
      md5(`key${String(n)}`)
        .toUpperCase()
        .slice(0, 26),
    'VPN credential': (n) => `prosvet-${String(n)}`,
    'customer id': (n) => String(n),
    'request id': (n) => uuid(`request${String(n)}`),
    'support code': (n) => uuid(`request${String(n)}`).slice(0, 8),
    'card and day': (n) => `${card(n)} ${day(n)}`,
    'amount and day': (n) => `299 ${day(n)}`,
    'card, amount and day': (n) => `${card(n)} 449 ${day(n)}`,
    'card alone': (n) => card(n),
    'amount alone': () => '299 ₽',
    'no exact match': (n) => `nobody-has-${String(n)}`,
  };
  return Object.fromEntries(
    Object.entries(values).map(([kind, value]) => [
      kind,
      (round: number) => findUsers(deps, STAFF, value(number(round))),
    ]),
  );
}

async function bench(name: string, db: Database): Promise<void> {
  let filled = 0;
  const overall: { size: number; p50: number; p99: number }[] = [];
  for (const size of SIZES) {
    const started = performance.now();
    await fill(db, filled, size);
    filled = size;
    print(
      `\n${name}, ${String(size)} customers (filled in ${((performance.now() - started) / 1000).toFixed(0)} s)`,
    );
    const times = await measure(db, size);
    const all: number[] = [];
    for (const [kind, samples] of times) {
      samples.sort((a, b) => a - b);
      all.push(...samples);
      print(
        `  ${kind.padEnd(28)} p50${ms(percentile(samples, 0.5))} ms   p99${ms(percentile(samples, 0.99))} ms`,
      );
    }
    all.sort((a, b) => a - b);
    overall.push({ size, p50: percentile(all, 0.5), p99: percentile(all, 0.99) });
    const last = overall.at(-1);
    if (last) print(`  ${'all'.padEnd(28)} p50${ms(last.p50)} ms   p99${ms(last.p99)} ms`);
  }
  const [first] = overall;
  if (first === undefined) return;
  for (const { size, p50, p99 } of overall.slice(1)) {
    print(
      `  ${String(size)} to ${String(first.size)}: p50 ×${(p50 / first.p50).toFixed(2)}, p99 ×${(p99 / first.p99).toFixed(2)}`,
    );
  }
}

await onEachDatabase(bench);

/**
 * `npm run bench:analytics` measures how long the owner's metrics of one year take with 1 000 000 payments, or with the
 * number in `BENCH_PAYMENTS`: by month, as the console shows a year, and by day, as the console exports a year. Each
 * response contains the year before too. The time includes the handler and the JSON text, but no network. The benchmark
 * measures before and after the daily rollup, and checks that the metrics equal the sum of the ledger to the kopeck.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import {
  deriveStanding,
  happenedIn,
  movedBetween,
  NO_STANDING,
} from '../../src/server/domain/billing/figures';
import { foldSubscription } from '../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../src/server/domain/billing/ledgerEvents';
import { analyticsResponse } from '../../src/server/http/handlers/staffAnalytics';
import { mergeDailyFigures } from '../../src/server/store/dailyFigures';
import type { Database } from '../../src/server/store/database';
import { dailyFigures } from '../../src/server/store/schema/dailyFigures';
import { ledgerEvents } from '../../src/server/store/schema/subscriptions';
import { readAnalytics } from '../../src/server/usecases/billing/analytics/readAnalytics';
import { addToDay } from '../../src/shared/moscowDays';
import { PROVIDER } from '../support/paymentEvents';
import { trialPayment } from '../support/paymentEvents';
import { insertInBulk } from './bulkInsert';
import { ms, onEachDatabase, percentile, print } from './databases';

const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 1_000_000);
const PER_ACCOUNT = 10;
const ACCOUNTS_IN_A_CHUNK = 2_000;
const ROUNDS = 40;
/** Rounds before the rollup. The product never lets a whole history wait for the hourly rollup. */
const ROUNDS_BEFORE = 3;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
/**
 * Number of days over which the starts of the subscriptions are spread. Each subscription is then charged every month.
 */
const BEGINNINGS = 730;

/**
 * Returns the ledger events of an account: a trial and its monthly charges. One account in ten has a refunded charge.
 */
function buildLife(account: number): LedgerEvent[] {
  const begun = FIRST_DAY + ((account * 7919) % (BEGINNINGS * 24)) * 3_600_000;
  const startAt = new Date(begun + 7 * DAY_MS).toISOString();
  const events = Array.from({ length: PER_ACCOUNT }, (_, index): LedgerEvent => {
    const transactionId = `${String(account)}-${String(index)}`;
    const role = index === 0 ? 'first' : 'recurrent';
    const at = new Date(index === 0 ? begun : begun + 7 * DAY_MS + (index - 1) * 30 * DAY_MS);
    const data = trialPayment({
      transactionId,
      orderId: `o-${String(account)}`,
      role,
      recurringPaymentStartAt: startAt,
    });
    return { key: `paid:${transactionId}`, at, data };
  });
  if (account % 10 !== 0) return events;
  const transactionId = `${String(account)}-3`;
  const at = new Date(begun + 80 * DAY_MS);
  const data = {
    kind: 'refunded' as const,
    provider: PROVIDER,
    transactionId,
    refundId: transactionId,
    amountKopecks: 10_01,
  };
  return [...events, { key: `refunded:${transactionId}`, at, data }];
}

async function fill(db: Database): Promise<void> {
  const accounts = Math.ceil(PAYMENTS / PER_ACCOUNT);
  await db.execute(sql`
    insert into accounts (uid, email, provider_id, created_at)
    select 'uid-' || n, n || '@example.org', 'email', now() from generate_series(1, ${accounts}::int) as n`);
  for (let start = 1; start <= accounts; start += ACCOUNTS_IN_A_CHUNK) {
    const lives = Array.from({ length: Math.min(ACCOUNTS_IN_A_CHUNK, accounts + 1 - start) }, (_, index) => ({
      accountId: start + index,
      events: buildLife(start + index),
    }));
    await insertInBulk(
      db,
      ledgerEvents,
      lives.flatMap(({ accountId, events }) =>
        events.map(({ key, at, data }) => ({
          ...{ accountId, eventKey: key, at, kind: data.kind, data },
          recordedAt: at,
        })),
      ),
    );
    // The benchmark inserts the metrics rows as the product does after each change, with one row per metric and account.
    const figures = lives.flatMap(({ events }) => {
      const state = foldSubscription(events);
      const standing = deriveStanding(state, 'ACTIVE');
      return [
        ...happenedIn(events, state),
        ...movedBetween(NO_STANDING, standing, events[0]?.at ?? new Date(FIRST_DAY)),
      ];
    });
    await insertInBulk(db, dailyFigures, figures);
  }
  await db.execute(sql`vacuum analyze`);
}

const clock = { now: () => new Date('2026-06-01T09:00:00.000Z') };

async function measure(name: string, db: Database, rounds: number): Promise<void> {
  for (const step of ['month', 'day'] as const) {
    const samples: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      const from = addToDay('2025-01-01', (Math.abs(round) * 13) % 500);
      const started = performance.now();
      JSON.stringify(
        analyticsResponse(await readAnalytics({ db, clock }, { from, to: addToDay(from, 364), step })),
      );
      if (round >= 0) samples.push(performance.now() - started);
    }
    samples.sort((a, b) => a - b);
    const title = `${name}, by ${step}`;
    print(`  ${title.padEnd(28)} p50${ms(percentile(samples, 0.5))} ms   worst${ms(samples.at(-1) ?? 0)} ms`);
  }
}

async function expectAgreement(db: Database): Promise<void> {
  const { rows } = await db.execute<{ paid: string; back: string }>(sql`
    select sum((data->>'amountKopecks')::bigint) filter (where kind = 'paymentSucceeded')::text as paid,
           sum((data->>'amountKopecks')::bigint) filter (where kind = 'refunded')::text as back
      from ledger_events`);
  const sums = { paid: 0, back: 0 };
  for (let from = '2024-01-01'; from < '2028-01-01'; from = addToDay(from, 366)) {
    const { total } = await readAnalytics({ db, clock }, { from, to: addToDay(from, 365) });
    for (const { paid, refunded } of [total.sales, total.checks, total.rejected]) {
      sums.paid += paid.kopecks;
      sums.back += refunded.kopecks;
    }
  }
  const isSame = Number(rows[0]?.paid) === sums.paid && Number(rows[0]?.back) === sums.back;
  if (!isSame) throw new Error(`the metrics ${JSON.stringify(sums)} differ from the ledger`);
  print(`  paid ${String(sums.paid)} and refunded ${String(sums.back)} kopecks, as in the ledger`);
}

await onEachDatabase(async (name, db) => {
  const started = performance.now();
  await fill(db);
  print(
    `\n${name}, ${String(PAYMENTS)} payments (filled in ${((performance.now() - started) / 1000).toFixed(0)} s)`,
  );
  await measure('before the rollup', db, ROUNDS_BEFORE);
  const merging = performance.now();
  await mergeDailyFigures(db);
  await db.execute(sql`vacuum analyze daily_figures`);
  print(`  rolled up in ${((performance.now() - merging) / 1000).toFixed(1)} s`);
  await measure('after the rollup', db, ROUNDS);
  await expectAgreement(db);
});

/**
 * Races of the charges on two server processes, one of which is killed by SIGKILL in the middle of a request. `npm run
 * prove -- charges` runs the full size.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gte, sql } from 'drizzle-orm';
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { ledgerEvents } from '../../../../../src/server/store/schema/subscriptions';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { nextJobDueAt } from '../../../../../src/server/workers/jobs/startJobs';
import {
  type ChargeInstances,
  type KillPoint,
  openChargeInstances,
} from '../../../../support/chargeInstances';
import { onPostgres } from '../../../../support/database';
import { seededRandom } from '../../../../support/seededRandom';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const ROUNDS = Number(process.env['CHARGE_RACES'] ?? 2);
const CUSTOMERS = Number(process.env['CHARGE_RACE_CUSTOMERS'] ?? 6);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest real time until the processes have done all work that is due, in ms. */
const PATIENCE_MS = 180_000;

const POINTS: readonly KillPoint[] = ['before', 'made', 'answered'];

/** What happens between SIGKILL and the restart. If time passes, the other process is killed as well. */
const DOWNTIMES = [
  { name: 'keysForgotten', ms: 25 * HOUR_MS },
  { name: 'lostResponses', ms: 0 },
  { name: 'late', ms: 4 * DAY_MS },
  { name: 'restart', ms: 0 },
] as const;

let server: YooKassaServer;
let instances: ChargeInstances;

/** Waits until the processes have done all work that is due by the clock of the test. */
async function untilIdle(): Promise<Date | null> {
  const began = performance.now();
  for (;;) {
    await server.fake.runDue();
    const next = await nextJobDueAt(server.db);
    if (next === null || next > server.clock.now()) return next;
    if (performance.now() - began > PATIENCE_MS)
      throw new Error(`work stays due since ${next.toISOString()}:\n${instances.output()}`);
    await pause(50);
  }
}

/** Moves the clock to each time at which work is due, until `end`. */
async function passUntil(end: Date): Promise<void> {
  for (;;) {
    const next = await untilIdle();
    if (next === null || next > end) break;
    server.clock.set(next);
  }
  if (server.clock.now() < end) server.clock.set(end);
  await untilIdle();
}

/** Counts the completed charges of each payer at the card provider between two dates. */
async function completedCharges(from: Date, to: Date): Promise<Map<string, Date[]>> {
  const charges = new Map<string, Date[]>();
  for (let day = from.getTime(); day <= to.getTime() + DAY_MS; day += DAY_MS) {
    for (const payment of await server.deps.cardProvider.listPaymentsOfDay(new Date(day))) {
      const { chargeKey, state, accountId, at } = payment;
      if ((chargeKey ?? null) === null || state !== 'completed' || accountId === null || at < from) continue;
      charges.set(accountId, [...(charges.get(accountId) ?? []), at]);
    }
  }
  return charges;
}

/** Returns whether the server recorded why an account was not charged on its date. */
async function hasReason(accountId: number, since: Date): Promise<boolean> {
  const events = await server.db
    .select({ kind: sql<string>`${ledgerEvents.data}->>'kind'` })
    .from(ledgerEvents)
    .where(and(eq(ledgerEvents.accountId, accountId), gte(ledgerEvents.at, since)));
  const requests = await server.db
    .select({ outcome: requestedPayments.outcome })
    .from(requestedPayments)
    .where(and(eq(requestedPayments.accountId, accountId), gte(requestedPayments.requestedAt, since)));
  return (
    events.some(({ kind }) => kind === 'chargePostponed' || kind === 'paymentFailed') ||
    requests.some(({ outcome }) => outcome === 'absent' || outcome === 'completed')
  );
}

/** Returns whether the server does not know the outcome of the charge with this key. */
async function isUnsettled(key: string): Promise<boolean> {
  const [row] = await server.db.select().from(requestedPayments).where(eq(requestedPayments.key, key));
  return row?.outcome === null;
}

if (!onPostgres) {
  it('needs a database that two processes can share', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  afterEach(() => instances.close());

  it(
    'charges each month exactly once, although a process is killed while it charges',
    async () => {
      server = await startYooKassaServer();
      const random = seededRandom(1);
      instances = await openChargeInstances(server, random);
      const customers: YooKassaCustomer[] = [];
      for (let number = 0; number < CUSTOMERS; number += 1) {
        const customer = await server.customer(`payer-${number}@example.org`);
        await customer.subscribe(undefined, { fullPrice: true });
        customers.push(customer);
      }
      const readDates = () =>
        Promise.all(
          customers.map(async ({ id }) => {
            const { nextChargeAt } = await findSubscription(server.db, id);
            if (nextChargeAt === null) throw new Error('no charge is scheduled');
            return nextChargeAt;
          }),
        );
      await instances.start();
      const figures = { kills: 0, hits: 0, charges: 0, reasons: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const dates = await readDates();
        const due = new Date(Math.max(...dates.map((date) => date.getTime())));
        const since = new Date(Math.min(...dates.map((date) => date.getTime())) - HOUR_MS);
        await passUntil(since);
        const downtime = DOWNTIMES[round % DOWNTIMES.length] ?? DOWNTIMES[0];
        const point = POINTS[random.between(0, POINTS.length - 1)] ?? 'made';
        const isDeclined = round % 5 === 4;
        await server.fake.change({
          drop: random.chance(0.5),
          nextChargeReason: isDeclined ? 'insufficient_funds' : null,
        });
        instances.lose(downtime.name === 'lostResponses' ? 0.2 : 0);

        const killed = instances.killAt({ request: random.between(1, CUSTOMERS), point });
        server.clock.set(new Date(due.getTime() + 1000));
        const key = await killed;
        figures.kills += 1;
        if (await isUnsettled(key)) figures.hits += 1;
        if (downtime.ms > 0) {
          await instances.kill(0);
          await instances.kill(1);
          server.clock.advance(downtime.ms);
        }
        await instances.start();
        const end = new Date(due.getTime() + 9 * DAY_MS);
        await passUntil(end);
        instances.lose(0);

        const charges = await completedCharges(since, end);
        expect(customers.map(({ uid }) => charges.get(uid)?.length ?? 0)).toEqual(customers.map(() => 1));
        figures.charges += customers.length;
        for (const { id, uid } of customers) {
          const [chargedAt] = charges.get(uid) ?? [];
          if (chargedAt === undefined || chargedAt.getTime() < due.getTime() + HOUR_MS) continue;
          figures.reasons += 1;
          expect([uid, await hasReason(id, since)]).toEqual([uid, true]);
        }
        for (const [index, next] of (await readDates()).entries())
          expect(next.getTime() - (dates[index]?.getTime() ?? 0)).toBeGreaterThan(27 * DAY_MS);
      }
      process.stdout.write(
        `charges of ${CUSTOMERS} customers, ${ROUNDS} rounds: ${JSON.stringify(figures)}\n`,
      );
      // A kill after the last charge would test nothing.
      expect(figures.hits).toBeGreaterThan(ROUNDS / 2);
    },
    120_000 + 60_000 * ROUNDS,
  );
}

/**
 * Races of the charges on two server instances, one of which is killed in the middle of a request. `npm run prove --
 * charges` runs the full size.
 */
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { runDueCharges } from '../../../../../src/server/usecases/billing/charges/runDueCharges';
import { instanceWith } from '../../../../support/server';
import { startYooKassaServer, type YooKassaServer } from '../../../../support/yooKassaServer';

const ROUNDS = Number(process.env['CHARGE_RACES'] ?? 2);
const CUSTOMERS = Number(process.env['CHARGE_RACE_CUSTOMERS'] ?? 4);
const DAY_MS = 24 * 3_600_000;

let server: YooKassaServer;

beforeEach(async () => {
  server = await startYooKassaServer({ settings: { chargesPerMinute: 600 } });
});

/** Counts the completed charges of each payer at the card provider since a date. */
async function completedCharges(since: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let day = since.getTime() - DAY_MS; day <= server.clock.now().getTime() + DAY_MS; day += DAY_MS) {
    for (const payment of await server.deps.cardProvider.listPaymentsOfDay(new Date(day))) {
      const { chargeKey, state, accountId, at } = payment;
      if ((chargeKey ?? null) === null || state !== 'completed' || accountId === null || at < since) continue;
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    }
  }
  return counts;
}

it(
  'charges each month exactly once',
  async () => {
    const ids: number[] = [];
    for (let number = 0; number < CUSTOMERS; number += 1) {
      const customer = await server.customer(`payer-${number}@example.org`);
      await customer.subscribe(undefined, { fullPrice: true });
      ids.push(customer.id);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const dates = await Promise.all(
        ids.map(async (id) => (await findSubscription(server.db, id)).nextChargeAt?.getTime() ?? 0),
      );
      server.clock.set(new Date(Math.max(...dates) - 2 * DAY_MS));
      await server.settle();
      const dueAt = new Date(Math.max(...dates) + 60_000);
      server.clock.set(dueAt);
      let requests = 0;
      const killedAt = round % CUSTOMERS;
      server.before(async (request) => {
        if (request.method !== 'POST') return;
        requests += 1;
        if (requests !== killedAt + 1) return;
        // Every other round, the instance is killed after the card provider has made the charge.
        if (round % 2 === 0) await server.fake.app.fetch(request.clone());
        throw new Error('the process was killed');
      });
      const instances = [server.deps, instanceWith(server.deps, {})];
      await Promise.allSettled(instances.map((deps) => runDueCharges(deps)));
      server.before(null);
      for (let minute = 0; minute < 12; minute += 3) {
        server.clock.advance(3 * 60_000);
        await Promise.all(instances.map((deps) => runDueCharges(deps)));
      }
      await server.settle();
      expect([...(await completedCharges(new Date(Math.min(...dates)))).values()]).toEqual(ids.map(() => 1));
      for (const [index, id] of ids.entries()) {
        const next = (await findSubscription(server.db, id)).nextChargeAt?.getTime() ?? 0;
        expect(next - (dates[index] ?? 0)).toBeGreaterThan(27 * DAY_MS);
      }
    }
  },
  60_000 * Math.max(2, ROUNDS),
);

/**
 * Simulates subscriptions with `subscriptionSimulation.ts` and fails if a customer differs from the model.
 *
 * `SUBSCRIPTIONS`, `SUBSCRIPTION_DAYS` and `SUBSCRIPTION_SEED` set the size and the first seed. The customers are divided
 * among several worlds, each with its own server, seed, clocks and incidents. A failure prints the shortest histories of
 * customers who differ, and the seed of their world. `SUBSCRIPTION_SEED` with this seed, and `SUBSCRIPTION_ONLY` with the
 * number of the customer, repeat this customer without the others.
 */
import type { Composition } from './compositions';
import { openSandboxTestDatabase } from './database';
import { listIncidents } from './simulationIncidents';
import { simulateSubscriptions } from './subscriptionSimulation';

const CUSTOMERS = Number(process.env['SUBSCRIPTIONS'] ?? 5);
const DAYS = Number(process.env['SUBSCRIPTION_DAYS'] ?? 36);
const SEED = Number(process.env['SUBSCRIPTION_SEED'] ?? 1);
const ONLY = process.env['SUBSCRIPTION_ONLY'];

/** Number of customers of one world. */
const WORLD = 500;
/** Number of customers and days from which every kind of incident and event must occur. */
const FULL = { customers: 1000, days: 100 };

/** The simulations begin so that the ends of January, February and March occur. */
const START = new Date('2027-01-05T00:00:00.000Z');

const EVENTS = [
  ...['charges', 'declines', 'final declines', 'returned payments', 'decisions of banks', 'dead mailboxes'],
  ...['trial paid', 'campaign paid', 'renewal paid', 'cardChange paid', 'cardChangeMonth paid'],
  ...['cancelled', 'cards removed', 'accounts deleted', 'gifts', 'days granted', 'chargebacks'],
  ...['refunds by staff', 'refunds by staff that keep the renewal', 'refunds of unused days'],
];
const EVENTS_AT = {
  yooKassa: [
    ...['charges that are out', 'wallet paid', 'refunds at yooKassa', 'partial refunds at yooKassa'],
    ...[401, 403, 429, 500].map((status) => `errors ${String(status)} after a lost outcome`),
  ],
  cloudPayments: [
    ...['refunds at cloudPayments', 'partial refunds at cloudPayments', 'cancelled at the provider'],
  ],
};

/** Returns the kinds of incidents and events that a full simulation must generate. */
const expectedEvents = (composition: Composition): string[] => [
  ...listIncidents(composition),
  ...EVENTS,
  ...composition.flatMap((provider) => EVENTS_AT[provider]),
];

/** Simulates customers who pay at the card providers of a composition. */
export async function proveSubscriptions(name: string, composition: Composition): Promise<void> {
  const total: Record<string, number> = {};
  const failures: string[] = [];
  const startedAt = Date.now();
  const usedBefore = process.cpuUsage();
  for (let world = 0; world * WORLD < CUSTOMERS; world += 1) {
    const seed = SEED + world;
    const { counts, differences } = await simulateSubscriptions(await openSandboxTestDatabase(), {
      ...{ composition, start: START, seed, days: DAYS },
      customers: Math.min(WORLD, CUSTOMERS - world * WORLD),
      only: ONLY === undefined ? null : Number(ONLY),
    });
    for (const [event, count] of Object.entries(counts)) total[event] = (total[event] ?? 0) + count;
    // The shortest histories are the easiest to read.
    const shortest = [...differences].sort((a, b) => a.length - b.length).slice(0, 8);
    for (const lines of shortest) process.stdout.write(`${lines.join('\n')}\n\n`);
    failures.push(...differences.map(([title]) => `SUBSCRIPTION_SEED=${seed}: ${title ?? ''}`));
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  const processorSeconds = (process.cpuUsage(usedBefore).user / 1e6).toFixed(0);
  const took = `${seconds} s, ${processorSeconds} s of processor time in this process`;
  process.stdout.write(`${name}: SUBSCRIPTION_SEED=${SEED}, ${took}, ${JSON.stringify(total)}\n`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  expect(total['comparisons']).toBeGreaterThan(0);
  expect(total['checks of invariants']).toBeGreaterThan(0);
  if (ONLY !== undefined || CUSTOMERS < FULL.customers || DAYS < FULL.days) return;
  expect(expectedEvents(composition).filter((event) => total[event] === undefined)).toEqual([]);
}

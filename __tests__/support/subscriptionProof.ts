/**
 * Simulates subscriptions with `subscriptionSimulation.ts` and fails if a customer differs from the model.
 *
 * `SUBSCRIPTIONS`, `SUBSCRIPTION_DAYS` and `SUBSCRIPTION_SEED` set the size and the seed. A failure prints the shortest
 * history of a customer who differs. `SUBSCRIPTION_ONLY` with the number of this customer repeats it without the others.
 * `SUBSCRIPTION_INCIDENTS` and `SUBSCRIPTION_STATES` with names that are separated by commas choose the kinds of incidents,
 * and `skewedClocks`, `deadMailboxes` and `declines`.
 */
import type { Composition } from './compositions';
import { openSandboxTestDatabase } from './database';
import { INCIDENTS, SubscriptionSimulation } from './subscriptionSimulation';

const CUSTOMERS = Number(process.env['SUBSCRIPTIONS'] ?? 5);
const DAYS = Number(process.env['SUBSCRIPTION_DAYS'] ?? 24);
const SEED = Number(process.env['SUBSCRIPTION_SEED'] ?? 1);
const ONLY = process.env['SUBSCRIPTION_ONLY'];
const KINDS = (process.env['SUBSCRIPTION_INCIDENTS'] ?? '').split(',');

/** Further states that the simulation generates. */
const STATES = (process.env['SUBSCRIPTION_STATES'] ?? '').split(',');

/** The simulations begin so that the ends of January, February and March occur. */
const START = new Date('2027-01-05T00:00:00.000Z');

/** Simulates customers who pay at the card providers of a composition. */
export async function proveSubscriptions(name: string, composition: Composition): Promise<void> {
  const simulation = new SubscriptionSimulation(await openSandboxTestDatabase(), {
    ...{ composition, start: START, seed: SEED, customers: CUSTOMERS, days: DAYS },
    only: ONLY === undefined ? null : Number(ONLY),
    incidents: INCIDENTS.filter((kind) => KINDS.includes(kind)),
    incidentsPerDay: Number(process.env['SUBSCRIPTION_INCIDENTS_PER_DAY'] ?? 0.1),
    hasSkewedClocks: STATES.includes('skewedClocks'),
    hasDeadMailboxes: STATES.includes('deadMailboxes'),
    hasDeclinesEverywhere: STATES.includes('declines'),
  });
  const startedAt = Date.now();
  try {
    await simulation.run();
  } finally {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    const counts = JSON.stringify(simulation.counts);
    process.stdout.write(`${name}: SUBSCRIPTION_SEED=${SEED}, ${seconds} s, ${counts}\n`);
    const { differences } = simulation;
    // The shortest histories are the easiest to read.
    const shortest = [...differences].sort((a, b) => a.length - b.length).slice(0, 8);
    for (const lines of shortest) process.stdout.write(`${lines.join('\n')}\n\n`);
  }
  const titles = simulation.differences.map(([title]) => title);
  if (titles.length > 0) throw new Error(`SUBSCRIPTION_SEED=${SEED}: ${titles.join('\n')}`);
  expect(simulation.counts['comparisons']).toBeGreaterThan(0);
}

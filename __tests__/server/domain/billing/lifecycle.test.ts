/**
 * Simulates subscriptions on a fake clock and compares the results with an independent model: random payments, campaigns,
 * declines, retries, cancellations by the customer and the provider, removed cards, gifts and refunds. Notifications of
 * the card provider arrive late, twice or never. Every run is deterministic.
 */
import { type Figures, LifecycleWorld, NO_FIGURES } from '../../../support/lifecycleWorld';
import { seededRandom } from '../../../support/seededRandom';
import { sampleOf } from '../../../support/simulation';

const ACCOUNTS = sampleOf(1000);
const DAYS = 3 * 365 + 1;

test(`${ACCOUNTS} accounts match the model for 36 months: no double charge, no charge after a cancellation, no gap`, () => {
  const figures: Figures = { ...NO_FIGURES };
  const started = Date.now();
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const random = seededRandom(account + 1);
    // The accounts of the simulation start on every day of the month, most often on the last days of a month.
    const day = random.chance(0.3) ? random.between(29, 31) : random.between(1, 28);
    // Between 00:00 and 03:00 in Moscow it is still the previous day in UTC. Half of the simulated customers act only
    // between 00:00 and 03:00 in Moscow.
    const isNocturnal = random.chance(0.5);
    const start = Date.UTC(
      2027,
      random.chance(0.5) ? 0 : 6,
      day,
      isNocturnal ? 21 : random.between(0, 23),
      isNocturnal ? 0 : random.between(0, 59),
    );
    try {
      new LifecycleWorld(random, figures, start, isNocturnal ? 178 : undefined).live(DAYS);
    } catch (error) {
      throw new Error(`account ${account}: ${error instanceof Error ? error.message : 'failed'}`, {
        cause: error,
      });
    }
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `lifecycle: ${ACCOUNTS} accounts, ${DAYS} days, ${seconds} s: ${JSON.stringify(figures)}\n`,
  );
  expect(figures.comparisons).toBeGreaterThan(ACCOUNTS * DAYS * 0.8);
  const { earlyCharges, ...others } = figures;
  expect(earlyCharges).toBe(0);
  for (const count of Object.values(others)) expect(count).toBeGreaterThan(0);
}, 300_000);

/**
 * Simulates subscriptions on a fake clock and compares the results with an independent model: random payments, campaigns,
 * declines, retries, cancellations by the customer and the provider, removed cards, gifts and refunds. Notifications of
 * the card provider arrive late, twice or never. Every run is deterministic.
 */
import { type Composition, COMPOSITIONS, isOwnCharge } from '../../../support/compositions';
import {
  type Figures,
  LifecycleWorld,
  NO_FIGURES,
  OWN_ONLY,
  SCHEDULED_ONLY,
} from '../../../support/lifecycleWorld';
import { seededRandom } from '../../../support/seededRandom';
import { isWhole, scaleSample } from '../../../support/simulation';

const ACCOUNTS = scaleSample(1000);
/** An ordinary run simulates fewer accounts of the compositions with YooKassa, so that it stays short. */
const ACCOUNTS_WITH_OWN_CHARGES = isWhole ? ACCOUNTS : scaleSample(400);
const DAYS = 3 * 365 + 1;

const TITLE = 'the model for 36 months: no double charge, no charge after a cancellation, no gap';
test.each(COMPOSITIONS)(
  `accounts with %s match ${TITLE}`,
  (name, composition: Composition) => {
    const hasOwnCharges = composition.some(isOwnCharge);
    const accounts = hasOwnCharges ? ACCOUNTS_WITH_OWN_CHARGES : ACCOUNTS;
    const figures: Figures = { ...NO_FIGURES };
    const started = Date.now();
    for (let account = 0; account < accounts; account += 1) {
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
        new LifecycleWorld(random, figures, start, isNocturnal ? 178 : undefined, composition).live(DAYS);
      } catch (error) {
        throw new Error(`account ${account}: ${error instanceof Error ? error.message : 'failed'}`, {
          cause: error,
        });
      }
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `lifecycle, ${name}: ${accounts} accounts, ${DAYS} days, ${seconds} s: ${JSON.stringify(figures)}\n`,
    );
    expect(figures.comparisons).toBeGreaterThan(accounts * DAYS * 0.8);
    expect(figures.earlyCharges).toBe(0);
    const impossible = new Set<string>([
      'earlyCharges',
      ...(hasOwnCharges ? [] : OWN_ONLY),
      // Few of the events at a provider that schedules the charges occur in a small number of accounts.
      ...(composition.every(isOwnCharge) || (hasOwnCharges && !isWhole) ? SCHEDULED_ONLY : []),
      ...(composition.length > 1 ? [] : ['moves']),
    ]);
    const missing = Object.entries(figures).filter(([kind, count]) => count === 0 && !impossible.has(kind));
    expect(missing).toEqual([]);
  },
  1_800_000,
);

/**
 * The life of subscriptions on a fake clock against an independent model: random payments,
 * campaigns, declines, retries, cancels here and there, withdrawn cards, gifts, refunds, and
 * notifications that come late, twice or never. The same on every run.
 */
import { type Figures, LifecycleWorld, NO_FIGURES } from '../../../support/lifecycleWorld';
import { seededRandom } from '../../../support/seededRandom';
import { sampleOf } from '../../../support/simulation';

const ACCOUNTS = sampleOf(1000);
const DAYS = 3 * 365 + 1;

test(`${ACCOUNTS} accounts live through 36 months as the model says: no double charge, no charge after a cancel, no gap`, () => {
  const figures: Figures = { ...NO_FIGURES };
  const started = Date.now();
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const random = seededRandom(account + 1);
    // Lives begin on every day of the month, the last ones above all.
    const day = random.chance(0.3) ? random.between(29, 31) : random.between(1, 28);
    // Between 00:00 and 03:00 in Moscow it is still the day before in UTC: half of the customers are awake only then.
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

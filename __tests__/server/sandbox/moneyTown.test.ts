/**
 * The life of a town of customers at the whole server: the real app on the real database, the
 * sandbox's card provider over signed HTTP, the clock moved. A failure names its seed; `TOWN_SEED`,
 * `TOWN_CITIZENS` and `TOWN_DAYS` make another life, or a longer one.
 */
import { openSandboxTestDatabase } from '../../support/database';
import { MoneyTown } from '../../support/moneyTown';
import { seededRandom } from '../../support/seededRandom';
import { isWhole } from '../../support/simulation';

const CITIZENS = Number(process.env['TOWN_CITIZENS'] ?? 6);
const DAYS = Number(process.env['TOWN_DAYS'] ?? (isWhole ? 240 : 60));

test(`${CITIZENS} customers live at the whole server as the model says, letter by letter and ruble by ruble`, async () => {
  const seed = Number(process.env['TOWN_SEED'] ?? 1);
  const started = Date.now();
  const town = new MoneyTown(await openSandboxTestDatabase(), seededRandom(seed));
  try {
    await town.live(CITIZENS, DAYS);
  } catch (error) {
    const [email] = /citizen\d+@example\.org/.exec(String(error)) ?? [];
    const history = email === undefined ? [] : await town.historyOf(email);
    process.stderr.write(`${history.join('\n')}\n`);
    throw new Error(`TOWN_SEED=${seed}: ${error instanceof Error ? error.message : 'failed'}`, {
      cause: error,
    });
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`town: seed ${seed}, ${seconds} s: ${JSON.stringify(town.figures)}\n`);
  expect(town.figures.comparisons).toBeGreaterThan((CITIZENS * DAYS) / 2);
  expect(town.figures.earlyCharges).toBe(0);
  if (DAYS < 240) return;
  // Three declines in a row need a longer life.
  const { givenUp: _givenUp, earlyCharges: _earlyCharges, ...figures } = town.figures;
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(0);
}, 600_000);

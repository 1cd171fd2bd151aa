/**
 * Simulates customers with the complete server: the real app on the real database, the sandbox's card provider over
 * signed HTTP, and a movable clock.
 *
 * A failed simulation prints its seed. `SIMULATION_SEED`, `SIMULATION_CITIZENS` and `SIMULATION_DAYS` set the seed, the
 * number of customers and the number of days.
 */
import { CustomerSimulation } from '../../support/customerSimulation';
import { openSandboxTestDatabase } from '../../support/database';
import { seededRandom } from '../../support/seededRandom';
import { isWhole } from '../../support/simulation';

const CITIZENS = Number(process.env['SIMULATION_CITIZENS'] ?? 6);
const DAYS = Number(process.env['SIMULATION_DAYS'] ?? (isWhole ? 240 : 60));

test(`${CITIZENS} simulated customers match the model, email by email and ruble by ruble`, async () => {
  const seed = Number(process.env['SIMULATION_SEED'] ?? 1);
  const started = Date.now();
  const simulation = new CustomerSimulation(await openSandboxTestDatabase(), seededRandom(seed));
  try {
    await simulation.live(CITIZENS, DAYS);
  } catch (error) {
    const [email] = /citizen\d+@example\.org/.exec(String(error)) ?? [];
    const history = email === undefined ? [] : await simulation.readHistory(email);
    process.stderr.write(`${history.join('\n')}\n`);
    throw new Error(`SIMULATION_SEED=${seed}: ${error instanceof Error ? error.message : 'failed'}`, {
      cause: error,
    });
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`town: seed ${seed}, ${seconds} s: ${JSON.stringify(simulation.figures)}\n`);
  expect(simulation.figures.comparisons).toBeGreaterThan((CITIZENS * DAYS) / 2);
  expect(simulation.figures.earlyCharges).toBe(0);
  if (DAYS < 240) return;
  // Three declined charges in a row occur only in a longer simulation.
  const {
    permanentlyFailed: _permanentlyFailed,
    earlyCharges: _earlyCharges,
    ...figures
  } = simulation.figures;
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(0);
}, 600_000);

/**
 * Scales long simulations: an ordinary test run executes a share of 0.1, and `npm run simulate` executes the full
 * simulation. `SIMULATION_SHARE` sets another share, which may exceed 1.
 */
const SHARE = Number(process.env['SIMULATION_SHARE'] ?? 0.1);

/** Returns the number of rounds to run, given the number of rounds of the full simulation. */
export const scaleSample = (whole: number): number => Math.max(1, Math.ceil(whole * SHARE));

/** Whether the full simulation runs. In a full simulation, tests may expect rare events to occur. */
export const isWhole = SHARE >= 1;

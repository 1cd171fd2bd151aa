/**
 * Share of a long simulation that runs: 0.1 in every test run and 1 in `npm run simulate`. `SIMULATION_SHARE` sets another
 * share, which may exceed 1.
 */
const SHARE = Number(process.env['SIMULATION_SHARE'] ?? 0.1);

/** Returns the number of rounds to run, given the number of rounds of the full simulation. */
export const sampleOf = (whole: number): number => Math.max(1, Math.ceil(whole * SHARE));

/** Whether the full simulation runs, so that tests may expect rare events to occur. */
export const isWhole = SHARE >= 1;

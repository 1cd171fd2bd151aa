/**
 * How much of a long simulation runs: a tenth in every test run, the whole of it by
 * `npm run simulate`. SIMULATION_SHARE names another part of one, or a multiple.
 */
const SHARE = Number(process.env['SIMULATION_SHARE'] ?? 0.1);

/** The number of rounds to run of `whole` ones. */
export const sampleOf = (whole: number): number => Math.max(1, Math.ceil(whole * SHARE));

/** Whether what needs the whole simulation to come up may be expected. */
export const isWhole = SHARE >= 1;

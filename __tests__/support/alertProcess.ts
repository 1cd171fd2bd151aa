/**
 * Runs the production server for `npm run check:alerts`. `CLOCK_AHEAD_MS` sets the clock of the server ahead, so that later
 * charges are due. After SIGUSR2 the process allocates `ALLOCATED_BYTES` and keeps them.
 */
import { systemClock } from '../../src/server/ports/clock';

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
systemClock.now = () => new Date(Date.now() + aheadMs);

const ALLOCATED_BYTES = 1_300_000_000;
const allocated: Buffer[] = [];
// A buffer that is not written to occupies no physical memory.
process.on('SIGUSR2', () => allocated.push(Buffer.alloc(ALLOCATED_BYTES, 1)));

await import('./productionProcess');

/** Reads the processor time of processes, for benchmarks on Linux. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/store/database';

const TICKS_PER_SECOND = 100;

/** Parent and processor times in s of a process, from `/proc`. `ended` is the time of its child processes that ended. */
function processTimes(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const seconds = (from: number): number =>
    ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
  return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) };
}

/** Returns the processor time of a process in s. */
export const processorTime = (pid: number): number => processTimes(pid).own;

/** Returns the processor time of all PostgreSQL processes in s, including those that have ended. */
export async function databaseTime(db: Database): Promise<number> {
  const { rows } = await db.execute<{ pid: number; own: boolean }>(
    sql`select pid, pid = pg_backend_pid() as own from pg_stat_activity`,
  );
  const session = rows.find(({ own }) => own)?.pid ?? 0;
  const { ended } = processTimes(processTimes(session).parent);
  return rows.reduce((sum, { pid }) => sum + processorTime(pid), ended);
}

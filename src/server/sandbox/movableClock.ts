/**
 * Clock of the sandbox, which shows the time of the machine's clock plus an offset. The offset is stored in the
 * database, so a restart does not move the sandbox clock backwards.
 */
import { eq } from 'drizzle-orm';
import type { Clock } from '../ports/clock';
import type { Database } from '../store/database';
import { sandboxClock } from './schema/outside';

export interface MovableClock extends Clock {
  /** Moves the sandbox clock forward to `moment`. Does nothing if `moment` is in the past. */
  moveTo(moment: Date): Promise<void>;
}

/** Database ids of the clocks: the product's clock, and the clocks of fake card providers in their own processes. */
export const CLOCK_ROWS = { product: 1, cloudpayments: 2, yookassa: 3 } as const;

/**
 * Loads the clock offset from the database. `machineClock` is the clock to which the offset is added.
 *
 * @example
 * const clock = await openMovableClock(db, systemClock);
 * await clock.moveTo(new Date('2027-01-01T09:00:00Z'));
 */
export async function openMovableClock(
  db: Database,
  machineClock: Clock,
  rowId: number = CLOCK_ROWS.product,
): Promise<MovableClock> {
  const [row] = await db.select().from(sandboxClock).where(eq(sandboxClock.id, rowId));
  let offsetMs = row?.offsetMs ?? 0;

  const now = () => new Date(machineClock.now().getTime() + offsetMs);

  return {
    now,
    async moveTo(moment) {
      const forwardMs = moment.getTime() - now().getTime();
      if (forwardMs <= 0) return;
      const moved = offsetMs + forwardMs;
      // The offset is stored before the new time becomes visible. Otherwise a crash could leave database records with
      // future times.
      await db
        .insert(sandboxClock)
        .values({ id: rowId, offsetMs: moved })
        .onConflictDoUpdate({ target: sandboxClock.id, set: { offsetMs: moved } });
      offsetMs = moved;
    },
  };
}

/**
 * The sandbox's clock: the machine's, moved forward by an offset that the database keeps, so that
 * a restart does not throw anybody back in time.
 */
import { eq } from 'drizzle-orm';
import type { Clock } from '../ports/clock';
import type { Database } from '../store/database';
import { sandboxClock } from './schema/outside';

export interface MovableClock extends Clock {
  /** Moves the clock forward to `moment`; one that has passed leaves it as it is. */
  moveTo(moment: Date): Promise<void>;
}

/** Rows of the clocks: of the product, and of a card provider in its own process. */
export const CLOCK_ROWS = { product: 1, cardProvider: 2 } as const;

/** `machineClock` is the time that passes by itself. */
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
      // Stored before anybody can see the new time: what happens at it must not outlive it.
      await db
        .insert(sandboxClock)
        .values({ id: rowId, offsetMs: moved })
        .onConflictDoUpdate({ target: sandboxClock.id, set: { offsetMs: moved } });
      offsetMs = moved;
    },
  };
}

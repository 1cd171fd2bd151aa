/** Queries of the pause and the pace of the charges at a card provider. */
import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from './database';
import { chargeLimits, type ChargePauseReason } from './schema/chargeLimits';

export type ChargeLimitsRow = typeof chargeLimits.$inferSelect;

/** Returns the pause and the pace of the charges at a card provider, or null if nothing limits them. */
export async function findChargeLimits(db: Database, provider: string): Promise<ChargeLimitsRow | null> {
  const [row] = await db.select().from(chargeLimits).where(eq(chargeLimits.provider, provider));
  return row ?? null;
}

/** Pauses the charges at a card provider until `endChargePause`. A pause that exists keeps its start. */
export async function pauseCharges(
  db: Database,
  provider: string,
  { reason, now, probeAt }: { reason: ChargePauseReason; now: Date; probeAt: Date },
): Promise<void> {
  const pause = { pauseReason: reason, probeAt };
  await db
    .insert(chargeLimits)
    .values({ provider, pausedAt: now, ...pause })
    .onConflictDoUpdate({
      target: chargeLimits.provider,
      set: { ...pause, pausedAt: sql`coalesce(${chargeLimits.pausedAt}, ${now.toISOString()}::timestamptz)` },
    });
}

/** Claims the next probe of a pause. Returns false if the probe is not due, or if another process has claimed it. */
export async function claimProbe(db: Database, provider: string, now: Date, next: Date): Promise<boolean> {
  const claimed = await db
    .update(chargeLimits)
    .set({ probeAt: next })
    .where(
      and(
        eq(chargeLimits.provider, provider),
        isNotNull(chargeLimits.pausedAt),
        lte(chargeLimits.probeAt, now),
      ),
    )
    .returning({ provider: chargeLimits.provider });
  return claimed.length > 0;
}

/** Makes a claimed probe due again, because no charge was due. */
export async function returnProbe(db: Database, provider: string, now: Date): Promise<void> {
  await db.update(chargeLimits).set({ probeAt: now }).where(eq(chargeLimits.provider, provider));
}

/** Ends the pause of the charges. Returns false if they were not paused. */
export async function endChargePause(db: Database, provider: string): Promise<boolean> {
  const ended = await db
    .update(chargeLimits)
    .set({ pauseReason: null, pausedAt: null, probeAt: null })
    .where(and(eq(chargeLimits.provider, provider), isNotNull(chargeLimits.pausedAt)))
    .returning({ provider: chargeLimits.provider });
  return ended.length > 0;
}

/** Returns the pauses of all card providers. */
export async function listChargePauses(
  db: Database,
): Promise<{ provider: string; reason: ChargePauseReason; pausedAt: Date }[]> {
  const rows = await db.select().from(chargeLimits).where(isNotNull(chargeLimits.pausedAt));
  return rows.flatMap(({ provider, pauseReason, pausedAt }) =>
    pauseReason === null || pausedAt === null ? [] : [{ provider, reason: pauseReason, pausedAt }],
  );
}

/**
 * Lowers the pace to `perMinute`, and lets all requests wait until `waitUntil`. The pace is lowered once for all requests
 * that were sent before the last HTTP 429 was known: `sentAt` is the time of the rejected request.
 */
export async function slowCharges(
  db: Database,
  provider: string,
  slowed: { perMinute: number; sentAt: Date; now: Date; waitUntil: Date },
): Promise<void> {
  const { perMinute, sentAt, now, waitUntil } = slowed;
  await db.insert(chargeLimits).values({ provider }).onConflictDoNothing();
  await db
    .update(chargeLimits)
    .set({ waitUntil })
    .where(
      and(
        eq(chargeLimits.provider, provider),
        or(isNull(chargeLimits.waitUntil), lt(chargeLimits.waitUntil, waitUntil)),
      ),
    );
  await db
    .update(chargeLimits)
    .set({ perMinute, slowedAt: now })
    .where(
      and(
        eq(chargeLimits.provider, provider),
        or(isNull(chargeLimits.slowedAt), lt(chargeLimits.slowedAt, sentAt)),
      ),
    );
}

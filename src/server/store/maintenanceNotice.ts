/** Queries of the maintenance notice. */
import { and, eq } from 'drizzle-orm';
import type { Database } from './database';
import { maintenanceNotice } from './schema/maintenanceNotice';

export interface StoredNotice {
  version: number;
  text: string;
  endsAt: Date;
}

const ROW_ID = 1;

/** Returns the last notice, which may have ended, or null before the first notice. */
export async function findNotice(db: Database): Promise<StoredNotice | null> {
  const [row] = await db.select().from(maintenanceNotice).where(eq(maintenanceNotice.id, ROW_ID));
  return row ?? null;
}

/** Replaces version `seen` of the notice. Returns null, and changes nothing, if there is another version by now. */
export async function replaceNotice(
  tx: Database,
  seen: number,
  notice: { text: string; endsAt: Date },
): Promise<StoredNotice | null> {
  const next = { ...notice, version: seen + 1 };
  const [row] =
    seen === 0
      ? await tx
          .insert(maintenanceNotice)
          .values({ id: ROW_ID, ...next })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(maintenanceNotice)
          .set(next)
          .where(and(eq(maintenanceNotice.id, ROW_ID), eq(maintenanceNotice.version, seen)))
          .returning();
  return row ?? null;
}

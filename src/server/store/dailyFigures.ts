/** Queries of the daily metrics, from which the owner's analytics are computed. */
import { and, asc, between, inArray, lt, sql } from 'drizzle-orm';
import type { DailyFigure, Figure } from '../domain/billing/figures';
import type { Database } from './database';
import { dailyFigures } from './schema/dailyFigures';

/**
 * Metrics whose rows are changes since the previous day. The value of such a metric on a day is the sum of all rows up
 * to that day.
 */
const STANDING: Figure[] = ['status', 'paying'];

export async function addDailyFigures(tx: Database, figures: readonly DailyFigure[]): Promise<void> {
  if (figures.length > 0) await tx.insert(dailyFigures).values([...figures]);
}

const count = sql<number>`sum(${dailyFigures.count})`.mapWith(Number);
const kopecks = sql<number>`sum(${dailyFigures.kopecks})`.mapWith(Number);

/** Returns the daily sums of all metrics for a period. Both `from` and `to` are inclusive days in Moscow time. */
export async function readDailyFigures(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<DailyFigure[]> {
  const { day, figure, label } = dailyFigures;
  return db
    .select({ day, figure, label, count, kopecks })
    .from(dailyFigures)
    .where(between(day, from, to))
    .groupBy(day, figure, label)
    .orderBy(asc(day), asc(figure), asc(label));
}

/** Returns the values of the cumulative metrics (`STANDING`) at the beginning of a day. */
export async function readStandingBefore(db: Database, before: string): Promise<Omit<DailyFigure, 'day'>[]> {
  const { day, figure, label } = dailyFigures;
  return db
    .select({ figure, label, count, kopecks })
    .from(dailyFigures)
    .where(and(inArray(figure, STANDING), lt(day, before)))
    .groupBy(figure, label);
}

/**
 * Merges all rows with the same day, metric and label into one row (daily rollup). Each day is merged in a separate
 * statement, so that no row is locked for long. Concurrent readers always get the same sums, because a reader sees
 * either the old rows or the merged row. If two server instances merge rows at the same time, `skip locked` assigns
 * each row to only one of the two instances.
 */
export async function mergeDailyFigures(db: Database): Promise<void> {
  const { rows: days } = await db.execute<{ day: string }>(sql`
    select distinct day::text as day from (
      select day from daily_figures group by day, figure, label having count(*) > 1) as several`);
  for (const { day } of days) {
    await db.execute(sql`
      with gone as (
        delete from daily_figures where id in (
          select id from daily_figures where day = ${day}::date for update skip locked)
        returning day, figure, label, count, kopecks)
      insert into daily_figures (day, figure, label, count, kopecks)
      select day, figure, label, sum(count), sum(kopecks) from gone group by day, figure, label`);
  }
}

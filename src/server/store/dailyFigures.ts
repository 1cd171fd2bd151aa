/** The owner's numbers by day, in SQL. */
import { and, asc, between, inArray, lt, sql } from 'drizzle-orm';
import type { DailyFigure, Figure } from '../domain/billing/figures';
import type { Database } from './database';
import { dailyFigures } from './schema/dailyFigures';

/** Figures that are counted on from the day before: what they were at a day is the sum of all days up to it. */
const STANDING: Figure[] = ['status', 'paying'];

export async function addDailyFigures(tx: Database, figures: readonly DailyFigure[]): Promise<void> {
  if (figures.length > 0) await tx.insert(dailyFigures).values([...figures]);
}

const count = sql<number>`sum(${dailyFigures.count})`.mapWith(Number);
const kopecks = sql<number>`sum(${dailyFigures.kopecks})`.mapWith(Number);

/** The sums of each day of a period, both its ends among it. */
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

/** Where everybody stood when a day began. */
export async function readStandingBefore(db: Database, before: string): Promise<Omit<DailyFigure, 'day'>[]> {
  const { day, figure, label } = dailyFigures;
  return db
    .select({ figure, label, count, kopecks })
    .from(dailyFigures)
    .where(and(inArray(figure, STANDING), lt(day, before)))
    .groupBy(figure, label);
}

/**
 * Makes one row of those of the same day, figure and label, a day at a time: no statement holds anything for long.
 * The sums stay: a reader sees either the rows or what became of them, and of two instances that meet here each row is
 * taken by one.
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

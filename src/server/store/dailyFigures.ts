/** The owner's numbers by day, in SQL. */
import { and, asc, between, inArray, lt, sql } from 'drizzle-orm';
import type { DailyFigure, Figure } from '../billing/rules/figures';
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

/** How many rows are made at a time: no statement holds anything for long. */
const BATCH = 500;

/**
 * Makes one row of those of the same day, figure and label. The sums stay: a reader sees either the rows or
 * what became of them, and of two instances that meet here each row is taken by one.
 */
export async function mergeDailyFigures(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ taken: number }>(sql`
      with several as (
        select day, figure, label from daily_figures group by day, figure, label having count(*) > 1 limit ${BATCH}),
      gone as (
        delete from daily_figures where id in (
          select id from daily_figures join several using (day, figure, label) for update of daily_figures skip locked)
        returning day, figure, label, count, kopecks),
      kept as (
        insert into daily_figures (day, figure, label, count, kopecks)
        select day, figure, label, sum(count), sum(kopecks) from gone group by day, figure, label
        returning id)
      select (select count(*) from gone)::int - (select count(*) from kept)::int as taken`);
    if ((rows[0]?.taken ?? 0) === 0) return;
  }
}

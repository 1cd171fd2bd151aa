/** Queries of the daily metrics, from which the owner's analytics are computed. */
import { and, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { daysBetween } from '../../shared/moscowDays';
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

/** Metrics by partner prefix. */
const OF_PARTNERS: Figure[] = ['partnerBegun', 'partnerConverted', 'partnerPaid', 'partnerReturned'];

interface Days {
  from: string;
  to: string;
}

const { day, figure, label } = dailyFigures;
const count = sql<number>`sum(${dailyFigures.count})`.mapWith(Number);
const kopecks = sql<number>`sum(${dailyFigures.kopecks})`.mapWith(Number);
const isIn = ({ from, to }: Days): SQL => sql`${day} between ${from} and ${to}`;

/** Sum of a metric, by its label. */
export type FigureSum = Omit<DailyFigure, 'day'>;

/**
 * Returns the sums of metrics by step: of the metrics `figures`, or of all metrics except those of partners. `starts` are
 * the first days of the steps in ascending order, and `to` is the last day of the last step. All days are Moscow days.
 *
 * The database returns one JSON object for each step, because thousands of small rows would take the embedded database
 * three times as long.
 */
export async function readFiguresBySteps(
  db: Database,
  { starts, to, figures }: { starts: readonly string[]; to: string; figures?: Figure[] },
): Promise<FigureSum[][]> {
  const [from] = starts;
  if (from === undefined) return [];
  const offsets = `{${starts.map((start) => daysBetween(from, start) - 1).join(',')}}`;
  const isMeant = figures === undefined ? notInArray(figure, OF_PARTNERS) : inArray(figure, figures);
  const { rows } = await db.execute<{ step: number; sums: Record<string, [number, number]> }>(sql`
    select step, json_object_agg(figure || ' ' || label, json_build_array(count, kopecks)) as sums from (
      select width_bucket(${day} - ${from}::date, ${offsets}::int[]) as step, ${figure}, ${label},
             sum(count) as count, sum(kopecks) as kopecks
        from ${dailyFigures} where ${isIn({ from, to })} and ${isMeant}
       group by 1, 2, 3) as steps
     group by step`);
  const sumsByStep = new Map(rows.map(({ step, sums }) => [step, sums]));
  return starts.map((_, index) =>
    Object.entries(sumsByStep.get(index + 1) ?? {}).map(([key, [stepCount, stepKopecks]]) => {
      const [name = '', ...rest] = key.split(' ');
      return { figure: name as Figure, label: rest.join(' '), count: stepCount, kopecks: stepKopecks };
    }),
  );
}

/**
 * Returns the card provider of the first payment, or null if there is no payment. Version 1.0.0 wrote no metrics by card
 * provider and had only one card provider, so all sales without such metrics are of the first card provider.
 */
export async function findFirstProvider(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ provider: string }>(sql`
    select data ->> 'provider' as provider from ledger_events
     where kind = 'paymentSucceeded' order by at limit 1`);
  return rows[0]?.provider ?? null;
}

/** Returns the sums of the metrics of partners for a period. */
export async function readPartnerFigures(db: Database, period: Days): Promise<FigureSum[]> {
  return db
    .select({ figure, label, count, kopecks })
    .from(dailyFigures)
    .where(and(isIn(period), inArray(figure, OF_PARTNERS)))
    .groupBy(figure, label);
}

/** Returns the values of the cumulative metrics (`STANDING`) at the beginning of a day. */
export async function readStandingBefore(db: Database, before: string): Promise<FigureSum[]> {
  return db
    .select({ figure, label, count, kopecks })
    .from(dailyFigures)
    .where(and(inArray(figure, STANDING), lt(day, before)))
    .groupBy(figure, label);
}

/**
 * Returns the number of days that the accounts which started to pay in a period have paid until its last day. A day
 * counts if the account paid at the start of the day. Days of accounts that stopped to pay are subtracted.
 */
export async function readPayingDaysGained(db: Database, period: Days): Promise<number> {
  const gained = sql<number | null>`sum(${dailyFigures.count} * (${period.to}::date - ${day}))`.mapWith(
    Number,
  );
  const [row] = await db
    .select({ gained })
    .from(dailyFigures)
    .where(and(isIn(period), eq(figure, 'paying')));
  return row?.gained ?? 0;
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

/**
 * Table of daily metrics for the owner's analytics. Each change of an account inserts rows in its own transaction, so
 * that concurrent changes do not wait for each other. A job merges the rows of each day (daily rollup).
 */
import { bigint, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { Figure } from '../../domain/billing/figures';

export const dailyFigures = pgTable(
  'daily_figures',
  {
    id: serial('id').primaryKey(),
    /** Day of the metric, in Moscow time. */
    day: date('day', { mode: 'string' }).notNull(),
    figure: text('figure').$type<Figure>().notNull(),
    label: text('label').notNull(),
    /** Count that this row adds to the daily sum of the metric. Both `count` and `kopecks` may be negative. */
    count: integer('count').notNull(),
    kopecks: bigint('kopecks', { mode: 'number' }).notNull(),
  },
  (table) => [index('daily_figures_day').on(table.day, table.figure, table.label)],
);

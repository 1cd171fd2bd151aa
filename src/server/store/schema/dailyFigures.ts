/**
 * The owner's numbers, kept by day: each change of an account adds rows in its own transaction, so that no
 * two of them wait for each other, and a job makes one row of those of a day.
 */
import { bigint, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { Figure } from '../../domain/billing/figures';

export const dailyFigures = pgTable(
  'daily_figures',
  {
    id: serial('id').primaryKey(),
    /** In Moscow. */
    day: date('day', { mode: 'string' }).notNull(),
    figure: text('figure').$type<Figure>().notNull(),
    label: text('label').notNull(),
    /** Addends; may be negative. */
    count: integer('count').notNull(),
    kopecks: bigint('kopecks', { mode: 'number' }).notNull(),
  },
  (table) => [index('daily_figures_day').on(table.day, table.figure, table.label)],
);

/** Table with the figures of each day, for the exports of the analytics. */
import type { AnalyticsOfStep } from '../../../shared/contract/staffAnalytics';
import { type CsvCell, writeCsv } from '../../../shared/csv';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../texts/staff/analytics';

type FigureName = Exclude<keyof AnalyticsOfStep & keyof typeof TEXTS.columns, 'day'>;

export interface FigureColumn {
  name: FigureName;
  header: string;
  /** Whether the figure is an amount in rubles instead of a count. */
  isAmount: boolean;
}

const amount = (name: FigureName): FigureColumn => ({ name, header: TEXTS.columns[name], isAmount: true });
const counted = (name: FigureName): FigureColumn => ({ name, header: TEXTS.columns[name], isAmount: false });

/** Columns after the day. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  amount('net'),
  ...[counted('payments'), amount('paid')],
  ...[counted('refunds'), amount('refunded')],
  ...[counted('chargebacks'), amount('chargedBack')],
  ...[amount('monthly'), amount('newMonthly'), amount('returnedMonthly')],
  ...[amount('canceledMonthly'), amount('lapsedMonthly'), amount('repricedMonthly')],
  ...[counted('paying'), counted('newPaying'), counted('returnedPaying')],
  ...[counted('canceledPaying'), counted('lapsedPaying')],
  ...[counted('active'), counted('cancelled'), counted('gifted')],
  ...[counted('trialsBegun'), counted('trialsConverted'), counted('trialsCharged')],
  ...[counted('failedCharges'), counted('failedFirstPayments'), counted('giftsUsed')],
  ...[counted('checks'), amount('checked'), amount('checksReturned')],
  ...[counted('rejectedPayments'), amount('rejectedPaid'), amount('rejectedReturned')],
];

/** Returns the CSV file with one row for each day. */
export function analyticsAsCsv(days: readonly AnalyticsOfStep[]): string {
  return writeCsv([
    [TEXTS.columns.day, ...FIGURE_COLUMNS.map(({ header }) => header)],
    ...days.map((each): CsvCell[] => [{ day: each.from }, ...FIGURE_COLUMNS.map(({ name }) => each[name])]),
  ]);
}

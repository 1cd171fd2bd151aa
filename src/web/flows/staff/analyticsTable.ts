/** Table with the figures of each day, for the exports of the analytics. */
import type {
  AnalyticsOfStep,
  AnalyticsTotal,
  SalesOfProvider,
  StaffAnalytics,
} from '../../../shared/contract/staffAnalytics';
import { type CsvCell, writeCsv } from '../../../shared/csv';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../texts/staff/analytics';

type FigureName = Exclude<keyof AnalyticsOfStep & keyof typeof TEXTS.columns, 'day'>;

export interface FigureColumn {
  header: string;
  /** Whether the figure is an amount in rubles instead of a count. */
  isAmount: boolean;
  readValue: (day: AnalyticsOfStep) => number;
}

const column = (name: FigureName, isAmount: boolean): FigureColumn => ({
  header: TEXTS.columns[name],
  isAmount,
  readValue: (day) => day[name],
});
const amount = (name: FigureName): FigureColumn => column(name, true);
const counted = (name: FigureName): FigureColumn => column(name, false);

/** Returns the sales by card provider if several card providers had sales. Otherwise they are the gross sales. */
export const providersIn = ({ byProvider = [] }: Pick<AnalyticsTotal, 'byProvider'>): SalesOfProvider[] =>
  byProvider.length > 1 ? byProvider : [];

function columnsOfProvider({ provider }: SalesOfProvider): FigureColumn[] {
  const readValue =
    (name: Exclude<keyof SalesOfProvider, 'provider'>): FigureColumn['readValue'] =>
    ({ byProvider }) =>
      byProvider?.find((each) => each.provider === provider)?.[name] ?? 0;
  return [
    {
      header: TEXTS.ofProvider(TEXTS.columns.payments, provider),
      isAmount: false,
      readValue: readValue('payments'),
    },
    { header: TEXTS.ofProvider(TEXTS.columns.paid, provider), isAmount: true, readValue: readValue('paid') },
    { header: TEXTS.ofProvider(TEXTS.returned, provider), isAmount: true, readValue: readValue('returned') },
  ];
}

/** Returns the columns after the day. */
export const buildFigureColumns = ({ total }: StaffAnalytics): FigureColumn[] => [
  ...FIGURE_COLUMNS,
  ...providersIn(total).flatMap(columnsOfProvider),
];

const FIGURE_COLUMNS: readonly FigureColumn[] = [
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
export function analyticsAsCsv(numbers: StaffAnalytics): string {
  const columns = buildFigureColumns(numbers);
  return writeCsv([
    [TEXTS.columns.day, ...columns.map(({ header }) => header)],
    ...numbers.steps.map((day): CsvCell[] => [
      { day: day.from },
      ...columns.map(({ readValue }) => readValue(day)),
    ]),
  ]);
}

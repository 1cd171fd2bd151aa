/**
 * Writes the analytics of a period as an Excel workbook with numbers and dates. `exportAnalytics` loads this module with
 * the library on demand.
 */
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { StaffAnalytics } from '../../../shared/contract/staffAnalytics';
import { toKopecks, toRubles } from '../../../shared/money';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../texts/staff/analytics';
import { buildFigureColumns, providersIn } from './analyticsTable';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const DAY = 'dd.mm.yyyy';
const COUNT = '#,##0';
const AMOUNT = '#,##0.00';
const SHARE = '0.0%';

const HEADER_FONT = { name: 'Calibri', size: 11, bold: true };

/** Returns a day as the date that a spreadsheet stores without a time zone. */
const dateCell = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

interface SheetColumn {
  header: string;
  numFmt?: string;
  width?: number;
}

/** Returns a sheet whose first row is a bold header that stays in view. */
function sheet(name: string, columns: readonly SheetColumn[], rows: readonly CellValue[][]): WriteSheet {
  return {
    name,
    columns: columns.map(({ header, numFmt, width }) => ({
      width: width ?? Math.max(12, header.length + 2),
      ...(numFmt === undefined ? {} : { numFmt }),
    })),
    rows: [columns.map(({ header }) => header), ...rows],
    cells: new Map(columns.map((_, index) => [`0,${String(index)}`, { style: { font: HEADER_FONT } }])),
    freezePane: { rows: 1, columns: 1 },
  };
}

function daysSheet(numbers: StaffAnalytics): WriteSheet {
  const columns = buildFigureColumns(numbers);
  return sheet(
    TEXTS.sheets.days,
    [
      { header: TEXTS.columns.day, numFmt: DAY, width: 14 },
      ...columns.map(({ header, isAmount }) => ({ header, numFmt: isAmount ? AMOUNT : COUNT })),
    ],
    numbers.steps.map((day) => [dateCell(day.from), ...columns.map(({ readValue }) => readValue(day))]),
  );
}

interface SummaryRow {
  figure: string;
  numFmt: string;
  values: readonly [CellValue, CellValue];
  meaning?: string;
}

function summaryRows({ previous, ...period }: StaffAnalytics): SummaryRow[] {
  const both = (readValue: (each: StaffAnalytics['previous']) => CellValue): [CellValue, CellValue] => [
    readValue(period),
    readValue(previous),
  ];
  const last = (each: StaffAnalytics['previous']) => each.steps.at(-1);
  const amount = { numFmt: AMOUNT };
  const count = { numFmt: COUNT };
  return [
    { figure: TEXTS.from, numFmt: DAY, values: both(({ from }) => dateCell(from)) },
    { figure: TEXTS.to, numFmt: DAY, values: both(({ to }) => dateCell(to)) },
    { figure: TEXTS.net, ...amount, values: both(({ total }) => total.net), meaning: TEXTS.netMeaning },
    { figure: TEXTS.paid, ...amount, values: both(({ total }) => total.paid), meaning: TEXTS.paidMeaning },
    { figure: TEXTS.columns.payments, ...count, values: both(({ total }) => total.payments) },
    {
      figure: TEXTS.returned,
      ...amount,
      values: both(({ total }) => toRubles(toKopecks(total.refunded) + toKopecks(total.chargedBack))),
      meaning: TEXTS.returnedMeaning,
    },
    ...providersIn(period.total).map(({ provider }) => ({
      figure: TEXTS.ofProvider(TEXTS.paid, provider),
      ...amount,
      values: both(({ total }) => total.byProvider?.find((each) => each.provider === provider)?.paid ?? 0),
    })),
    { figure: TEXTS.monthlyBefore, ...amount, values: both(({ total }) => total.monthlyBefore) },
    ...(
      ['newMonthly', 'returnedMonthly', 'canceledMonthly', 'lapsedMonthly', 'repricedMonthly'] as const
    ).map((name) => ({
      figure: TEXTS.columns[name],
      ...amount,
      values: both(({ total }) => total[name]),
      ...(name === 'newMonthly' ? { meaning: TEXTS.movementsMeaning } : {}),
    })),
    {
      figure: TEXTS.monthly,
      ...amount,
      values: both((each) => last(each)?.monthly ?? null),
      meaning: TEXTS.monthlyMeaning,
    },
    { figure: TEXTS.payingBefore, ...count, values: both(({ total }) => total.payingBefore) },
    {
      figure: TEXTS.paying,
      ...count,
      values: both((each) => last(each)?.paying ?? null),
      meaning: TEXTS.payingMeaning,
    },
    {
      figure: TEXTS.churn,
      numFmt: SHARE,
      values: both(({ total }) => total.monthlyChurn),
      meaning: TEXTS.churnMeaning,
    },
    {
      figure: TEXTS.active,
      ...count,
      values: both((each) => last(each)?.active ?? null),
      meaning: TEXTS.activeMeaning,
    },
    {
      figure: TEXTS.trialsBegun,
      ...count,
      values: both(({ total }) => total.trialsBegun),
      meaning: TEXTS.trialsBegunMeaning,
    },
    {
      figure: TEXTS.failed,
      ...count,
      values: both(({ total }) => total.failedCharges),
      meaning: TEXTS.failedMeaning,
    },
    {
      figure: TEXTS.gifts,
      ...count,
      values: both(({ total }) => total.giftsUsed),
      meaning: TEXTS.giftsMeaning,
    },
    {
      figure: TEXTS.columns.checked,
      ...amount,
      values: both(({ total }) => total.checked),
      meaning: TEXTS.notSalesMeaning,
    },
    { figure: TEXTS.columns.rejectedPaid, ...amount, values: both(({ total }) => total.rejectedPaid) },
  ];
}

function summarySheet(numbers: StaffAnalytics): WriteSheet {
  const rows = summaryRows(numbers);
  const written = sheet(
    TEXTS.sheets.summary,
    [
      { header: TEXTS.summary.figure, width: 34 },
      { header: TEXTS.summary.value, width: 16 },
      { header: TEXTS.summary.previous, width: 16 },
      { header: TEXTS.summary.meaning, width: 120 },
    ],
    rows.map(({ figure, values, meaning }) => [figure, ...values, meaning ?? null]),
  );
  for (const [index, { numFmt }] of rows.entries())
    for (const column of [1, 2])
      written.cells?.set(`${String(index + 1)},${String(column)}`, { style: { numFmt } });
  return written;
}

function weeksSheet({ trialWeeks }: StaffAnalytics): WriteSheet {
  const { week, begun, charged, share } = TEXTS.conversionColumns;
  return sheet(
    TEXTS.sheets.weeks,
    [
      { header: week, numFmt: DAY },
      { header: begun, numFmt: COUNT },
      { header: charged, numFmt: COUNT },
      { header: share, numFmt: SHARE },
    ],
    trialWeeks.map((each) => [
      dateCell(each.week),
      each.begun,
      each.charged,
      each.begun === 0 ? null : each.charged / each.begun,
    ]),
  );
}

function partnersSheet({ partners }: StaffAnalytics): WriteSheet {
  return sheet(
    TEXTS.sheets.partners,
    [
      { header: TEXTS.prefix, width: 24 },
      { header: TEXTS.trialsBegun, numFmt: COUNT },
      { header: TEXTS.trialsConverted, numFmt: COUNT },
      { header: TEXTS.partnerPaid, numFmt: AMOUNT },
      { header: TEXTS.refunded, numFmt: AMOUNT },
    ],
    partners.map(({ prefix, trialsBegun, trialsConverted, paid, returned }) => [
      ...[prefix, trialsBegun, trialsConverted, paid, returned],
    ]),
  );
}

/** Returns the workbook with the figures of each day, a summary, the trials by week, and the partners. */
export async function analyticsAsWorkbook(numbers: StaffAnalytics): Promise<Blob> {
  const sheets = [daysSheet(numbers), summarySheet(numbers), weeksSheet(numbers), partnersSheet(numbers)];
  const bytes = await writeXlsx({ sheets });
  return new Blob([new Uint8Array(bytes)], { type: XLSX_TYPE });
}

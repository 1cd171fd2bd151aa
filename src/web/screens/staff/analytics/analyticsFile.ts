/** Writes the metrics of a period as a CSV table with one row per day and unformatted numbers. */
import type { AnalyticsOfDay } from '../../../../shared/contract/staffAnalytics';
import { type CsvCell, writeCsv } from '../../../../shared/csv';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';

const FIGURES: readonly [string, (day: AnalyticsOfDay) => CsvCell][] = [
  [TEXTS.when.day, ({ day }) => ({ day })],
  [TEXTS.active, ({ active }) => active],
  [TEXTS.cancelled, ({ cancelled }) => cancelled],
  [TEXTS.gifted, ({ gifted }) => gifted],
  [TEXTS.paying, ({ paying }) => paying],
  [TEXTS.monthly, ({ monthly }) => monthly],
  [TEXTS.joined, ({ joined }) => joined],
  [TEXTS.churn, ({ left }) => left],
  [TEXTS.payments, ({ payments }) => payments],
  [TEXTS.paid, ({ paid }) => paid],
  [TEXTS.refunds, ({ refunds }) => refunds],
  [TEXTS.refunded, ({ refunded }) => refunded],
  [TEXTS.chargebacks, ({ chargebacks }) => chargebacks],
  [TEXTS.chargedBack, ({ chargedBack }) => chargedBack],
  [TEXTS.trialsBegun, ({ trialsBegun }) => trialsBegun],
  [TEXTS.trialsConverted, ({ trialsConverted }) => trialsConverted],
  [TEXTS.failed, ({ failedCharges }) => failedCharges],
  [TEXTS.failedFirst, ({ failedFirstPayments }) => failedFirstPayments],
  [TEXTS.gifts, ({ giftsUsed }) => giftsUsed],
];

export function analyticsAsCsv(days: readonly AnalyticsOfDay[]): string {
  return writeCsv([
    FIGURES.map(([name]) => name),
    ...days.map((day) => FIGURES.map(([, cell]) => cell(day))),
  ]);
}

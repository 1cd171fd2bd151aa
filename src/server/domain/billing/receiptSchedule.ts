/** Terms of fiscal receipts by date, as the operator configures them. */
import { DEFAULT_RECEIPT_TERMS, type ReceiptTerms } from '../../../shared/receiptTerms';

/** Terms that apply from a time on, or from the beginning if `from` is null. */
export interface DatedTerms {
  from: Date | null;
  terms: ReceiptTerms;
}

/** Terms in chronological order. The first terms apply from the beginning. */
export type ReceiptSchedule = readonly [DatedTerms, ...DatedTerms[]];

export const DEFAULT_RECEIPT_SCHEDULE: ReceiptSchedule = [{ from: null, terms: DEFAULT_RECEIPT_TERMS }];

/** Returns the terms of a sale at this time. */
export const termsAt = (schedule: ReceiptSchedule, at: Date): ReceiptTerms =>
  (schedule.findLast(({ from }) => from === null || from <= at) ?? schedule[0]).terms;

/** Period with the same terms. `until` is excluded, and is null if no change is configured. */
export interface TermsPeriod extends DatedTerms {
  until: Date | null;
}

/** Returns the current period and the configured later periods. */
export const periodsFrom = (schedule: ReceiptSchedule, now: Date): TermsPeriod[] =>
  schedule
    .map((dated, at) => ({ ...dated, until: schedule[at + 1]?.from ?? null }))
    .filter(({ until }) => until === null || until > now);

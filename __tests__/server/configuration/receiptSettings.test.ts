/** Tests the settings of fiscal receipts: dated values, errors, and warnings about unlikely combinations. */
import { ConfigurationRejected, EnvironmentReader } from '../../../src/server/configuration/environment';
import { readReceiptTerms, receiptWarnings } from '../../../src/server/configuration/receiptSettings';
import { DEFAULT_RECEIPT_SCHEDULE, termsAt } from '../../../src/server/domain/billing/receiptSchedule';
import { DEFAULT_RECEIPT_TERMS } from '../../../src/shared/receiptTerms';

const NOW = new Date('2026-11-28T09:00:00Z');
/** Midnight in Moscow. */
const NEW_YEAR = new Date('2026-12-31T21:00:00Z');

function read(variables: Record<string, string>) {
  const environment = new EnvironmentReader(variables);
  const schedule = readReceiptTerms(environment);
  environment.rejectProblems();
  return schedule;
}

function findProblems(variables: Record<string, string>): readonly string[] {
  try {
    read(variables);
  } catch (error) {
    if (error instanceof ConfigurationRejected) return error.problems;
    throw error;
  }
  return [];
}

it('has the terms of earlier versions by default', () => {
  expect(read({})).toEqual(DEFAULT_RECEIPT_SCHEDULE);
});

it('reads values from the beginning and from the midnight of a Moscow date', () => {
  const schedule = read({
    RECEIPT_VAT: 'none, 2027-01-01=5,2028-01-01 = 22',
    RECEIPT_TAX_SYSTEM: 'simplified-income, 2028-01-01=general',
    RECEIPT_SUBJECT: 'job',
  });
  const first = { ...DEFAULT_RECEIPT_TERMS, taxSystem: 'simplified-income', subject: 'job' };
  expect(schedule).toEqual([
    { from: null, terms: first },
    { from: NEW_YEAR, terms: { ...first, vat: '5' } },
    { from: new Date('2027-12-31T21:00:00Z'), terms: { ...first, vat: '22', taxSystem: 'general' } },
  ]);
  expect(termsAt(schedule, new Date(NEW_YEAR.getTime() - 1)).vat).toBe('none');
  expect(termsAt(schedule, NEW_YEAR).vat).toBe('5');
});

it.each([
  ['18', /^RECEIPT_VAT must contain only these values: none, 0, 5, /],
  ['', null],
  ['none,', /^RECEIPT_VAT must contain only these values/],
  ['none, 22', /^RECEIPT_VAT must be one value without a date, followed by values with dates/],
  ['2027-01-01=22', /^RECEIPT_VAT must be one value without a date/],
  ['none, 2027-01-01=2027-02-01=22', /^RECEIPT_VAT must be one value without a date/],
  ['none, =22', /^RECEIPT_VAT must be one value without a date/],
  ['none, 2027-02-30=22', /^RECEIPT_VAT contains 2027-02-30, which is no date/],
  ['none, 01.01.2027=22', /^RECEIPT_VAT contains 01.01.2027, which is no date/],
  ['none, 2028-01-01=22, 2027-01-01=5', /^RECEIPT_VAT must contain the dates in ascending order/],
  ['none, 2027-01-01=22, 2027-01-01=5', /^RECEIPT_VAT must contain the dates in ascending order/],
])('with the value «%s» reports %s', (typed, problem) => {
  expect(findProblems({ RECEIPT_VAT: typed })).toEqual(
    problem === null ? [] : [expect.stringMatching(problem)],
  );
});

it.each<[Record<string, string>, RegExp | null]>([
  [{}, null],
  [{ RECEIPT_VAT: '22', RECEIPT_TAX_SYSTEM: 'general' }, null],
  [{ RECEIPT_VAT: '5', RECEIPT_TAX_SYSTEM: 'simplified-income' }, null],
  [
    { RECEIPT_VAT: '22', RECEIPT_TAX_SYSTEM: 'patent' },
    /^RECEIPT_VAT=22 does not match RECEIPT_TAX_SYSTEM=patent/,
  ],
  [{ RECEIPT_TAX_SYSTEM: 'imputed' }, /ended on 2021-01-01/],
  [{ RECEIPT_VAT: '7', RECEIPT_TAX_SYSTEM: 'general' }, /exists only in the simplified tax system/],
  [{ RECEIPT_VAT: '20' }, /^RECEIPT_VAT=20 ended on 2026-01-01: the general rate is 22\./],
  [{ RECEIPT_VAT: '20, 2027-01-01=22' }, /^RECEIPT_VAT=20 ended on 2026-01-01/],
  [
    { RECEIPT_VAT: 'none, 2027-01-01=20/120' },
    /^from 2027-01-01: RECEIPT_VAT=20\/120 ended on 2026-01-01.*22\/122/m,
  ],
  [{ RECEIPT_VAT: '22/122' }, /is a rate of prepayments/],
  [{ RECEIPT_METHOD: 'full-prepayment' }, /requires a second receipt/],
  [{ RECEIPT_VAT: '22', RECEIPT_METHOD: 'full-prepayment' }, /needs a calculated rate/],
  [{ RECEIPT_METHOD: 'advance' }, /requires RECEIPT_SUBJECT=payment instead of service/],
  [{ RECEIPT_VAT: '20, 2026-01-01=22' }, /^the values of RECEIPT_… variables before 2026-01-01 have ended/],
])('warns for %j: %s', (variables, warning) => {
  const text = receiptWarnings(read(variables), NOW).join('\n');
  if (warning === null) expect(text).toBe('');
  else expect(text).toMatch(warning);
});

/**
 * Reads the tax terms of fiscal receipts. Each variable contains a value from the beginning, and further values from a Moscow
 * calendar date on: `RECEIPT_VAT=none, 2027-01-01=22`.
 */
import { addToDay, moscowDay, startOfMoscowDay } from '../../shared/moscowDays';
import {
  RECEIPT_METHODS,
  RECEIPT_SUBJECTS,
  type ReceiptTerms,
  TAX_SYSTEMS,
  VAT_RATES,
} from '../../shared/receiptTerms';
import { periodsFrom, type ReceiptSchedule, type TermsPeriod } from '../domain/billing/receiptSchedule';
import type { EnvironmentReader } from './environment';
import type { VariableName } from './variables';

/** Value that applies from the start of a Moscow day (`yyyy-mm-dd`) on, or from the beginning if `day` is ''. */
interface DatedValue<Value> {
  day: string;
  value: Value;
}

/** Returns whether a text is an existing day in the form `yyyy-mm-dd`. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00.000Z`)) &&
  addToDay(text, 0) === text;

/** Reads the dated values of a variable. Records an error, and returns the first choice, if the variable is invalid. */
function readDated<const Value extends string>(
  environment: EnvironmentReader,
  name: VariableName,
  choices: readonly [Value, ...Value[]],
): readonly [DatedValue<Value>, ...DatedValue<Value>[]] {
  const invalid = (text: string): readonly [DatedValue<Value>] => {
    environment.problem(`${name} ${text}`);
    return [{ day: '', value: choices[0] }];
  };
  const dated: DatedValue<Value>[] = [];
  for (const part of environment.text(name).split(',')) {
    const fields = part.split('=').map((field) => field.trim());
    const [typed = '', ...rest] = fields.toReversed();
    const value = choices.find((choice) => choice === typed);
    const day = rest[0] ?? '';
    if (value === undefined) return invalid(`must contain only these values: ${choices.join(', ')}`);
    if (rest.length > 1 || (day === '') !== (dated.length === 0) || rest.length !== Math.min(dated.length, 1))
      return invalid(
        `must be one value without a date, followed by values with dates, like ${choices[0]}, 2027-01-01=${choices.at(-1) ?? ''}`,
      );
    if (day !== '' && !isDay(day)) return invalid(`contains ${day}, which is no date like 2027-01-01`);
    if (day !== '' && day <= (dated.at(-1)?.day ?? ''))
      return invalid('must contain the dates in ascending order, each once');
    dated.push({ day, value });
  }
  const [first, ...later] = dated;
  return first === undefined ? invalid('is empty') : [first, ...later];
}

const valueOn = <Value>(dated: readonly [DatedValue<Value>, ...DatedValue<Value>[]], day: string): Value =>
  (dated.findLast((each) => each.day <= day) ?? dated[0]).value;

/** Reads the terms of fiscal receipts. Changes take effect at 00:00 Moscow time. */
export function readReceiptTerms(environment: EnvironmentReader): ReceiptSchedule {
  const vat = readDated(environment, 'RECEIPT_VAT', VAT_RATES);
  const taxSystem = readDated(environment, 'RECEIPT_TAX_SYSTEM', ['none', ...TAX_SYSTEMS]);
  const subject = readDated(environment, 'RECEIPT_SUBJECT', RECEIPT_SUBJECTS);
  const method = readDated(environment, 'RECEIPT_METHOD', RECEIPT_METHODS);
  const termsOn = (day: string): ReceiptTerms => {
    const system = valueOn(taxSystem, day);
    return {
      vat: valueOn(vat, day),
      taxSystem: system === 'none' ? null : system,
      subject: valueOn(subject, day),
      method: valueOn(method, day),
    };
  };
  const days = [vat, taxSystem, subject, method].flat().flatMap(({ day }) => (day === '' ? [] : [day]));
  return [
    { from: null, terms: termsOn('') },
    ...[...new Set(days)].toSorted().map((day) => ({ from: startOfMoscowDay(day), terms: termsOn(day) })),
  ];
}

/** Start of the VAT rates 22 and 22/122, and end of 20 and 20/120 (425-FZ of 2025-11-28). */
const RATE_22_FROM = startOfMoscowDay('2026-01-01');

const isCalculated = (vat: string): boolean => vat.includes('/');

/** Returns why the terms of a period are probably wrong. */
function findProblems({ until, terms }: TermsPeriod): string[] {
  const { vat, taxSystem, subject, method } = terms;
  const isReduced = ['5', '7', '5/105', '7/107'].includes(vat);
  const isPrepaid = method !== 'full-payment';
  const problems: [boolean, string][] = [
    [
      (taxSystem === 'patent' || taxSystem === 'imputed') && vat !== 'none',
      `RECEIPT_VAT=${vat} does not match RECEIPT_TAX_SYSTEM=${taxSystem ?? ''}, which has no VAT: cash registers reject such receipts`,
    ],
    [
      taxSystem === 'imputed',
      'RECEIPT_TAX_SYSTEM=imputed ended on 2021-01-01: cash registers no longer accept it',
    ],
    [
      isReduced && (taxSystem === 'general' || taxSystem === 'agricultural'),
      `RECEIPT_VAT=${vat} exists only in the simplified tax system, not in RECEIPT_TAX_SYSTEM=${taxSystem ?? ''}`,
    ],
    [
      (vat === '20' || vat === '20/120') && (until === null || until > RATE_22_FROM),
      `RECEIPT_VAT=${vat} ended on 2026-01-01: the general rate is ${vat === '20' ? '22' : '22/122'}`,
    ],
    [
      isPrepaid && ['5', '7', '10', '20', '22'].includes(vat),
      `RECEIPT_METHOD=${method} needs a calculated rate such as 22/122 instead of RECEIPT_VAT=${vat}`,
    ],
    [
      !isPrepaid && isCalculated(vat),
      `RECEIPT_VAT=${vat} is a rate of prepayments, but RECEIPT_METHOD is full-payment`,
    ],
    [
      isPrepaid,
      `RECEIPT_METHOD=${method} requires a second receipt when the month has been provided, which this product does not issue`,
    ],
    [
      method === 'advance' && subject !== 'payment',
      `RECEIPT_METHOD=advance requires RECEIPT_SUBJECT=payment instead of ${subject}`,
    ],
  ];
  return problems.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}

/** Returns warnings about current and future terms of receipts that are probably a mistake; each is one sentence. */
export function receiptWarnings(schedule: ReceiptSchedule, now: Date): string[] {
  const periods = periodsFrom(schedule, now);
  const warnings = periods.flatMap((period) => {
    const since = period.from === null || period.from <= now ? '' : `from ${moscowDay(period.from)}: `;
    return findProblems(period).map((text) => `${since}${text}.`);
  });
  const begun = schedule.length - periods.length;
  const first = periods[0]?.from ?? null;
  return begun === 0 || first === null
    ? warnings
    : [
        ...warnings,
        `the values of RECEIPT_… variables before ${moscowDay(first)} have ended and can be removed, because each sale stores its own.`,
      ];
}

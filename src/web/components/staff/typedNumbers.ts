/** Parses numbers that staff type. For invalid input, the functions return NaN, which every schema rejects. */
import { identifyingText } from '../../../shared/identifyingText';
import { parseMonthsInput } from '../../../shared/validation';

/** Parses a whole number. Returns NaN if the text contains other characters than digits. */
export function typedCount(text: string): number {
  const digits = identifyingText(text);
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Parses an amount in rubles. The kopecks may follow a dot or a comma. Returns NaN if the text is not an amount. */
export function typedRubles(text: string): number {
  const amount = identifyingText(text).replace(',', '.');
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(amount) ? Number(amount) : Number.NaN;
}

/** Returns the digits of a text as a number without leading zeros, or '0' if the text contains no digits. */
export const typedDigits = (text: string): string => String(parseMonthsInput(text));

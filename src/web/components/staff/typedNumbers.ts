/** Numbers as staff type them. NaN, which every schema rejects, stands for a text that is no such number. */
import { parseMonthsInput } from '../../../shared/validation';

/** Returns a whole number in digits. */
export function typedCount(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Returns an amount in rubles, with a dot or a comma before the kopecks. */
export function typedRubles(text: string): number {
  const amount = text.trim().replace(',', '.');
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(amount) ? Number(amount) : Number.NaN;
}

/** Returns the digits in a text as a number, written without leading zeros; '0' if there are none. */
export const typedDigits = (text: string): string => String(parseMonthsInput(text));

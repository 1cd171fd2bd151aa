/** Formats amounts of money for staff, in the console and in the server's error messages. */

const RUBLE = '\u20bd';
const GAP = '\u00a0';

/** Matches the positions before each group of three digits, counted from the right. */
const THREE_DIGITS = /\B(?=(?:\d{3})+$)/g;

/**
 * Returns a whole number with thousands separators.
 * @example formatEnglishCount(1347) // '1,347'
 */
export const formatEnglishCount = (count: number): string => String(count).replace(THREE_DIGITS, ',');

/**
 * Returns an amount in rubles or another ISO 4217 currency. Kopecks are shown only if they are not zero.
 * @example formatEnglishAmount(1347) // '1,347 ₽'
 * @example formatEnglishAmount(448.91) // '448.91 ₽'
 * @example formatEnglishAmount(5, 'USD') // '5 USD'
 */
export function formatEnglishAmount(amount: number, currency: string | null | undefined = 'RUB'): string {
  const [whole = '', kopecks] = amount.toFixed(Number.isInteger(amount) ? 0 : 2).split('.');
  const figures = whole.replace(THREE_DIGITS, ',');
  const sign = !currency || currency === 'RUB' ? RUBLE : currency;
  return `${kopecks === undefined ? figures : `${figures}.${kopecks}`}${GAP}${sign}`;
}

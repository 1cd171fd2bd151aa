/** Amounts of money as a customer reads them. */

const RUBLE = '\u20bd';
const GAP = '\u00a0';

/**
 * Rubles (or another ISO 4217 currency) with a non-breaking space before the sign and kopecks only
 * where there are some: «449 ₽», «1 449,50 ₽», «5 USD».
 */
export function formatAmount(amount: number, currency: string | null | undefined = 'RUB'): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const figures = new Intl.NumberFormat('ru-RU', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
  const sign = !currency || currency === 'RUB' ? RUBLE : currency;
  return `${figures}${GAP}${sign}`;
}

/** Amounts of money as a customer reads them. */

const RUBLE = '\u20bd';
const GAP = '\u00a0';

/** Before every further three figures, counted from the right. */
const THREE_FIGURES = /\B(?=(?:\d{3})+$)/g;

/**
 * Rubles (or another ISO 4217 currency) with a non-breaking space before the sign and kopecks only
 * where there are some: «449 ₽», «1 449,50 ₽», «5 USD». Writes figures as `Intl.NumberFormat('ru-RU')` does and
 * without it: its first use is 40 ms of a computer's processor, and the shop is drawn with amounts.
 */
export function formatAmount(amount: number, currency: string | null | undefined = 'RUB'): string {
  const [whole = '', kopecks] = amount.toFixed(Number.isInteger(amount) ? 0 : 2).split('.');
  const figures = whole.replace(THREE_FIGURES, GAP);
  const sign = !currency || currency === 'RUB' ? RUBLE : currency;
  return `${kopecks === undefined ? figures : `${figures},${kopecks}`}${GAP}${sign}`;
}

/** Amounts as emails say them. */
import { toRubles } from '../../shared/money';
import { formatAmount } from '../../shared/russianFormats';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00A0';

/** A short thing that is not torn at its spaces. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NBSP);
}

/** Kopecks as «1 449 ₽», «224,50 ₽». */
export function moneyText(kopecks: number): string {
  return formatAmount(toRubles(kopecks));
}

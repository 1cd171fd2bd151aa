/** Formats amounts for emails. */
import { toRubles } from '../../shared/money';
import { formatAmount } from '../../shared/russianFormats';

/** Non-breaking space, which keeps a number and its unit on one line. */
const NBSP = '\u00A0';

/** Returns the text with non-breaking spaces, so that the text is never wrapped. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NBSP);
}

/** Formats kopecks as «1 449 ₽» or «224,50 ₽». */
export function moneyText(kopecks: number): string {
  return formatAmount(toRubles(kopecks));
}

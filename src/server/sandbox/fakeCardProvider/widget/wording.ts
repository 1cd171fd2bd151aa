/**
 * Formats amounts, dates and decline reasons for the card dialog. The function `createWording` runs in the browser and
 * must be self-contained.
 */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { StartParameters } from './parameters';

export interface Wording {
  money(rubles: number, currency: string): string;
  /** Returns a text about the current and later charges; the text is empty for a single payment. */
  schedule(parameters: StartParameters): string;
  /** Returns a text that explains why a payment was declined. */
  reason(code: number): string;
}

export function createWording(texts: CardDialogTexts): Wording {
  function money(rubles: number, currency: string): string {
    const digits = Number.isInteger(rubles) ? 0 : 2;
    const number = new Intl.NumberFormat('ru-RU', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(rubles);
    return `${number} ${currency === 'RUB' ? '₽' : currency}`;
  }

  /** Formats a date with non-breaking spaces. */
  const longDate = (date: Date): string =>
    new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' })
      .formatToParts(date)
      .filter(({ type }) => type === 'day' || type === 'month' || type === 'year')
      .map(({ value }) => value)
      .join('\u00a0');

  return {
    money,
    schedule({ recurrent, amount, currency }) {
      if (recurrent === undefined) return '';
      const template = recurrent.interval === 'Week' ? texts.scheduleWeek : texts.scheduleNow;
      const start = recurrent.startDate === undefined ? new Date() : new Date(recurrent.startDate);
      return template
        .replace('{amount}', money(amount, currency))
        .replace('{later}', money(recurrent.amount ?? amount, currency))
        .replace('{interval}', texts.intervals[recurrent.interval])
        .replace('{date}', longDate(start));
    },
    reason: (code) =>
      Object.entries(texts.reasons).find(([known]) => known === String(code))?.[1] ?? texts.declined,
  };
}

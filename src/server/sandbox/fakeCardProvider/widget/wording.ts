/** Amounts, dates and reasons in the words of the card dialog. Runs in the browser and stands alone. */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { StartParameters } from './parameters';

export interface Wording {
  money(rubles: number, currency: string): string;
  /** What is charged now and later; empty for a single payment. */
  schedule(parameters: StartParameters): string;
  /** Why a payment was declined. */
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

  /** Day and month stay on one line. */
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

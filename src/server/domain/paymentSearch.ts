/** Parses searches for a payment by card, amount and date, as the console, receipts and bank statements write them. */
import { addToDay, moscowDay, startOfMoscowDay } from '../../shared/moscowDays';
import { isCalendarDay } from '../../shared/validation';

/** Search for payments. At least one of `lastFour` and `kopecks` is set. */
export interface PaymentSearch {
  /** Last four digits of the card, or null for any card. */
  lastFour: string | null;
  /** Amount in kopecks, or null for any amount. */
  kopecks: number | null;
  /** Earliest time, inclusive; null for any time. */
  since: Date | null;
  /** Latest time, exclusive; null for any time. */
  before: Date | null;
}

const MINUTE_MS = 60_000;

/** Largest amount that is searched, in kopecks, which is the largest value of a PostgreSQL `integer`. */
const KOPECKS_MAX = 2_147_483_647;

const FULL_DAY = /(?<![\d.,-])(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2}))(?![\d.-])/;
const DAY_AND_MONTH = /(?<![\d.,-])(\d{1,2})\.(\d{1,2})(?![\d.]|\s*(?:₽|\p{Script=Cyrillic}))/u;
const TIME = /^(?:,|\s|T|\p{Script=Cyrillic})*(\d{1,2}):(\d{2})(?![\d:])/u;
/** Amount with a currency sign or word, or with kopecks, so that it cannot be another number. */
const MARKED_AMOUNT =
  /(?<![\d.,])(\d{1,3}(?: \d{3})+|\d{1,8})(?:[.,](\d{2})(?!\d)\s*(?:₽|\p{Script=Cyrillic}{1,6}\.?)?|\s*(?:₽|\p{Script=Cyrillic}{1,6}\.?))/iu;
const CARD = /^[•*x]*(\d{4})$/i;
const PLAIN_AMOUNT = /^\d{1,8}$/;
/** Ignored word: the console writes it beside a card or an amount, or it is the dots before the last four digits. */
const IGNORED_WORD = /^(?:[•*]*|paid|refunded|failed|card)$/i;
/** Day of the month without a month, which is a day only beside a card. */
const CARD_AND_DAY = /^(?:[•*x]+ ?)?(\d{4}) (\d{1,2})\.?$/i;

/** Removes the first match of `pattern` from a text. Returns the match and the remaining text. */
function take(text: string, pattern: RegExp): { match: RegExpExecArray | null; rest: string } {
  const match = pattern.exec(text);
  if (match === null) return { match, rest: text };
  return { match, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` };
}

const padded = (text: string | undefined): string => (text ?? '').padStart(2, '0');

/** Returns the day in the text, the range of its times, and the text without the day. The range is null without a day. */
function takePeriod(
  text: string,
  today: string,
): { rest: string; period: Pick<PaymentSearch, 'since' | 'before'> | null } | null {
  const full = FULL_DAY.exec(text);
  const short = full === null ? DAY_AND_MONTH.exec(text) : null;
  const match = full ?? short;
  if (match === null) return { rest: text, period: null };
  const day =
    full === null
      ? latestDay(`-${padded(short?.[2])}-${padded(short?.[1])}`, today)
      : full[1] === undefined
        ? `${(full[6] ?? '').padStart(4, '20')}-${padded(full[5])}-${padded(full[4])}`
        : `${full[1]}-${full[2] ?? ''}-${full[3] ?? ''}`;
  // A number with a dot that is no day may be an amount.
  if (!isCalendarDay(day)) return full === null ? { rest: text, period: null } : null;
  const after = text.slice(match.index + match[0].length);
  const time = TIME.exec(after);
  const rest = `${text.slice(0, match.index)} ${time === null ? after : after.slice(time[0].length)}`;
  const start = startOfMoscowDay(day);
  if (time === null) return { rest, period: { since: start, before: startOfMoscowDay(addToDay(day, 1)) } };
  const minute = Number(time[1]) * 60 + Number(time[2]);
  const since = new Date(start.getTime() + minute * MINUTE_MS);
  return { rest, period: { since, before: new Date(since.getTime() + MINUTE_MS) } };
}

/** Returns the latest day that ends with `monthAndDay` and is not after today. */
function latestDay(monthAndDay: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const ofThisYear = `${String(year)}${monthAndDay}`;
  return ofThisYear <= today ? ofThisYear : `${String(year - 1)}${monthAndDay}`;
}

/**
 * Returns the payment searches that a text may mean, or an empty list if the text is no payment search. Days are days in
 * Moscow. A day without a year, or of the month only, is the latest such day. A number of four digits is the end of a card number, or an amount.
 * Other plain numbers are amounts only beside a day or a card, because they may be the number of a payment.
 * @example paymentSearchesIn('4242 23.11.26', now) // [{ lastFour: '4242', kopecks: null, since, before }, …]
 */
export function paymentSearchesIn(text: string, now: Date): PaymentSearch[] {
  const spaced = text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  const dated = cardOnDayOfMonth(spaced, moscowDay(now));
  return [...(dated === null ? [] : [dated]), ...fullSearchesIn(spaced, now)];
}

/** Returns the search for a card on the latest day of the month that the text contains, or null. */
function cardOnDayOfMonth(text: string, today: string): PaymentSearch | null {
  const [, lastFour, dayOfMonth] = CARD_AND_DAY.exec(text) ?? [];
  if (lastFour === undefined || dayOfMonth === undefined) return null;
  const wanted = padded(dayOfMonth);
  // At least every second month has 31 days, so the latest such day is within the last 62 days.
  const days = Array.from({ length: 62 }, (_, back) => addToDay(today, -back));
  const day = days.find((each) => each.endsWith(`-${wanted}`));
  if (day === undefined) return null;
  return {
    ...{ lastFour, kopecks: null },
    ...{ since: startOfMoscowDay(day), before: startOfMoscowDay(addToDay(day, 1)) },
  };
}

function fullSearchesIn(spaced: string, now: Date): PaymentSearch[] {
  const day = takePeriod(spaced, moscowDay(now));
  if (day === null) return [];
  const { since, before } = day.period ?? { since: null, before: null };
  const { match, rest } = take(day.rest, MARKED_AMOUNT);
  const words = rest.split(/[\s,;·]+/).filter((word) => !IGNORED_WORD.test(word));
  const marked =
    match === null ? null : Number((match[1] ?? '').replace(/ /g, '')) * 100 + Number(match[2] ?? 0);
  const found = { since, before };
  const isDated = since !== null;
  return readWords(words, marked, isDated)
    .filter(({ kopecks }) => kopecks === null || kopecks <= KOPECKS_MAX)
    .map((each) => ({ ...each, ...found }));
}

type CardAndAmount = Pick<PaymentSearch, 'lastFour' | 'kopecks'>;

/** Returns what the remaining words of a payment search may mean. `marked` is the amount that was already found. */
function readWords(words: readonly string[], marked: number | null, isDated: boolean): CardAndAmount[] {
  const [first, second, ...more] = words;
  if (more.length > 0 || (second !== undefined && marked !== null)) return [];
  if (first === undefined) return marked === null ? [] : [{ lastFour: null, kopecks: marked }];
  const parseLastFour = (word: string) => CARD.exec(word)?.[1] ?? null;
  const parseAmount = (word: string) => (PLAIN_AMOUNT.test(word) ? Number(word) * 100 : null);
  if (second === undefined) {
    const lastFour = parseLastFour(first);
    if (marked !== null) return lastFour === null ? [] : [{ lastFour, kopecks: marked }];
    const kopecks = isDated ? parseAmount(first) : null;
    return [
      ...(lastFour === null ? [] : [{ lastFour, kopecks: null }]),
      ...(kopecks === null ? [] : [{ lastFour: null, kopecks }]),
    ];
  }
  return [
    [first, second],
    [second, first],
  ].flatMap(([card = '', amount = '']) => {
    const lastFour = parseLastFour(card);
    const kopecks = parseAmount(amount);
    return lastFour === null || kopecks === null ? [] : [{ lastFour, kopecks }];
  });
}

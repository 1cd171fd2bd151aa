/** Tests how searches for a payment by card, amount and day are read. */
import { paymentSearchesIn } from '../../../src/server/domain/paymentSearch';

const NOW = new Date('2026-11-24T09:00:00Z');
const DAY = { since: '2026-11-22T21:00:00.000Z', before: '2026-11-23T21:00:00.000Z' };
const ANY_TIME = { since: null, before: null };

const read = (text: string): object[] =>
  paymentSearchesIn(text, NOW).map(({ since, before, ...rest }) => ({
    ...rest,
    since: since?.toISOString() ?? null,
    before: before?.toISOString() ?? null,
  }));
const card = (lastFour: string, time: object = DAY) => ({ lastFour, kopecks: null, ...time });
const amount = (kopecks: number, time: object = DAY) => ({ lastFour: null, kopecks, ...time });

it.each(['4242 23.11.26', '23.11.2026 4242', '4242, 2026-11-23', '•••• 4242 23.11', '****4242 23.11.26'])(
  'reads «%s» as a card on a day in Moscow',
  (text) => {
    expect(read(text)).toContainEqual(card('4242'));
  },
);

it.each(['299 23.11.26', '299,00 ₽ 2026-11-23', '299.00 23.11.26', '299 ₽ 23.11', '23.11.26 299 руб.'])(
  'reads «%s» as an amount on a day',
  (text) => {
    expect(read(text)).toEqual([amount(29_900)]);
  },
);

it.each([
  ['1 490,50 ₽', amount(149_050, ANY_TIME)],
  ['1\u00a0490\u00a0₽', amount(149_000, ANY_TIME)],
  ['4242', card('4242', ANY_TIME)],
  ['4242 299', { lastFour: '4242', kopecks: 29_900, ...ANY_TIME }],
  ['4242 299 23.11.26', { lastFour: '4242', kopecks: 29_900, ...DAY }],
  ['Paid 299 ₽, card •••• 4242', { lastFour: '4242', kopecks: 29_900, ...ANY_TIME }],
  ['299 ₽ · 23.11.26 · •••• 4242', { lastFour: '4242', kopecks: 29_900, ...DAY }],
  ['299 ₽, •••• 4242, 23.11.26', { lastFour: '4242', kopecks: 29_900, ...DAY }],
])('reads «%s»', (text, expected) => {
  expect(read(text)).toEqual([expected]);
});

it('reads four digits beside a day as the end of a card number, or as an amount', () => {
  expect(read('1490 23.11.26')).toEqual([card('1490'), amount(149_000)]);
});

it('reads a time of day to the minute, as the console shows it', () => {
  expect(read('299 ₽, •••• 4242, 23.11.26 10:15')).toEqual([
    {
      ...{ lastFour: '4242', kopecks: 29_900 },
      ...{ since: '2026-11-23T07:15:00.000Z', before: '2026-11-23T07:16:00.000Z' },
    },
  ]);
});

it('reads a day of the month after a card as the latest such day, or as an amount', () => {
  const rubles = (kopecks: number) => ({ lastFour: '4242', kopecks, ...ANY_TIME });
  const october = { since: '2026-10-30T21:00:00.000Z', before: '2026-10-31T21:00:00.000Z' };
  expect(read('4242 23')).toEqual([card('4242'), rubles(2300)]);
  expect(read('•••• 4242 31')).toEqual([card('4242', october), rubles(3100)]);
  expect(read('4242 32')).toEqual([rubles(3200)]);
});

it('completes a day without a year to the latest such day', () => {
  expect(read('299 25.11')).toEqual([
    amount(29_900, { since: '2025-11-24T21:00:00.000Z', before: '2025-11-25T21:00:00.000Z' }),
  ]);
});

it.each([
  ...['', '299', '43', '23.11.26', '12.10', '30.02.26 299', '4242 30.02.26', 'anna 23.11.26', '192.168.1.10'],
  ...['4242 4242 4242', '99999999999 23.11.26', '99999999 ₽', 'anna@example.com', '1-2', '9774d56d682e549c'],
])('reads no payment from «%s»', (text) => {
  expect(read(text)).toEqual([]);
});

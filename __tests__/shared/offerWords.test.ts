/** Tests the Russian plural forms of the offer's numbers. */
import {
  cardCheckWords,
  devicesGenitive,
  periodWords,
  trialWords,
  tryFreeText,
} from '../../src/shared/offerWords';
import { SAMPLE_TERMS } from '../support/sampleTerms';

test.each([
  [7, 'Попробовать 1 неделю бесплатно', 'первая неделя', 'за первую неделю', 'оплата недели'],
  [14, 'Попробовать 2 недели бесплатно', 'первые 2 недели', 'за первые 2 недели', 'оплата 2 недель'],
  [35, 'Попробовать 5 недель бесплатно', 'первые 5 недель', 'за первые 5 недель', 'оплата 5 недель'],
  [147, 'Попробовать 21 неделю бесплатно', 'первые 21 неделя', 'за первые 21 неделю', 'оплата 21 недели'],
  [1, 'Попробовать 1 день бесплатно', 'первый день', 'за первый день', 'оплата дня'],
  [2, 'Попробовать 2 дня бесплатно', 'первые 2 дня', 'за первые 2 дня', 'оплата 2 дней'],
  [10, 'Попробовать 10 дней бесплатно', 'первые 10 дней', 'за первые 10 дней', 'оплата 10 дней'],
])('a period of %d days', (days, button, first, forFirst, payment) => {
  const words = periodWords(days);
  expect(tryFreeText(days)).toBe(button);
  expect(words.first).toBe(first);
  expect(`за ${words.firstAccusative}`).toBe(forFirst);
  expect(`оплата ${words.genitive}`).toBe(payment);
});

test.each([
  [7, 'неделя началась', 'через неделю', 'оплачена'],
  [14, '2 недели начались', 'через 2 недели', 'оплачены'],
  [1, 'день начался', 'через день', 'оплачен'],
  [10, '10 дней начались', 'через 10 дней', 'оплачены'],
])('a period of %d days agrees with its verbs', (days, began, after, paid) => {
  const { nominative, accusative, participleEnding, ...words } = periodWords(days);
  expect(`${nominative} ${words.began}`).toBe(began);
  expect(`через ${accusative}`).toBe(after);
  expect(`оплачен${participleEnding}`).toBe(paid);
});

test('a trial is called a week, or a period with its number of days', () => {
  expect([7, 14, 10].map((days) => trialWords(days).name)).toEqual([
    'пробная неделя',
    'пробный период',
    'пробный период',
  ]);
});

test.each([
  [1, 'рубль нужен'],
  [2, '2\u00a0₽ нужны'],
])('a card check of %d rubles', (cardCheckRub, text) => {
  const { name, needed } = cardCheckWords({ ...SAMPLE_TERMS, cardCheckRub });
  expect(`${name} ${needed}`).toBe(text);
});

test.each([
  [1, 'одного устройства'],
  [3, 'трёх устройств'],
  [10, 'десяти устройств'],
  [21, '21 устройства'],
])('up to %d devices', (maxDevices, text) => {
  expect(devicesGenitive({ ...SAMPLE_TERMS, maxDevices })).toBe(text);
});

import { formatEnglishAmount, formatEnglishCount } from '../../src/shared/englishAmounts';

test.each([
  [449, 'RUB', '449\u00a0₽'],
  [448.91, 'RUB', '448.91\u00a0₽'],
  [1347, null, '1,347\u00a0₽'],
  [1234567.5, undefined, '1,234,567.50\u00a0₽'],
  [0, 'RUB', '0\u00a0₽'],
  [-12345, 'RUB', '-12,345\u00a0₽'],
  [5, 'USD', '5\u00a0USD'],
])('%s %s is %s', (amount, currency, text) => {
  expect(formatEnglishAmount(amount, currency)).toBe(text);
});

test.each([
  [7, '7'],
  [999, '999'],
  [1347, '1,347'],
  [1234567, '1,234,567'],
])('%s is %s', (count, text) => {
  expect(formatEnglishCount(count)).toBe(text);
});

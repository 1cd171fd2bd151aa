import { formatAmount } from '../../src/shared/amounts';

it.each<[number, string | null | undefined, string]>([
  [449, 'RUB', '449\u00a0₽'],
  [1, undefined, '1\u00a0₽'],
  [449, null, '449\u00a0₽'],
  [449.5, 'RUB', '449,50\u00a0₽'],
  [12345, 'RUB', '12\u00a0345\u00a0₽'],
  [0, 'RUB', '0\u00a0₽'],
  [5, 'USD', '5\u00a0USD'],
])('%d %s reads «%s»', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});

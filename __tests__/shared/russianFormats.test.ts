import fc from 'fast-check';
import { formatAmount } from '../../src/shared/russianFormats';

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

it('formats numbers like the JavaScript platform in Russian', () => {
  const format = (amount: number, digits: number) =>
    new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      amount,
    );
  const rubles = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(rubles, (amount) => {
      expect(formatAmount(amount)).toBe(`${format(amount, 0)}\u00a0₽`);
    }),
  );
  const kopecks = fc.integer({ min: -1e14, max: 1e14 }).filter((amount) => amount % 100 !== 0);
  fc.assert(
    fc.property(kopecks, (amount) => {
      expect(formatAmount(amount / 100)).toBe(`${format(amount / 100, 2)}\u00a0₽`);
    }),
  );
});

import { formatCount } from '../../src/shared/plurals';

const DAYS = { one: 'день', few: 'дня', many: 'дней' };

it.each([
  [0, 'дней'],
  [1, 'день'],
  [2, 'дня'],
  [4, 'дня'],
  [5, 'дней'],
  [11, 'дней'],
  [14, 'дней'],
  [21, 'день'],
  [22, 'дня'],
  [111, 'дней'],
])('%d %s [input-12]', (count, noun) => {
  expect(formatCount(count, DAYS)).toBe(`${String(count)}\u00a0${noun}`);
});

import fc from 'fast-check';
import { toKopecks, toRubles } from '../../src/shared/money';

describe('amounts', () => {
  it('goes from kopecks to rubles and back without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        (kopecks) => toKopecks(toRubles(kopecks)) === kopecks,
      ),
    );
  });

  it.each([
    [449, 44900],
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [1, 100],
  ])('%d rubles are %d kopecks', (rubles, kopecks) => expect(toKopecks(rubles)).toBe(kopecks));

  it.each([Number.NaN, Infinity, 1.005, 0.001, 1e300])('rejects %d', (rubles) => {
    expect(() => toKopecks(rubles)).toThrow(RangeError);
  });
});

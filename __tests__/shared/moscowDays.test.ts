import fc from 'fast-check';
import { addMonths, dayOfMonth, moscowDay } from '../../src/shared/moscowDays';
import { addUtcMonths } from '../../src/shared/utcMonths';

const DAY_MS = 86_400_000;
const at = (day: string) => new Date(`${day}T09:30:15.000Z`);

test.each([
  ['2026-01-31', 1, 31, '2026-02-28'],
  ['2028-01-31', 1, 31, '2028-02-29'],
  ['2026-02-28', 1, 31, '2026-03-31'],
  ['2028-02-29', 1, 31, '2028-03-31'],
  ['2026-03-31', 1, 31, '2026-04-30'],
  ['2026-01-30', 1, 30, '2026-02-28'],
  ['2026-02-28', 1, 28, '2026-03-28'],
  ['2026-01-29', 1, 29, '2026-02-28'],
  ['2026-12-15', 1, 15, '2027-01-15'],
  ['2026-08-31', 12, 31, '2027-08-31'],
  ['2028-02-29', 12, 29, '2029-02-28'],
  ['2026-01-31', 13, 31, '2027-02-28'],
  ['2026-05-05', 0, 5, '2026-05-05'],
])('%s + %i months on day %i is %s', (from, months, anchorDay, expected) => {
  expect(addMonths(at(from), months, anchorDay)).toEqual(at(expected));
});

test('without an anchor the day of the moment is the anchor', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
});

test('month by month on an anchor is the same as all months at once', () => {
  fc.assert(
    fc.property(
      fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 48 }),
      (start, months) => {
        const anchorDay = dayOfMonth(start);
        let stepped = start;
        for (let n = 0; n < months; n += 1) stepped = addMonths(stepped, 1, anchorDay);
        expect(stepped).toEqual(addMonths(start, months, anchorDay));
        expect(stepped.getTime() % DAY_MS).toBe(start.getTime() % DAY_MS);
      },
    ),
  );
});

test.each([
  ['2027-02-28T23:18:00.000Z', 1, '2027-03-31T23:18:00.000Z', '2027-03-28T23:18:00.000Z'],
  ['2027-01-31T20:59:59.999Z', 1, '2027-02-28T20:59:59.999Z', '2027-02-28T20:59:59.999Z'],
  ['2027-01-30T21:00:00.000Z', 1, '2027-02-27T21:00:00.000Z', '2027-02-28T21:00:00.000Z'],
  ['2026-12-31T21:00:00.000Z', 2, '2027-02-28T21:00:00.000Z', '2027-02-28T21:00:00.000Z'],
  ['2028-02-29T22:00:00.000Z', 12, '2029-02-28T22:00:00.000Z', '2029-02-28T22:00:00.000Z'],
  ['2027-02-28T22:00:00.000Z', -12, '2026-02-28T22:00:00.000Z', '2026-02-28T22:00:00.000Z'],
])('%s plus %i months is %s in Moscow, and %s in UTC', (from, months, inMoscow, inUtc) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(inMoscow);
  expect(addUtcMonths(new Date(from), months).toISOString()).toBe(inUtc);
});

test('the days match the JavaScript platform’s calendar for Moscow', () => {
  const platform = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' });
  fc.assert(
    fc.property(fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true }), (moment) => {
      expect(moscowDay(moment)).toBe(platform.format(moment));
      expect(dayOfMonth(moment)).toBe(Number(platform.format(moment).slice(-2)));
    }),
  );
});

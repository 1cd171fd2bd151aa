import fc from 'fast-check';
import {
  addDays,
  addMonths,
  later,
  startOfDay,
  wholeSeconds,
} from '../../../../src/server/billing/rules/billingCalendar';

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
        const anchorDay = start.getUTCDate();
        let stepped = start;
        for (let n = 0; n < months; n += 1) stepped = addMonths(stepped, 1, anchorDay);
        expect(stepped).toEqual(addMonths(start, months, anchorDay));
        expect(stepped.getUTCHours()).toBe(start.getUTCHours());
      },
    ),
  );
});

test('a day begins at midnight, UTC', () => {
  const midnight = new Date('2026-11-21T00:00:00.000Z');
  expect(startOfDay(new Date('2026-11-21T23:59:59.999Z'))).toEqual(midnight);
  expect(startOfDay(midnight)).toEqual(midnight);
});

test('days are 24 hours, seconds are cut, the later one wins', () => {
  expect(addDays(at('2026-03-28'), 7)).toEqual(at('2026-04-04'));
  expect(wholeSeconds(new Date('2026-01-01T00:00:00.999Z'))).toEqual(new Date('2026-01-01T00:00:00.000Z'));
  expect(later(at('2026-01-01'), at('2026-01-02'))).toEqual(at('2026-01-02'));
  expect(later(at('2026-01-02'), at('2026-01-01'))).toEqual(at('2026-01-02'));
  expect(later(at('2026-01-02'), null)).toEqual(at('2026-01-02'));
});

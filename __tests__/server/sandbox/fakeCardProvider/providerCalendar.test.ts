/** Tests that the fake card provider counts months in UTC, independently of the product's calendar. */
import { addMonths } from '../../../../src/server/sandbox/fakeCardProvider/providerCalendar';

test.each([
  // 1 March 02:18 in Moscow is 28 February in UTC.
  ['2027-02-28T23:18:00.000Z', 1, '2027-03-28T23:18:00.000Z'],
  ['2026-11-30T21:30:00.000Z', 1, '2026-12-30T21:30:00.000Z'],
  ['2027-01-31T22:00:00.000Z', 1, '2027-02-28T22:00:00.000Z'],
  ['2027-01-31T22:00:00.000Z', 2, '2027-03-31T22:00:00.000Z'],
])('%s plus %d months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

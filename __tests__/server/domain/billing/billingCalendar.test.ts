import {
  addDays,
  later,
  startOfDay,
  wholeSeconds,
} from '../../../../src/server/domain/billing/billingCalendar';

const at = (day: string) => new Date(`${day}T09:30:15.000Z`);

test('a day begins at midnight UTC', () => {
  const midnight = new Date('2026-11-21T00:00:00.000Z');
  expect(startOfDay(new Date('2026-11-21T23:59:59.999Z'))).toEqual(midnight);
  expect(startOfDay(midnight)).toEqual(midnight);
});

test('a day has 24 hours, seconds are truncated, and the later of two times is returned', () => {
  expect(addDays(at('2026-03-28'), 7)).toEqual(at('2026-04-04'));
  expect(wholeSeconds(new Date('2026-01-01T00:00:00.999Z'))).toEqual(new Date('2026-01-01T00:00:00.000Z'));
  expect(later(at('2026-01-01'), at('2026-01-02'))).toEqual(at('2026-01-02'));
  expect(later(at('2026-01-02'), at('2026-01-01'))).toEqual(at('2026-01-02'));
  expect(later(at('2026-01-02'), null)).toEqual(at('2026-01-02'));
});

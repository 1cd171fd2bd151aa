/** Tests the periods of the owner's analytics: steps, and the period before. */
import { previousPeriod, splitIntoSteps } from '../../../../src/server/domain/billing/analyticsPeriods';
import { lastOfMonth, toMonday } from '../../../../src/shared/analyticsSteps';
import { addToDay, daysBetween } from '../../../../src/shared/moscowDays';

it.each([
  ['2026-02-10', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-12-31', '2026-12-31'],
  ['2026-04-01', '2026-04-30'],
])('the month of %s ends on %s', (day, last) => {
  expect(lastOfMonth(day)).toBe(last);
});

it('each day belongs to the week of the Monday before it', () => {
  for (let day = '2025-12-20'; day < '2027-01-10'; day = addToDay(day, 1)) {
    const monday = toMonday(day);
    expect(new Date(`${monday}T00:00:00.000Z`).getUTCDay()).toBe(1);
    expect(daysBetween(monday, day)).toBeGreaterThanOrEqual(1);
    expect(daysBetween(monday, day)).toBeLessThanOrEqual(7);
  }
});

it('steps cover the period without gaps, and the ends of the period cut them', () => {
  expect(splitIntoSteps({ from: '2026-11-25', to: '2026-12-08' }, 'week')).toEqual([
    { from: '2026-11-25', to: '2026-11-29' },
    { from: '2026-11-30', to: '2026-12-06' },
    { from: '2026-12-07', to: '2026-12-08' },
  ]);
  expect(splitIntoSteps({ from: '2026-11-25', to: '2027-01-01' }, 'month')).toEqual([
    { from: '2026-11-25', to: '2026-11-30' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-01' },
  ]);
  expect(splitIntoSteps({ from: '2026-11-25', to: '2026-11-26' }, 'day')).toHaveLength(2);
});

it.each([
  ['2026-11-19', '2026-11-25', 'day', '2026-11-12', '2026-11-18'],
  // A part of a month is compared with the same part of the month before.
  ['2026-11-01', '2026-11-25', 'day', '2026-10-01', '2026-10-25'],
  ['2026-03-01', '2026-03-30', 'day', '2026-02-01', '2026-02-28'],
  ['2026-02-01', '2026-02-28', 'day', '2026-01-01', '2026-01-31'],
  ['2026-12-01', '2026-12-31', 'day', '2026-11-01', '2026-11-30'],
  ['2025-12-01', '2026-11-25', 'month', '2024-12-01', '2025-11-25'],
  ['2028-01-01', '2028-12-31', 'month', '2027-01-01', '2027-12-31'],
  ['2026-01-15', '2026-11-14', 'month', '2025-03-17', '2026-01-14'],
  // A comparison by weeks starts on the same day of the week.
  ['2026-09-01', '2026-11-29', 'week', '2026-06-02', '2026-08-30'],
] as const)('%s to %s by %s is compared with %s to %s', (from, to, step, before, end) => {
  expect(previousPeriod({ from, to }, step)).toEqual({ from: before, to: end });
});

import { addDuration, parseDuration } from '../../../src/server/sandbox/duration';

const added = (start: string, text: string): string | null => {
  const duration = parseDuration(text);
  return duration && addDuration(new Date(start), duration).toISOString();
};

test.each([
  ['P1D', '2026-11-22T09:00:00.000Z'],
  ['P7D', '2026-11-28T09:00:00.000Z'],
  ['P1W', '2026-11-28T09:00:00.000Z'],
  ['P1M', '2026-12-21T09:00:00.000Z'],
  ['P1Y', '2027-11-21T09:00:00.000Z'],
  ['PT1H', '2026-11-21T10:00:00.000Z'],
  ['PT90M', '2026-11-21T10:30:00.000Z'],
  ['PT0.5S', '2026-11-21T09:00:00.500Z'],
  ['PT0,5S', '2026-11-21T09:00:00.500Z'],
  ['PT0S', '2026-11-21T09:00:00.000Z'],
  ['P1M2DT3H4M5S', '2026-12-23T12:04:05.000Z'],
])('%s leads to %s', (text, expected) => {
  expect(added('2026-11-21T09:00:00.000Z', text)).toBe(expected);
});

test('a month is limited to the last day of the target month', () => {
  expect(added('2027-01-31T09:00:00.000Z', 'P1M')).toBe('2027-02-28T09:00:00.000Z');
  expect(added('2028-01-31T09:00:00.000Z', 'P1M')).toBe('2028-02-29T09:00:00.000Z');
  expect(added('2028-02-29T09:00:00.000Z', 'P1Y')).toBe('2029-02-28T09:00:00.000Z');
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'P1H',
  'PT1D',
  '-P1D',
  'P-1D',
  '+P1D',
  'P1.5D',
  'p1d',
  ' P1D',
  'P1D ',
  'день',
])('%p is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});

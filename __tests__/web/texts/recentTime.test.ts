import { formatRecent } from '../../../src/web/texts/recentTime';

describe('the time of a past use', () => {
  const NOW = new Date(2026, 10, 28, 15, 0).getTime();
  const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

  it.each([
    [at(2026, 10, 28, 14, 20), 'сегодня 14:20'],
    [at(2026, 10, 28, 0, 0), 'сегодня 00:00'],
    [at(2026, 10, 27, 23, 59), 'вчера 23:59'],
    [at(2026, 10, 27, 0, 0), 'вчера 00:00'],
    [at(2026, 10, 26, 23, 59), '26 ноября 23:59'],
    [at(2026, 0, 1, 9, 5), '1 января 09:05'],
    [at(2025, 11, 31, 9, 5), '31 декабря 2025'],
    // This time is in the future, because the clock that recorded the time may be ahead of the viewer's clock.
    [at(2026, 10, 28, 15, 3), 'сегодня 15:03'],
  ])('%s reads %s on the viewer’s own clock', (iso, text) => {
    expect(formatRecent(iso, NOW)?.replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([null, undefined, '', 'soon', '1970-01-01T00:00:00.000Z'])('%s is not a valid time', (iso) => {
    expect(formatRecent(iso, NOW)).toBeNull();
  });
});

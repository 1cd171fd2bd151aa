import fc from 'fast-check';
import { formatDateTime, formatDay } from '../../../src/web/texts/dates';

describe('dd.mm.yy hh:mm', () => {
  it.each([
    ['2026-11-28T09:05:00.000Z', 'UTC', '28.11.26 09:05'],
    ['2026-11-28T09:05:00.000Z', 'Europe/Moscow', '28.11.26 12:05'],
    ['2026-12-31T21:00:00.000Z', 'Europe/Moscow', '01.01.27 00:00'],
    ['2028-02-29T23:59:59.999Z', 'UTC', '29.02.28 23:59'],
    ['2026-01-05T00:00:00Z', 'Asia/Vladivostok', '05.01.26 10:00'],
  ])('%s in %s reads %s [input-11, input-22]', (iso, timeZone, text) => {
    expect(formatDateTime(iso, timeZone)).toBe(text);
  });

  it('is in the time zone of the viewer unless told otherwise', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const iso = '2026-11-28T09:05:00.000Z';
    expect(formatDateTime(iso)).toBe(formatDateTime(iso, timeZone));
  });

  it('is what the platform says of any moment, and so are the days in words', () => {
    const figures = new Intl.DateTimeFormat('ru-RU', {
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    const words = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' });
    const moments = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const parts = figures
          .formatToParts(moment)
          .filter(({ type }) => type !== 'literal')
          .map(({ value }) => value.slice(-2));
        const iso = moment.toISOString();
        expect(formatDateTime(iso)).toBe(`${parts.slice(0, 3).join('.')} ${parts.slice(3).join(':')}`);
        expect(formatDay(iso)).toBe(words.format(moment).replace(' г.', '').replaceAll(' ', '\u00a0'));
      }),
    );
  });

  it.each([[null], [undefined], [''], ['soon'], ['1970-01-01T00:00:00.000Z']])(
    '%s is no date [input-10, input-21]',
    (iso) => {
      expect(formatDateTime(iso)).toBeNull();
      expect(formatDay(iso)).toBeNull();
    },
  );
});

it('writes a day in words that do not break apart', () => {
  expect(formatDay('2026-11-28T22:30:00.000Z', 'UTC')).toBe('28\u00a0ноября\u00a02026');
  expect(formatDay('2026-11-28T22:30:00.000Z', 'Europe/Moscow')).toBe('29\u00a0ноября\u00a02026');
  expect(formatDay('2027-05-01T12:00:00.000Z', 'UTC')).toBe('1\u00a0мая\u00a02027');
});

import fc from 'fast-check';
import { dayText, momentText } from '../../../src/shared/russianFormats';
import { formatDateTime, formatDay, formatMoneyDay, formatMoneyTime } from '../../../src/web/texts/dates';

const IN_MOSCOW = -180;
const IN_VLADIVOSTOK = -600;

/** Sets the viewer's time zone offset, in minutes behind UTC. */
const viewerAt = (offset: number) => jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);

afterEach(() => {
  jest.restoreAllMocks();
});

/** Recent dates only, because Moscow has used its present time zone since 2014. */
const RECENT = fc.date({ min: new Date('2015-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

function formatDigits(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
    .formatToParts(moment)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value.slice(-2));
  return `${parts.slice(0, 3).join('.')} ${parts.slice(3).join(':')}`;
}

describe('dd.mm.yy hh:mm', () => {
  it.each([
    ['2026-11-28T09:05:00.000Z', '28.11.26 12:05'],
    ['2026-12-31T21:00:00.000Z', '01.01.27 00:00'],
    ['2028-02-29T20:59:59.999Z', '29.02.28 23:59'],
    ['2027-02-28T23:18:00.000Z', '01.03.27 02:18'],
  ])('%s reads %s to a viewer in Moscow, and names the zone to others [input-11, input-22]', (iso, text) => {
    viewerAt(IN_MOSCOW);
    expect(formatMoneyTime(iso)).toBe(text);
    viewerAt(IN_VLADIVOSTOK);
    expect(formatMoneyTime(iso)).toBe(`${text} по\u00a0Москве`);
  });

  it('is in Moscow time whatever the viewer’s time zone is, and matches the JavaScript platform', () => {
    viewerAt(IN_VLADIVOSTOK);
    fc.assert(
      fc.property(RECENT, (moment) => {
        expect(formatDateTime(moment.toISOString())).toBe(formatDigits(moment, 'Europe/Moscow'));
      }),
    );
  });

  it.each([[null], [undefined], [''], ['soon'], ['1970-01-01T00:00:00.000Z']])(
    '%s is no date [input-10, input-21]',
    (iso) => {
      for (const format of [formatDateTime, formatMoneyTime, formatDay, formatMoneyDay])
        expect(format(iso)).toBeNull();
    },
  );
});

it('formats a date of the Moscow calendar in words without line breaks', () => {
  expect(formatDay('2026-11-28T20:59:00.000Z')).toBe('28\u00a0ноября\u00a02026');
  expect(formatDay('2026-11-28T22:30:00.000Z')).toBe('29\u00a0ноября\u00a02026');
  expect(formatDay('2027-05-01T12:00:00.000Z')).toBe('1\u00a0мая\u00a02027');
});

it('adds the hour and the time zone to the date of a charge if the viewer’s time zone differs', () => {
  const iso = '2027-02-28T23:18:00.000Z';
  viewerAt(IN_MOSCOW);
  expect(formatMoneyDay(iso)).toBe('1\u00a0марта\u00a02027');
  viewerAt(IN_VLADIVOSTOK);
  expect(formatMoneyDay(iso)).toBe('1\u00a0марта\u00a02027 в\u00a002:18 по\u00a0Москве');
});

it('matches the JavaScript platform for any moment in Moscow time', () => {
  const timeZone = 'Europe/Moscow';
  const words = new Intl.DateTimeFormat('ru-RU', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
  viewerAt(IN_MOSCOW);
  fc.assert(
    fc.property(RECENT, (moment) => {
      const day = words.format(moment).replace(' г.', '').replaceAll(' ', '\u00a0');
      const figures = formatDigits(moment, timeZone);
      expect(formatMoneyTime(moment.toISOString())).toBe(figures);
      expect(dayText(moment)).toBe(day);
      expect(momentText(moment)).toBe(`${day} в\u00a0${figures.slice(-5)} по\u00a0Москве`);
    }),
  );
});

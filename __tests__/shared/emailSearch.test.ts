/** Tests how the console reads an address in the forms in which mail programs, card providers, logs and agents write it. */
import { isSearchedAnywhere, readEmailSearch } from '../../src/shared/emailSearch';

const ANNA = 'anna@example.com';
const SIDOROVA = 'анна.сидорова@пример.рф';

it.each([
  ['Анна <Anna@Example.com>', ANNA],
  ['"Сидорова, Анна" <анна.сидорова@xn--e1afmkfd.xn--p1ai>', SIDOROVA],
  ['=?UTF-8?B?0JDQvdC90LA=?= <anna@example.com>', ANNA],
  ['<anna@example.com', ANNA],
  ['<mailto:anna@example.com>', ANNA],
  ['mailto:anna@example.com?subject=VPN', ANNA],
  [
    'mailto:%D0%B0%D0%BD%D0%BD%D0%B0.%D1%81%D0%B8%D0%B4%D0%BE%D1%80%D0%BE%D0%B2%D0%B0@xn--e1afmkfd.xn--p1ai',
    SIDOROVA,
  ],
  ['Anna [mailto:anna@example.com]', ANNA],
  ['anna@example.com (Анна)', ANNA],
  ['To: anna@example.com, boris@example.com', ANNA],
  ['E-mail:anna@example.com;', ANNA],
  ['email="anna@example.com"', ANNA],
  ['https://shop.example/?email=anna%40example.com&page=2', ANNA],
  ['&lt;anna@example.com&gt;', ANNA],
  ['anna&#64;example.com', ANNA],
  ['anna=40example.com', ANNA],
  [
    '\\u0430\\u043d\\u043d\\u0430.\\u0441\\u0438\\u0434\\u043e\\u0440\\u043e\\u0432\\u0430@пример.рф',
    SIDOROVA,
  ],
  ['"anna"@example.com', ANNA],
  ["'anna@example.com'", ANNA],
  ['«anna@example.com».', ANNA],
  ['ａｎｎａ＠example．com', ANNA],
  ['\u200banna@exam\u00adple.com', ANNA],
  ['anna (at) example (dot) com', ANNA],
  ['anna [собака] example.com', ANNA],
  ['anna собака example точка com', ANNA],
  ['anna @ example.com', ANNA],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['@xn--e1afmkfd', '@пример'],
  ['anna.sidorova@exampl...', 'anna.sidorova@exampl'],
  ['«Сидорова»', 'сидорова'],
  ["o'brien+vpn@example.com", "o'brien+vpn@example.com"],
  ['anna@[10.0.0.1]', 'anna@[10.0.0.1]'],
])('%j is %j', (typed, text) => {
  expect(readEmailSearch(typed)).toEqual({ text, pieces: null });
});

it.each([
  ['a***a@example.com', 'a*a@example.com', ['a', 'a@example.com']],
  ['an•••@exa•••.com', 'an*@exa*.com', ['an', '@exa', '.com']],
  ['a…a@example.com', 'a*a@example.com', ['a', 'a@example.com']],
  ['***sidorova@ya.ru', '*sidorova@ya.ru', ['', 'sidorova@ya.ru']],
  ['си***ва@пример.рф', 'си*ва@пример.рф', ['си', 'ва@пример.рф']],
])('%j has hidden characters', (typed, text, pieces) => {
  expect(readEmailSearch(typed)).toEqual({ text, pieces });
});

it.each(['anna', 'a.b', '%', '_', '*', '***', '...', '@', '4242 299 23.11.26', 'a b', 'o-00ff'])(
  'leaves %j as it is',
  (typed) => {
    expect(readEmailSearch(typed)).toEqual({ text: typed, pieces: null });
  },
);

it.each([
  ['сидорова', true],
  ['рф.', true],
  ['ann', true],
  ['рф', false],
  ['an', false],
  ['a.b', false],
])('searches %j anywhere: %s', (part, isAnywhere) => {
  expect(isSearchedAnywhere(part)).toBe(isAnywhere);
});

it.each([
  '%00anna@example.com',
  'anna\\u0000@example.com',
  '%E2%80%8Banna@example.com',
  'anna@example.com%20',
])('removes control and invisible characters that %s contains as escapes', (typed) => {
  expect(readEmailSearch(typed).text).toBe('anna@example.com');
});

it('finds nothing to search in an escaped control character', () => {
  expect(readEmailSearch('%00').text).toBe('');
});

/** Tests which characters are removed from texts that identify something. */
import { identifyingText } from '../../src/shared/identifyingText';

const INVISIBLE = [
  0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069,
  0x2800, 0x3164, 0xfe0f, 0xfeff, 0x0, 0x7f, 0x9f, 0xe0001,
];

test.each(INVISIBLE)('removes the character %d', (code) => {
  const character = String.fromCodePoint(code);
  expect(identifyingText(`${character}anna${character}@example.com${character}`)).toBe('anna@example.com');
});

test.each([0x20, 0x9, 0xa, 0xd, 0xa0, 0x1680, 0x2003, 0x2007, 0x2028, 0x202f, 0x205f, 0x3000])(
  'trims the space %d, and makes it ordinary inside a text',
  (code) => {
    const space = String.fromCodePoint(code);
    expect(identifyingText(`${space}anna${space}b${space}`)).toBe('anna b');
  },
);

test('keeps letters of every script', () => {
  expect(identifyingText('Анна-Ёлка_é#7')).toBe('Анна-Ёлка_é#7');
});

import fc from 'fast-check';
import { harmlessCell, writeCsv } from '../../src/shared/csv';

/** Minimal RFC 4180 parser, which is independent of the CSV writer under test. */
function readCsv(file: string, divider: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  let wasQuoted = false;
  for (let at = 0; at < file.length; at += 1) {
    const sign = file.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (file.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '' && !wasQuoted) {
      isQuoted = true;
      wasQuoted = true;
    } else if (sign === '\r' && file.charAt(at + 1) === '\n') {
      continue;
    } else if (sign === divider || sign === '\n') {
      rows.at(-1)?.push(cell);
      if (sign === '\n') rows.push([]);
      cell = '';
      wasQuoted = false;
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

const withoutMark = (file: string) => file.replace(/^\uFEFF/, '');
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const spice = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ';',
    ',',
    '"',
    "'",
    ' ',
    'cmd|',
    '＝',
    '＋',
    '－',
    '＠',
    'Ж',
    '🎁',
  ],
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(spice, { maxLength: 12 }).map((all) => all.join('')),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );

it('is parsed back to the values that were written', () => {
  const asWritten = (cell: string) => cell.replace(/(?<=^|[,;\t\r\n])'/g, '');
  fc.assert(
    fc.property(table, (rows) => {
      const read = readCsv(withoutMark(writeCsv(rows)), ';');
      expect(read.map((cells) => cells.map(asWritten))).toEqual(rows);
    }),
    { numRuns: 2000 },
  );
});

it('has no cell that begins with a formula character, whatever the delimiter', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const file = withoutMark(writeCsv(rows));
      for (const divider of [',', ';', '\t']) {
        for (const cell of readCsv(file, divider).flat()) expect(cell).not.toMatch(FORMULA);
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['=HYPERLINK("https://evil.example")', '\'=HYPERLINK("https://evil.example")'],
  ['+7 900', "'+7 900"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['a;=1', "a;'=1"],
  ['a,=1', "a,'=1"],
  ['a, =1', 'a, =1'],
  ["O'Hara", "O'Hara"],
  ['vasilisa@example.com', 'vasilisa@example.com'],
])('writes %j as %j', (given, expected) => {
  expect(harmlessCell(given)).toBe(expected);
});

it('produces a file that Excel with Russian settings opens: texts, numbers, dates and empty cells', () => {
  expect(
    writeCsv([
      ['name', 'amount', 'day', 'at'],
      ['say "yes"', 449.5, { day: '2026-11-05' }, { instant: '2026-11-05T09:00:01.234Z' }],
      ['Весна', -1.01, { day: '2026-12-31' }, null],
    ]),
  ).toBe(
    '\uFEFF"name";"amount";"day";"at"\r\n' +
      '"say ""yes""";449,5;05.11.2026;05.11.2026 09:00:01\r\n' +
      '"Весна";-1,01;31.12.2026;\r\n',
  );
});

/**
 * Writes tables as CSV files that a spreadsheet with Russian settings opens with a click: UTF-8 with a byte order mark,
 * semicolons between the cells, decimal commas, and dates as `dd.mm.yyyy hh:mm:ss`. The writer quotes texts, and escapes texts
 * that a spreadsheet would run as a formula. Numbers and dates are not quoted.
 */

/** Day as `yyyy-mm-dd`, which a spreadsheet must read as a date. */
export interface CsvDay {
  day: string;
}

/** Instant in ISO 8601 with `Z`, which a spreadsheet must read as a date with the time of day in UTC. */
export interface CsvInstant {
  instant: string;
}

export type CsvCell = string | number | null | CsvDay | CsvInstant;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Byte order mark, without which Excel reads a UTF-8 file in the code page of the computer. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Character between cells. Excel with Russian settings expects a semicolon, because the comma is the decimal sign. */
const DELIMITER = ';';

/**
 * A text is escaped at each position where a spreadsheet may start a cell and where a formula character follows. The
 * delimiter of the file does not start a cell, because the text is quoted. However, a spreadsheet with other settings
 * splits at the comma or the tab and then ignores the quotes, and the user may choose another delimiter. Therefore a
 * cell may start after a comma, a semicolon and a tab. The apostrophe counts as a formula character too, so that removing
 * one apostrophe at each escaped position restores the original text.
 */
const FORMULA = String.raw`['=+\-@\t\r\n＝＋－＠]`;
const STARTS_WITH_FORMULA = new RegExp(`^${FORMULA}`);
const FORMULA_FOLLOWS = new RegExp(String.raw`[,;\t\r\n](?=${FORMULA}|"|$)`, 'g');

/** Returns the text of a cell with an apostrophe before each possible formula, to prevent CSV injection (OWASP). */
export function harmlessCell(text: string): string {
  return (STARTS_WITH_FORMULA.test(text) ? "'" : '') + text.replace(FORMULA_FOLLOWS, "$&'");
}

/**
 * Returns the content of a CSV file. The first row is the header row, and null is written as an empty cell.
 * @example writeCsv([['id', 'email'], [1.5, null]]) // the lines "id";"email" and 1,5;
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((cells) => cells.map(written).join(DELIMITER)).join('\r\n');
  return `${BYTE_ORDER_MARK}${lines}\r\n`;
}

function written(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (typeof cell === 'string') return `"${harmlessCell(cell).replaceAll('"', '""')}"`;
  if ('day' in cell) return russianDay(cell.day);
  return `${russianDay(cell.instant.slice(0, 10))} ${cell.instant.slice(11, 19)}`;
}

function russianDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/**
 * Writes tables as CSV files (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and all cells quoted. The
 * writer escapes cells that a spreadsheet would run as a formula.
 */

export type CsvCell = string | number | null;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Byte order mark, without which Excel reads a UTF-8 file in the code page of the computer. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches each position in a text where a spreadsheet may start a cell and where a formula character follows. A comma
 * does not start a cell, because the text is quoted. A semicolon may start a cell, because spreadsheets with Russian
 * settings split lines at semicolons. A tab may start a cell, because spreadsheets split pasted text at tabs. When a
 * spreadsheet splits at another character than the comma, it ignores the quotes of the CSV file. The apostrophe counts
 * as a formula character too, so that removing one apostrophe at each matched position restores the original text.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=['=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="|$)/g;

/** Returns the text of a cell with an apostrophe before each possible formula, to prevent CSV injection (OWASP). */
export function harmlessCell(text: string): string {
  return text.replace(FORMULA_START, "'");
}

/**
 * Returns the content of a CSV file. The first row is the header row, and null is written as an empty cell.
 * @example writeCsv([['id', 'email'], [1, null]]) // the lines "id","email" and "1",""
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  return `${BYTE_ORDER_MARK}${lines}\r\n`;
}

function quoted(cell: CsvCell): string {
  const text = harmlessCell(cell === null ? '' : String(cell));
  return `"${text.replaceAll('"', '""')}"`;
}

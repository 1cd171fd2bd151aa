/**
 * Writes tables as CSV files (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and all cells quoted. Cells
 * that a spreadsheet would run as a formula are escaped.
 */

export type CsvCell = string | number | null;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Byte order mark, without which Excel reads a UTF-8 file in the code page of the computer. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches the positions in a text at which a spreadsheet may start a cell, if a formula character follows. A comma does
 * not start a cell because the text is quoted. Semicolons, tabs and line breaks may start a cell, because spreadsheets
 * with Russian settings split at semicolons, and pasted text is split at tabs. Such spreadsheets ignore the quotes of
 * this file, and treat a quote after a separator as the start of a quoted cell. The apostrophe counts as a formula
 * character too, so that removing one apostrophe at each position restores the original text.
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

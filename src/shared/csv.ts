/**
 * Tables as CSV files (RFC 4180) that spreadsheets open as they are: UTF-8 with a byte order mark,
 * every cell quoted, and no cell that a spreadsheet would run as a formula.
 */

export type CsvCell = string | number | null;

export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Without it Excel reads UTF-8 in the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Where a spreadsheet may begin a cell, and the signs that make it a formula there. The comma is not
 * among the places, since quotes hold it; a spreadsheet of a country that divides cells by the
 * semicolon (Russia) or a paste by the tab does not look at our quotes, and reads those that follow
 * its divider as its own. The apostrophe is a sign too, so that taking one away at each place gives
 * back exactly what was written.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=['=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?="|$)/g;

/** The text of a cell, with an apostrophe before what would be a formula (OWASP, «CSV injection»). */
export function harmlessCell(text: string): string {
  return text.replace(FORMULA_START, "'");
}

/** Rows of cells as the text of a file; null is an empty cell. The first row is the head. */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  return `${BYTE_ORDER_MARK}${lines}\r\n`;
}

function quoted(cell: CsvCell): string {
  const text = harmlessCell(cell === null ? '' : String(cell));
  return `"${text.replaceAll('"', '""')}"`;
}

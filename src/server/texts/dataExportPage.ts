/** Readable page of a customer's data: one HTML file without scripts and external resources. */
import { DARK, FONT_FAMILY, LIGHT } from '../../shared/designTokens';
import { formatAmount, momentText } from '../../shared/russianFormats';
import { EXPORT_WORDS } from './dataExportWords';
import { escapeHtml } from './htmlText';

export type ExportedRow = Readonly<Record<string, unknown>>;

export interface ExportedTable {
  /** Name of the table in the database. */
  table: string;
  name: string;
  /** Russian names of the columns. */
  columns: Readonly<Record<string, string>>;
  /** Number of rows. */
  count: number;
  /** Reads the rows page by page. */
  pages: () => AsyncIterable<readonly ExportedRow[]>;
}

export interface ExportedKind {
  kind: string;
  name: string;
  purpose: string;
  retention: string;
  tables: readonly ExportedTable[];
}

export interface ExportedData {
  product: string;
  createdAt: Date;
  kinds: readonly ExportedKind[];
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Returns a value in words, or null if there is nothing to show. */
function valueText(column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return momentText(value);
  if (typeof value === 'boolean') return value ? EXPORT_WORDS.yes : EXPORT_WORDS.no;
  if (typeof value === 'number') return /Kopecks$/.test(column) ? formatAmount(value / 100) : String(value);
  if (typeof value === 'string') return ISO_TIME.test(value) ? momentText(new Date(value)) : value;
  if (Array.isArray(value)) return value.map((each) => valueText(column, each) ?? '').join(', ');
  const parts = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const text = valueText(name, part);
    return text === null ? [] : [`${name}: ${text}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}

function rowHtml(row: Readonly<Record<string, unknown>>, columns: ExportedTable['columns']): string {
  const cells = Object.entries(columns).flatMap(([column, name]) => {
    const text = valueText(column, row[column]);
    return text === null ? [] : [`<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`];
  });
  return cells.length === 0 ? '' : `<dl>${cells.join('')}</dl>`;
}

async function* kindHtml({ name, purpose, retention, tables }: ExportedKind): AsyncGenerator<string> {
  const filled = tables.filter(({ count }) => count > 0);
  yield [
    `<section><h2>${escapeHtml(name)}</h2>`,
    `<p>${EXPORT_WORDS.purpose}: ${escapeHtml(purpose)}.<br>${EXPORT_WORDS.retention}: ${escapeHtml(retention)}.</p>`,
    filled.length === 0 ? `<p>${EXPORT_WORDS.nothing}</p>\n` : '',
  ].join('\n');
  for (const { name: table, count, columns, pages } of filled) {
    yield `<h3>${escapeHtml(table)}: ${count}</h3>`;
    for await (const rows of pages()) yield rows.map((row) => `${rowHtml(row, columns)}\n`).join('');
  }
  yield '</section>\n';
}

const STYLES = `
:root{color-scheme:light dark}
body{margin:0 auto;padding:32px 20px 64px;max-width:760px;font:16px/1.5 ${FONT_FAMILY};color:${LIGHT.text};background:${LIGHT.page}}
h1{font-size:32px;line-height:1.15;margin:0 0 12px}h2{font-size:23px;margin:40px 0 6px}h3{font-size:17px;margin:22px 0 8px}
p{margin:0 0 8px;color:${LIGHT.muted}}
dl{display:grid;grid-template-columns:minmax(0,13em) minmax(0,1fr);gap:4px 16px;margin:0 0 10px;padding:12px 16px;border:1px solid ${LIGHT.line};border-radius:12px;background:${LIGHT.surface};break-inside:avoid}
dt{color:${LIGHT.muted}}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:560px){dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:6px}}
@media (prefers-color-scheme:dark){body{color:${DARK.text};background:${DARK.page}}p,dt{color:${DARK.muted}}dl{border-color:${DARK.line};background:${DARK.surface}}}
`.trim();

/** Returns the page in parts. Every text is escaped. */
export async function* dataExportPage({ product, createdAt, kinds }: ExportedData): AsyncGenerator<string> {
  const title = escapeHtml(EXPORT_WORDS.title(product));
  yield [
    '<!doctype html>',
    '<html lang="ru"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">',
    `<title>${title}</title><style>${STYLES}</style></head><body><main>`,
    `<h1>${title}</h1><p>${escapeHtml(EXPORT_WORDS.lead(momentText(createdAt)))}</p>\n`,
  ].join('\n');
  for (const kind of kinds) yield* kindHtml(kind);
  yield '</main></body></html>';
}

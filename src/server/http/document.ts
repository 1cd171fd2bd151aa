/**
 * Writes HTML documents: fills the built `app.html` with the runtime configuration and, where available, a
 * prerendered page.
 */
import * as v from 'valibot';
import { type ClientConfiguration, CONFIGURATION_ELEMENT_ID } from '../../shared/configuration';
import { encodeNotice, type Notice, NOTICE_ELEMENT_ID, noticeParts } from '../../shared/notice';
import type { PrerenderedPage } from '../../shared/prerenderedPage';
import { escapeHtml } from '../texts/htmlText';

/**
 * HTML template of the build, without a prerendered page. The template is filled for each prerendered page, and is
 * served without page content for all other paths.
 */
export const TEMPLATE_FILE = 'app.html';

/** File that lists the chunks that each screen's module needs, relative to the build folder. */
export const SCREEN_FILES = '.build/screens.json';

const screenFiles = v.record(v.string(), v.array(v.string()));

export type ScreenFiles = v.InferOutput<typeof screenFiles>;

/** Parses the list of the chunks of each screen. Throws if the file has an unexpected format. */
export function parseScreenFiles(text: string): ScreenFiles {
  return v.parse(screenFiles, JSON.parse(text));
}

/** Placeholders in the template for the configuration and for the styles of a page. */
const CONFIGURATION_PLACEHOLDER = '<!--configuration-->';
const PAGE_PLACEHOLDER = '<!--page-->';
const ROOT = '<html lang="ru">';
const EMPTY_BODY = '<div id="root"></div>';

/** Matches elements that load the application's own chunks, in the form that the build writes. */
const APPLICATION_FILE =
  /[\t ]*<(?:script type="module"|link rel="modulepreload")[^>]*? (?:src|href)="(?<file>\/[^"]+)"[^>]*>(?:<\/script>)?\n?/g;
const EMPTY_NOTICE = `<div id="${NOTICE_ELEMENT_ID}" role="status"></div>`;
const TITLE = /<title data-static>[^<]*<\/title>/;

/** HTML document, with the inline styles and scripts whose hashes its Content-Security-Policy must contain. */
export interface WrittenDocument {
  html: string;
  /** Contents of the inline style elements. */
  styles: readonly string[];
  /** Contents of the executable inline script elements. */
  scripts: readonly string[];
}

/**
 * Serializes a value as JSON that is safe inside a script element. The characters `<`, `>`, `&`, U+2028 and U+2029 are
 * escaped.
 */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function replaceOnce(html: string, placeholder: string, part: string): string {
  const parts = html.split(placeholder);
  if (parts.length !== 2) throw new Error(`The document must contain ${placeholder} exactly once.`);
  return parts.join(part);
}

/** Inserts the configuration into a document. Throws unless the document contains the placeholder exactly once. */
export function withConfiguration(html: string, configuration: ClientConfiguration): string {
  const block = `<script type="application/json" id="${CONFIGURATION_ELEMENT_ID}">${inertJson(configuration)}</script>`;
  return replaceOnce(html, CONFIGURATION_PLACEHOLDER, block);
}

/** Inserts the maintenance notice into a document. Throws unless the document contains the empty element exactly once. */
export function withNotice(html: string, notice: Notice): string {
  const parts = noticeParts(notice).map(([tag, text]) => `<${tag}>${escapeHtml(text)}</${tag}>`);
  const encoded = `data-notice=${attribute(encodeNotice(notice))}`;
  const element = `<div id="${NOTICE_ELEMENT_ID}" role="status" ${encoded}>${parts.join('')}</div>`;
  return replaceOnce(html, EMPTY_NOTICE, element);
}

function findContents(html: string, element: 'style' | 'script'): string[] {
  const found = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return [...found].flatMap(([, content]) => (content === undefined ? [] : [content]));
}

function attribute(value: string): string {
  return `"${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
}

/**
 * Returns the URLs of the application's chunks in the order of the template. The entry chunk comes first, then its
 * imports.
 */
function applicationFiles(template: string): string[] {
  const files = [...template.matchAll(APPLICATION_FILE)].flatMap(({ groups }) => groups?.['file'] ?? []);
  if (files.length === 0) throw new Error('The document loads no application chunks.');
  return files;
}

function withPage(template: string, page: PrerenderedPage, files: ScreenFiles): string {
  const own = applicationFiles(template);
  const needed = files[page.screen];
  if (needed === undefined) throw new Error(`The build has no file for ${page.screen}.`);
  const further = needed.filter((file) => !own.includes(file));
  const attributes = [
    `data-page=${attribute(page.path)}`,
    `data-starts=${attribute(page.starts)}`,
    ...(page.differsFor.length > 0 ? [`data-differs-for=${attribute(page.differsFor.join(' '))}`] : []),
    ...(page.needs.length > 0 ? [`data-needs=${attribute(page.needs.join(' '))}`] : []),
    ...(page.isSkeleton ? ['data-skeleton'] : []),
    `data-application=${attribute([...own, ...further].join(' '))}`,
  ].join(' ');
  const styles = [
    ...page.styles.map(({ emotion, css }) => `<style data-emotion=${attribute(emotion)}>${css}</style>`),
    `<noscript><style>${page.stylesWithoutScript}</style></noscript>`,
  ].join('');
  // The elements that load the chunks are removed. The document's inline script loads the chunks later.
  const written = template.replace(APPLICATION_FILE, '');
  if (!TITLE.test(written)) throw new Error('The document must have a static title.');
  return [
    [ROOT, `<html lang="ru" ${attributes}>`] as const,
    [PAGE_PLACEHOLDER, styles] as const,
    [EMPTY_BODY, `<div id="root">${page.body}</div>`] as const,
  ]
    .reduce((html, [placeholder, part]) => replaceOnce(html, placeholder, part), written)
    .replace(TITLE, () => `<title>${page.title}</title>`);
}

/**
 * Returns the document of a prerendered page, or the plain template if `page` is null. `configuration` is null on
 * static hosting, because no server can provide it.
 */
export function writeDocument(
  template: string,
  page: PrerenderedPage | null,
  configuration: ClientConfiguration | null,
  files: ScreenFiles,
): WrittenDocument {
  const html = page === null ? template : withPage(template, page, files);
  return {
    html: configuration === null ? html : withConfiguration(html, configuration),
    // Only inline texts of the build are listed. The Content-Security-Policy never allows text that comes from the
    // configuration.
    styles: [
      ...findContents(template, 'style'),
      ...(page === null ? [] : [...page.styles.map(({ css }) => css), page.stylesWithoutScript]),
    ],
    scripts: findContents(template, 'script'),
  };
}

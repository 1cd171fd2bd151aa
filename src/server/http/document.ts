/**
 * Writes a document: the built `app.html`, filled with what only the running server knows, and with a
 * finished page where there is one.
 */
import * as v from 'valibot';
import { type ClientConfiguration, CONFIGURATION_ELEMENT_ID } from '../../shared/configuration';
import type { PrerenderedPage } from '../../shared/prerenderedPage';

/** The build's document without a page: what is filled, and what answers where no page is finished. */
export const TEMPLATE_FILE = 'app.html';

/** Which files each screen's module needs, as the build tells in its folder. */
export const SCREEN_FILES = '.build/screens.json';

const screenFiles = v.record(v.string(), v.array(v.string()));

export type ScreenFiles = v.InferOutput<typeof screenFiles>;

/** Throws when the build wrote it in another form. */
export function parseScreenFiles(text: string): ScreenFiles {
  return v.parse(screenFiles, JSON.parse(text));
}

/** Stand in the template where the parts go. */
const CONFIGURATION_PLACEHOLDER = '<!--configuration-->';
const PAGE_PLACEHOLDER = '<!--page-->';
const ROOT = '<html lang="ru">';
const EMPTY_BODY = '<div id="root"></div>';

/** The files of the application, as the build names them. */
const APPLICATION_FILE =
  /[\t ]*<(?:script type="module"|link rel="modulepreload")[^>]*? (?:src|href)="(?<file>\/[^"]+)"[^>]*>(?:<\/script>)?\n?/g;
const TITLE = /<title data-static>[^<]*<\/title>/;

/** A document, and the texts inside it that its policy has to name. */
export interface WrittenDocument {
  html: string;
  /** Contents of its style elements. */
  styles: readonly string[];
  /** Contents of the script elements that run. */
  scripts: readonly string[];
}

/** JSON that can stand in a script element: no `<`, and no line separator that old parsers trip over. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function replaceOnce(html: string, placeholder: string, part: string): string {
  const parts = html.split(placeholder);
  if (parts.length !== 2) throw new Error(`The document must hold ${placeholder} once.`);
  return parts.join(part);
}

/** Puts the configuration in. Throws when the document has no place for it. */
export function withConfiguration(html: string, configuration: ClientConfiguration): string {
  const block = `<script type="application/json" id="${CONFIGURATION_ELEMENT_ID}">${inertJson(configuration)}</script>`;
  return replaceOnce(html, CONFIGURATION_PLACEHOLDER, block);
}

function contentsOf(html: string, element: 'style' | 'script'): string[] {
  const found = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return [...found].flatMap(([, content]) => (content === undefined ? [] : [content]));
}

function attribute(value: string): string {
  return `"${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
}

/** The application's files in the order of the template: what runs first, then what it imports. */
function applicationFiles(template: string): string[] {
  const files = [...template.matchAll(APPLICATION_FILE)].flatMap(({ groups }) => groups?.['file'] ?? []);
  if (files.length === 0) throw new Error('The document names no application.');
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
  // The script inside the document asks for them in its time.
  const written = template.replace(APPLICATION_FILE, '');
  if (!TITLE.test(written)) throw new Error('The document must have a title of its own.');
  return [
    [ROOT, `<html lang="ru" ${attributes}>`] as const,
    [PAGE_PLACEHOLDER, styles] as const,
    [EMPTY_BODY, `<div id="root">${page.body}</div>`] as const,
  ]
    .reduce((html, [placeholder, part]) => replaceOnce(html, placeholder, part), written)
    .replace(TITLE, () => `<title>${page.title}</title>`);
}

/**
 * The document of a page, or, for null, the one that the application fills. `configuration` null: there is
 * no server to say anything (static hosting).
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
    // Of our own build only: what the configuration brings is never named.
    styles: [
      ...contentsOf(template, 'style'),
      ...(page === null ? [] : [...page.styles.map(({ css }) => css), page.stylesWithoutScript]),
    ],
    scripts: contentsOf(template, 'script'),
  };
}

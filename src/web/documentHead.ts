/**
 * What the build writes into `app.html`: words, the ground that is drawn before anything else has come,
 * so that nobody sees a white flash, and the script that runs before the application.
 */
import { DEFAULT_BRAND } from '../shared/brand';
import {
  DARK,
  FONT_ASCENT,
  FONT_DESCENT,
  FONT_FALLBACKS,
  FONT_FILES,
  FONT_NAME,
  FONT_WEIGHTS,
  LIGHT,
} from '../shared/designTokens';
import { FRAGMENT } from '../shared/prerenderedPage';
import { TRUSTED_TYPES } from '../shared/trustedTypes';
import {
  APPLICATION_IS_READY,
  APPLICATION_STARTS,
  beforeApplication,
  HELD_ATTRIBUTE,
  type Names,
  SKELETON_ATTRIBUTE,
} from './beforeApplication/beforeApplication';
import { DOCUMENT_TEXTS } from './texts/document';
import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_STORAGE_KEY } from './theme/colorScheme';
import { COPIED_ATTRIBUTE, COPY_ATTRIBUTE } from './theme/copyAttributes';
import { PERSONAL_ATTRIBUTE } from './theme/personalAttribute';

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

/**
 * Here and not among the application's styles: those are put in again when it takes the page over, and an email that
 * had come too late would come in then.
 */
const FONT_FACES = [
  ...FONT_FILES.map(({ path, range }) => [
    `font-family:${FONT_NAME}`,
    `font-weight:${FONT_WEIGHTS}`,
    // It comes with the first picture or waits for the next page: nothing moves when it arrives late.
    'font-display:optional',
    `src:url(${path}) format("woff2")`,
    `unicode-range:${range}`,
  ]),
  ...FONT_FALLBACKS.map(({ name, weight, local, sizeAdjust }) => [
    `font-family:${name}`,
    `font-weight:${weight}`,
    `src:${local.map((face) => `local("${face}")`).join(',')}`,
    `size-adjust:${percent(sizeAdjust)}`,
    `ascent-override:${percent(FONT_ASCENT / sizeAdjust)}`,
    `descent-override:${percent(FONT_DESCENT / sizeAdjust)}`,
    'line-gap-override:0%',
  ]),
].map((declarations) => `@font-face{${declarations.join(';')}}`);

const GROUND = [
  // As the application's own styles have it: their arrival moves nothing.
  'body{margin:0}',
  `html{background:${LIGHT.page}}`,
  `@media(prefers-color-scheme:dark){html{background:${DARK.page}}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=light]{background:${LIGHT.page}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=dark]{background:${DARK.page}}`,
  `html[${HELD_ATTRIBUTE}] body{visibility:hidden}`,
  `html[${SKELETON_ATTRIBUTE}] [${PERSONAL_ATTRIBUTE}]{visibility:hidden}`,
  ...FONT_FACES,
].join('');

/** A page that is only read starts its application after this, so that the next one is there at once. */
const START_AFTER_MS = 10_000;

/** A document that took longer to begin came over a network on which files are asked for before the first picture. */
const SLOW_DOCUMENT_MS = 200;

const NAMES: Names = {
  colorSchemeAttribute: COLOR_SCHEME_ATTRIBUTE,
  colorSchemeKey: COLOR_SCHEME_STORAGE_KEY,
  heldAttribute: HELD_ATTRIBUTE,
  copyAttribute: COPY_ATTRIBUTE,
  copiedAttribute: COPIED_ATTRIBUTE,
  applicationStarts: APPLICATION_STARTS,
  applicationIsReady: APPLICATION_IS_READY,
  fragment: FRAGMENT,
  trustedTypes: TRUSTED_TYPES.application,
  startAfterMs: START_AFTER_MS,
  slowDocumentMs: SLOW_DOCUMENT_MS,
};

/** Stand in `app.html` where the parts go. */
const HEAD_PLACEHOLDER = '<!--head-->';
const NO_SCRIPT_PLACEHOLDER = '<!--no-script-->';

/** The emails of every page: asked for before the rules that name them are read, they mostly come with the first picture. */
const PRELOADED_FONTS = FONT_FILES.slice(0, 2).map(
  ({ path }) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
);

const HEAD = [
  `<title data-static>${DOCUMENT_TEXTS.title(DEFAULT_BRAND.product)}</title>`,
  `<meta name="description" content="${DOCUMENT_TEXTS.description}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${LIGHT.page}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK.page}">`,
  ...PRELOADED_FONTS,
  `<style>${GROUND}</style>`,
];

/** The source of the script that runs before the application. */
export const SCRIPT_BEFORE_APPLICATION = `(${beforeApplication.toString()})(window,${JSON.stringify(NAMES)})`;

/** `script` is `SCRIPT_BEFORE_APPLICATION`, made small. */
export function withDocumentHead(html: string, script: string): string {
  const head = [...HEAD, `<script>${script}</script>`].join('\n    ');
  return html
    .replace(HEAD_PLACEHOLDER, () => head)
    .replace(NO_SCRIPT_PLACEHOLDER, () => DOCUMENT_TEXTS.noScript);
}

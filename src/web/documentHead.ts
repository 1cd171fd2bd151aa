/**
 * Content that the build writes into the head of `app.html`: title and meta tags, the background colours that prevent a
 * white flash, and the script that runs before the application.
 */
import { DEFAULT_BRAND } from '../shared/brand';
import { WIDE_LAYOUT_BREAKPOINT_PX } from '../shared/constants';
import {
  DARK,
  FONT_ASCENT,
  FONT_DESCENT,
  FONT_FALLBACKS,
  FONT_NAME,
  FONT_PATH,
  FONT_WEIGHTS,
  LIGHT,
  RADIUS,
} from '../shared/designTokens';
import { FRAGMENT } from '../shared/prerenderedPage';
import { TRUSTED_TYPES } from '../shared/trustedTypes';
import { EMAIL_PATTERN } from '../shared/validation';
import {
  APPLICATION_IS_READY,
  APPLICATION_STARTS,
  beforeApplication,
  HELD_ATTRIBUTE,
  type Names,
  SKELETON_ATTRIBUTE,
} from './beforeApplication/beforeApplication';
import { markOldBrowser, OLD_BROWSER_ATTRIBUTE } from './beforeApplication/oldBrowser';
import type { IdentityField } from './identity/identityState';
import { PATHS } from './navigation/paths';
import { DOCUMENT_TEXTS } from './texts/document';
import { emailParts } from './texts/emailParts';
import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_STORAGE_KEY } from './theme/colorScheme';
import { COPIED_ATTRIBUTE, COPY_ATTRIBUTE } from './theme/copyAttributes';
import { PERSONAL_ATTRIBUTE } from './theme/personalAttribute';

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

/**
 * Font faces are in the document head and not in the application's styles. The application inserts its styles again
 * during hydration, which would swap in a web font that arrived late.
 */
const FONT_FACES = [
  [
    `font-family:${FONT_NAME}`,
    `font-weight:${FONT_WEIGHTS}`,
    // With `font-display: optional`, a web font that is not loaded before the first paint is used only on the next
    // page, so that a late web font causes no layout shift.
    'font-display:optional',
    `src:url(${FONT_PATH}) format("woff2")`,
  ],
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

/** Left and right padding of the content of a customer screen in the wide layout. */
const WIDE_PADDING = 'max(28px,28vw - 260px)';

/** Selects the application while the document shows a maintenance notice. */
const WITH_NOTICE = '#notice:not(:empty)~#root';

/** Space below the content for the notice. The application sets the exact height of the notice. */
const NOTICE_SPACE = 'padding-bottom:calc(var(--notice,12rem) + 24px)';

/**
 * Styles of the maintenance notice, which is outside the application. It stays at the lower edge of the window, so it shifts
 * nothing when it appears, and hides nothing when the page is scrolled to its end. In a wide window it is as wide as the
 * content of a customer screen.
 */
const NOTICE = [
  '[data-notice]:not(:empty){box-sizing:border-box;padding:12px 16px;font-size:.9375rem;line-height:1.45;',
  `border:1px solid;border-radius:${RADIUS.card}px;`,
  'color:var(--p-palette-tone-warningText,CanvasText);background:var(--p-palette-tone-warningGround,Canvas)}',
  '[data-notice]>*{display:block;margin:0;overflow-wrap:anywhere;white-space:pre-line}',
  '#notice:not(:empty){position:fixed;z-index:3;right:12px;bottom:calc(12px + env(safe-area-inset-bottom));left:12px;',
  'box-shadow:0 10px 30px -12px rgb(4 8 24/.5)}',
  `${WITH_NOTICE}{${NOTICE_SPACE}}`,
  `@media(min-width:${WIDE_LAYOUT_BREAKPOINT_PX + 1}px){`,
  `#notice:not(:empty){right:${WIDE_PADDING};left:auto;width:min(520px,56% - 2*${WIDE_PADDING})}`,
  // Space below the whole page would show a scrollbar on a page that fits into the window.
  `${WITH_NOTICE}{padding:0}${WITH_NOTICE} main{${NOTICE_SPACE}}}`,
  '@media(max-height:320px){#notice:not(:empty){position:static}}',
  '@media print{#notice:not(:empty){display:none}}',
  // Scrolls a focused element out from under the notice.
  'html{scroll-padding-bottom:var(--notice,0)}',
];

const GROUND = [
  // The margin is the same as in the application's styles, so that loading these styles causes no layout shift.
  'body{margin:0}',
  `html{background:${LIGHT.page}}`,
  `@media(prefers-color-scheme:dark){html{background:${DARK.page}}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=light]{background:${LIGHT.page}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=dark]{background:${DARK.page}}`,
  '#old-browser{display:none;padding:24px 18px;font:1.0625rem/1.5 system-ui,sans-serif;color:#fff;background:#8b0000}',
  '#old-browser a{color:inherit}',
  // The notice is the first on the page but the last in the document, because a link for skipping it must come first there.
  `html[${OLD_BROWSER_ATTRIBUTE}] body{display:flex;flex-direction:column}`,
  `html[${OLD_BROWSER_ATTRIBUTE}] #old-browser{display:block;order:-1}`,
  // A page of links is readable without the application.
  `html[${OLD_BROWSER_ATTRIBUTE}]:not([data-starts=onIntent]) #root{display:none}`,
  `html[${HELD_ATTRIBUTE}] body{visibility:hidden}`,
  `html[${SKELETON_ATTRIBUTE}] [${PERSONAL_ATTRIBUTE}=""]{visibility:hidden}`,
  ...NOTICE,
  ...FONT_FACES,
].join('');

/** Storage key of the customer's email address. */
const EMAIL_KEY: IdentityField = 'email';

/** Delay before a static page starts the application, in ms, so that the next page opens immediately. */
const START_AFTER_MS = 10_000;

/**
 * Limit in ms for the time from the navigation to the first lines of the HTML document. If the time is above this
 * limit, the network counts as slow, and the chunks are preloaded before the first paint.
 */
const SLOW_DOCUMENT_MS = 200;

const NAMES: Names = {
  colorSchemeAttribute: COLOR_SCHEME_ATTRIBUTE,
  colorSchemeKey: COLOR_SCHEME_STORAGE_KEY,
  heldAttribute: HELD_ATTRIBUTE,
  copyAttribute: COPY_ATTRIBUTE,
  copiedAttribute: COPIED_ATTRIBUTE,
  personalAttribute: PERSONAL_ATTRIBUTE,
  emailKey: EMAIL_KEY,
  emailPattern: EMAIL_PATTERN.source,
  applicationStarts: APPLICATION_STARTS,
  applicationIsReady: APPLICATION_IS_READY,
  oldBrowserAttribute: OLD_BROWSER_ATTRIBUTE,
  fragment: FRAGMENT,
  trustedTypes: TRUSTED_TYPES.application,
  startAfterMs: START_AFTER_MS,
  slowDocumentMs: SLOW_DOCUMENT_MS,
};

/** Placeholders in `app.html` that the build replaces. */
const HEAD_PLACEHOLDER = '<!--head-->';
const NO_SCRIPT_PLACEHOLDER = '<!--no-script-->';
const OLD_BROWSER_PLACEHOLDER = '<!--old-browser-->';

/**
 * Preload tag of the web font. The font is requested before the CSS is parsed, so it usually arrives in time for the first
 * paint.
 */
const PRELOADED_FONT = `<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>`;

const HEAD = [
  `<title data-static>${DOCUMENT_TEXTS.title(DEFAULT_BRAND.product)}</title>`,
  `<meta name="description" content="${DOCUMENT_TEXTS.description}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${LIGHT.page}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK.page}">`,
  PRELOADED_FONT,
  `<style>${GROUND}</style>`,
];

/** Source text of the script that runs before the application. */
export const SCRIPT_BEFORE_APPLICATION = `(${beforeApplication.toString()})(window,${JSON.stringify(NAMES)},${emailParts.toString()})`;

/** Source text of the script that marks old browsers. Only its white space may be minified, because old browsers run it. */
export const SCRIPT_FOR_OLD_BROWSERS = `(${markOldBrowser.toString()})(window,${JSON.stringify(OLD_BROWSER_ATTRIBUTE)})`;

const OLD_BROWSER_NOTICE = `${DOCUMENT_TEXTS.oldBrowser} <a href="${PATHS.support}">${DOCUMENT_TEXTS.oldBrowserSupport}</a>`;

/** Inserts the generated head content into the HTML document. `scripts` are the minified inline scripts in their order. */
export function withDocumentHead(html: string, scripts: readonly string[]): string {
  const head = [...HEAD, ...scripts.map((script) => `<script>${script}</script>`)].join('\n    ');
  return html
    .replace(HEAD_PLACEHOLDER, () => head)
    .replace(NO_SCRIPT_PLACEHOLDER, () => DOCUMENT_TEXTS.noScript)
    .replace(OLD_BROWSER_PLACEHOLDER, () => OLD_BROWSER_NOTICE);
}

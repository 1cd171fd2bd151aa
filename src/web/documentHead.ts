/**
 * What the build writes into `index.html`: words, and the ground that is drawn before any script or
 * style has come, so that nobody sees a white flash.
 */
import { DEFAULT_BRAND } from '../shared/brand';
import { DARK, LIGHT } from '../shared/look';
import { DOCUMENT_TEXTS } from './texts/document';
import { COLOR_SCHEME_ATTRIBUTE } from './theme/colorScheme';

const GROUND = [
  `html{background:${LIGHT.page}}`,
  `@media(prefers-color-scheme:dark){html{background:${DARK.page}}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=light]{background:${LIGHT.page}}`,
  `html[${COLOR_SCHEME_ATTRIBUTE}=dark]{background:${DARK.page}}`,
].join('');

/** Stand in `index.html` where the parts go. */
const HEAD_PLACEHOLDER = '<!--head-->';
const NO_SCRIPT_PLACEHOLDER = '<!--no-script-->';

const HEAD = [
  `<title data-static>${DOCUMENT_TEXTS.title(DEFAULT_BRAND.product)}</title>`,
  `<meta name="description" content="${DOCUMENT_TEXTS.description}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${LIGHT.page}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK.page}">`,
  `<style nonce="%CSP_NONCE%">${GROUND}</style>`,
].join('\n    ');

export function withDocumentHead(html: string): string {
  return html.replace(HEAD_PLACEHOLDER, HEAD).replace(NO_SCRIPT_PLACEHOLDER, DOCUMENT_TEXTS.noScript);
}

/** Fills the built HTML with what only the running server knows. */
import { type ClientConfiguration, CONFIGURATION_ELEMENT_ID } from '../../shared/configuration';
import { NONCE_PLACEHOLDER } from './contentSecurityPolicy';

/** Stands in `index.html` where the configuration block goes. */
const CONFIGURATION_PLACEHOLDER = '<!--configuration-->';

/** JSON that can stand in a script element: no `<`, and no line separator that old parsers trip over. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Puts the configuration in. Throws when the document has no place for it. */
export function withConfiguration(html: string, configuration: ClientConfiguration): string {
  const block = `<script type="application/json" id="${CONFIGURATION_ELEMENT_ID}">${inertJson(configuration)}</script>`;
  const parts = html.split(CONFIGURATION_PLACEHOLDER);
  if (parts.length !== 2) throw new Error(`The document must hold ${CONFIGURATION_PLACEHOLDER} once.`);
  return parts.join(block);
}

/** Puts the request's nonce in, wherever the document or the policy names it. */
export function withNonce(text: string, nonce: string): string {
  return text.replaceAll(NONCE_PLACEHOLDER, nonce);
}

/**
 * Trusted Types policies of the customer documents. The application itself passes no text to script or HTML sinks. The
 * Firebase SDK, Google's script and the card widget pass plain text, which the browser checks against the default
 * policy. The default policy allows only the script URLs from the configuration and the further scripts that these scripts
 * load.
 */
import { type ClientConfiguration, TOKEN_WIDGET_SCRIPTS } from '../../shared/configuration';
import { parseUrl } from '../../shared/parseUrl';
import { TRUSTED_TYPES } from '../../shared/trustedTypes';

type Rule = (text: string) => string | null;

/** Subset of the browser's `trustedTypes`. Older browsers have no `trustedTypes` and check nothing. */
export interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: Rule; createHTML?: Rule },
  ): { createScriptURL(text: string): unknown };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypesFactory;
  }
}

/**
 * Origin and paths of Google's script that the Firebase SDK loads, and of the further scripts that Google's script
 * loads.
 */
const GOOGLE_ORIGIN = 'https://apis.google.com';
const GOOGLE_PATHS = /^\/(?:js\/api\.js$|_\/scs\/)/;

/** Pattern of markup that could run code. The card widget does not need such markup. */
const CAN_RUN = /<\s*script|[\s/"']on[a-z]+\s*=|javascript:|srcdoc/i;

/** Returns whether a script URL is in the configuration, or belongs to a script that a configured script loads. */
export function isForeignScript(
  address: string,
  { google, cardWidget }: Pick<ClientConfiguration, 'google' | 'cardWidget'>,
): boolean {
  if (address === cardWidget.scriptUrl || (google.enabled && address === google.gapiUrl)) return true;
  if (cardWidget.dialect === 'token' && address.startsWith(`${TOKEN_WIDGET_SCRIPTS}/`)) return true;
  if (!google.enabled || google.gapiUrl !== undefined) return false;
  const url = parseUrl(address);
  return url?.origin === GOOGLE_ORIGIN && GOOGLE_PATHS.test(url.pathname);
}

interface Page {
  readonly trustedTypes?: TrustedTypesFactory;
  readonly document: { readonly scripts: Iterable<Pick<Element, 'getAttribute'>> };
}

/** Installs the default policy of the page. The function must be called only once per document. */
export function admitForeignScripts(page: Page, configuration: ClientConfiguration): void {
  const { scriptUrl } = configuration.cardWidget;
  const isWidgetHere = () =>
    [...page.document.scripts].some((script) => script.getAttribute('src') === scriptUrl);
  page.trustedTypes?.createPolicy(TRUSTED_TYPES.foreignScripts, {
    createScriptURL: (address) => (isForeignScript(address, configuration) ? address : null),
    // The card provider's script may insert any markup for the card dialog that cannot run code.
    createHTML: (markup) => (isWidgetHere() && !CAN_RUN.test(markup) ? markup : null),
  });
}

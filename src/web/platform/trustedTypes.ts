/**
 * What may become a script or markup in a customer's document, where the policy asks for Trusted Types. The
 * application gives no text to either; the Firebase SDK, Google's script and the card widget give plain
 * texts, about which the browser asks the default policy: the addresses that the configuration names.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import { TRUSTED_TYPES } from '../../shared/trustedTypes';

type Rule = (text: string) => string | null;

/** What is used of the browser's own; older ones have none, and ask nobody. */
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

/** The script that the SDK asks for, and the parts which that one asks for. */
const GOOGLE_ORIGIN = 'https://apis.google.com';
const GOOGLE_PATHS = /^\/(?:js\/api\.js$|_\/scs\/)/;

/** Markup that could run something: the card widget has no need of it. */
const CAN_RUN = /<\s*script|[\s/"']on[a-z]+\s*=|javascript:|srcdoc/i;

/** Whether an address is one of those that the configuration names. */
export function isForeignScript(
  address: string,
  { google, cardWidget }: Pick<ClientConfiguration, 'google' | 'cardWidget'>,
): boolean {
  if (address === cardWidget.scriptUrl || (google.enabled && address === google.gapiUrl)) return true;
  if (!google.enabled || google.gapiUrl !== undefined || !URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return origin === GOOGLE_ORIGIN && GOOGLE_PATHS.test(pathname);
}

interface Page {
  readonly trustedTypes?: TrustedTypesFactory;
  readonly document: { readonly scripts: Iterable<Pick<Element, 'getAttribute'>> };
}

/** Answers for the page from now on. To be called once for a document. */
export function admitForeignScripts(page: Page, configuration: ClientConfiguration): void {
  const { scriptUrl } = configuration.cardWidget;
  const isWidgetHere = () =>
    [...page.document.scripts].some((script) => script.getAttribute('src') === scriptUrl);
  page.trustedTypes?.createPolicy(TRUSTED_TYPES.foreignScripts, {
    createScriptURL: (address) => (isForeignScript(address, configuration) ? address : null),
    // How the provider's script draws its dialog is its own affair, as long as nothing in it runs.
    createHTML: (markup) => (isWidgetHere() && !CAN_RUN.test(markup) ? markup : null),
  });
}

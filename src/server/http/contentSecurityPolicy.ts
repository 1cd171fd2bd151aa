/** What a document of the product may load, from what its configuration makes it need. */
import { createHash } from 'node:crypto';
import type { ClientConfiguration } from '../../shared/configuration';
import { TRUSTED_TYPES } from '../../shared/trustedTypes';

/** What stands inside a document itself. */
export interface InlineParts {
  styles: readonly string[];
  scripts: readonly string[];
}

const NOTHING_INLINE: InlineParts = { styles: [], scripts: [] };

/** Of a style element that is empty: emotion makes such ones and inserts its rules through their sheets. */
const EMPTY_STYLE = '';

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const GOOGLE_SCRIPTS = 'https://apis.google.com';
const GOOGLE_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Origin of an address, or null when it is on our own. */
function foreignOrigin(url: string | undefined, publicUrl: string): string | null {
  if (url === undefined || url === '') return null;
  const { origin } = new URL(url, publicUrl);
  return origin === new URL(publicUrl).origin ? null : origin;
}

/** The hosts beside the widget's own: its script calls the provider's API and opens its frames. */
function siblingHosts(origin: string | null): string | null {
  if (origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  const [, ...domain] = hostname.split('.');
  return domain.length >= 2 ? `${protocol}//*.${domain.join('.')}` : origin;
}

function present(origins: readonly (string | null)[]): string[] {
  return origins.filter((origin) => origin !== null);
}

/** Group of pages with one policy: only the customers' pages load scripts of Google and the card provider. */
export type RouteGroup = 'customers' | 'staff';

/** As Google's script names its own. */
const GOOGLE_TRUSTED_TYPES = 'gapi#gapi';

/** No address, markup or text becomes a script but by one of these policies. */
function trustedTypes(group: RouteGroup, isRealGoogle: boolean): string[] {
  return [
    TRUSTED_TYPES.application,
    ...(group === 'customers' ? [TRUSTED_TYPES.foreignScripts] : []),
    ...(isRealGoogle ? [GOOGLE_TRUSTED_TYPES] : []),
  ];
}

/**
 * The policy of a document that holds these parts. They are named by their hashes, so that the document is
 * the same for everybody; nothing else that is written into it runs or is applied.
 */
export function contentSecurityPolicy(
  configuration: ClientConfiguration,
  publicUrl: string,
  { styles, scripts }: InlineParts = NOTHING_INLINE,
  group: RouteGroup = 'customers',
): string {
  const isForCustomers = group === 'customers';
  const { cardWidget } = configuration;
  const google = isForCustomers ? configuration.google : { ...configuration.google, enabled: false };
  const widget = isForCustomers ? foreignOrigin(cardWidget.scriptUrl, publicUrl) : null;
  const provider = siblingHosts(widget);
  const api = foreignOrigin(configuration.apiBaseUrl, publicUrl);
  const isRealGoogle = google.enabled && google.emulatorUrl === undefined;
  const emulator = google.enabled ? foreignOrigin(google.emulatorUrl, publicUrl) : null;
  const authFrame = isRealGoogle && google.authDomain !== '' ? `https://${google.authDomain}` : null;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scripts.map(hashSource),
      ...present([widget]),
      ...(isRealGoogle ? [GOOGLE_SCRIPTS] : []),
    ],
    'style-src': ["'self'", ...new Set([EMPTY_STYLE, ...styles].map(hashSource))],
    // A person's photo is where Google keeps it.
    'img-src': ["'self'", 'data:', ...(isForCustomers ? ['https:'] : [])],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...present([
        api,
        provider,
        emulator,
        isForCustomers ? foreignOrigin(google.authTokenSyncUrl, publicUrl) : null,
        foreignOrigin(configuration.errorReportingDsn, publicUrl),
      ]),
      ...(isRealGoogle ? GOOGLE_SERVICES : []),
    ],
    'frame-src': ["'self'", ...present([provider, emulator, authFrame])],
    'form-action': ["'self'", ...present([provider])],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': trustedTypes(group, isRealGoogle),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** For answers that are no documents: nothing may be loaded or framed. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

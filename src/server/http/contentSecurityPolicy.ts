/** Builds the Content-Security-Policy of the product's documents from the configuration. */
import { createHash } from 'node:crypto';
import {
  type ClientConfiguration,
  TOKEN_WIDGET_FRAMES,
  TOKEN_WIDGET_SCRIPTS,
} from '../../shared/configuration';
import { TRUSTED_TYPES } from '../../shared/trustedTypes';

/** Contents of the inline style and script elements of a document. */
export interface InlineParts {
  styles: readonly string[];
  scripts: readonly string[];
}

const NOTHING_INLINE: InlineParts = { styles: [], scripts: [] };

/**
 * Content of an empty style element. The library Emotion creates empty style elements and inserts its CSS rules through
 * their style sheets.
 */
const EMPTY_STYLE = '';

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const GOOGLE_SCRIPTS = 'https://apis.google.com';
const GOOGLE_SERVICES = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Returns the origin of a URL, or null if the URL is on the product's own origin. */
function foreignOrigin(url: string | undefined, publicUrl: string): string | null {
  if (url === undefined || url === '') return null;
  const { origin } = new URL(url, publicUrl);
  return origin === new URL(publicUrl).origin ? null : origin;
}

/**
 * Returns a wildcard for all hosts of the payment widget's domain. The script of the payment widget calls the card
 * provider's API and opens iframes on sibling hosts.
 */
function siblingHosts(origin: string | null): string | null {
  if (origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  const [, ...domain] = hostname.split('.');
  return domain.length >= 2 ? `${protocol}//*.${domain.join('.')}` : origin;
}

/** Foreign origins that a payment widget needs, by directive. */
interface WidgetOrigins {
  scripts: readonly string[];
  calls: readonly string[];
  frames: readonly string[];
  forms: readonly string[];
}

/**
 * Returns the origins of the configured payment widget. The card provider does not document the origins of the
 * dialect `token`, so they come from other shops and are unverified.
 */
function widgetOrigins(
  { scriptUrl, dialect }: ClientConfiguration['cardWidget'],
  publicUrl: string,
): WidgetOrigins {
  const origin = foreignOrigin(scriptUrl, publicUrl);
  if (origin === null) return { scripts: [], calls: [], frames: [], forms: [] };
  if (dialect === 'token')
    return {
      scripts: [origin, TOKEN_WIDGET_SCRIPTS],
      calls: [origin],
      frames: [origin, TOKEN_WIDGET_FRAMES],
      forms: [],
    };
  const siblings = present([siblingHosts(origin)]);
  return { scripts: [origin], calls: siblings, frames: siblings, forms: siblings };
}

function present(origins: readonly (string | null)[]): string[] {
  return origins.filter((origin) => origin !== null);
}

/**
 * Group of pages with the same Content-Security-Policy. Only customer pages load scripts of Google and the card
 * provider.
 */
export type RouteGroup = 'customers' | 'staff';

/** Name of the Trusted Types policy that Google's script creates. */
const GOOGLE_TRUSTED_TYPES = 'gapi#gapi';

/**
 * Returns the allowed Trusted Types policies. A string can become a script URL, markup or script only through one of
 * these policies.
 */
function trustedTypes(group: RouteGroup, isRealGoogle: boolean): string[] {
  return [
    TRUSTED_TYPES.application,
    ...(group === 'customers' ? [TRUSTED_TYPES.foreignScripts] : []),
    ...(isRealGoogle ? [GOOGLE_TRUSTED_TYPES] : []),
  ];
}

/**
 * Returns the Content-Security-Policy of a document with these inline styles and scripts. Inline styles and scripts are
 * allowed by their hashes and not by a nonce, so the document is identical for all users. The browser blocks every
 * other inline script and style.
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
  const widget = widgetOrigins(isForCustomers ? cardWidget : { ...cardWidget, scriptUrl: '' }, publicUrl);
  const api = foreignOrigin(configuration.apiBaseUrl, publicUrl);
  const isRealGoogle = google.enabled && google.emulatorUrl === undefined;
  const emulator = google.enabled ? foreignOrigin(google.emulatorUrl, publicUrl) : null;
  const authFrame = isRealGoogle && google.authDomain !== '' ? `https://${google.authDomain}` : null;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scripts.map(hashSource),
      ...widget.scripts,
      ...(isRealGoogle ? [GOOGLE_SCRIPTS] : []),
    ],
    'style-src': ["'self'", ...new Set([EMPTY_STYLE, ...styles].map(hashSource))],
    // Profile photos of Google accounts are loaded from Google's hosts.
    'img-src': ["'self'", 'data:', ...(isForCustomers ? ['https:'] : [])],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...present([
        api,
        ...widget.calls,
        emulator,
        isForCustomers ? foreignOrigin(google.authTokenSyncUrl, publicUrl) : null,
        isForCustomers ? foreignOrigin(configuration.checkUrl, publicUrl) : null,
        foreignOrigin(configuration.errorReportingDsn, publicUrl),
      ]),
      ...(isRealGoogle ? GOOGLE_SERVICES : []),
    ],
    'frame-src': ["'self'", ...widget.frames, ...present([emulator, authFrame])],
    'form-action': ["'self'", ...widget.forms],
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

/**
 * Content-Security-Policy of responses that are not HTML documents. This policy forbids loading any resource and
 * framing the response.
 */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

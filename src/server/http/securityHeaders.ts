/** Security headers of all responses, and additional headers of HTML documents. */
import type { Settings } from '../deps';

const TWO_YEARS_S = 63_072_000;

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Returns the security headers of every response that does not set its own. These headers are also allowed on a 304
 * response.
 */
export function commonHeaders(settings: Settings): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(settings.mode === 'production' ? { 'Strict-Transport-Security': `max-age=${TWO_YEARS_S}` } : {}),
  };
}

/**
 * Returns the security headers of an HTML document. `policy` is the document's Content-Security-Policy. The opener
 * policy allows popups, because `same-origin` would break the Google sign-in popup.
 */
export function documentHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': PERMISSIONS,
  };
}

/** Headers of every answer, and those of documents (the Google popup needs its opener). */
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

/** For every answer that does not set its own; harmless on a 304. */
export function commonHeaders(settings: Settings): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(settings.mode === 'production' ? { 'Strict-Transport-Security': `max-age=${TWO_YEARS_S}` } : {}),
  };
}

/** For documents; `policy` is complete. `same-origin` as opener policy would break the Google popup. */
export function documentHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': PERMISSIONS,
  };
}

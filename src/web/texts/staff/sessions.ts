/** Texts of staff sessions. */
export const STAFF_SESSION_TEXTS = {
  from: 'Location',
  since: 'Signed in',
  lastUsed: 'Last used',
  within: 'Accurate to 15 min',
  ends: 'Expires',
  current: 'This session',
  revoke: 'Revoke',
  revoked: 'Session revoked',
  none: 'No active sessions',
} as const;

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the browser and system of a User-Agent, such as «Chrome on Windows». */
export function formatBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.trim() === '' ? 'Unknown browser' : userAgent.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}

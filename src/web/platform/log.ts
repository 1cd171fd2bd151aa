/**
 * Only module that writes to the browser console. Log entries contain the endpoint and the response status, but never
 * personal data, tokens or request bodies.
 */

type Details = Record<string, string | number | boolean | null>;

/** Logs a failure. */
export function logFailure(message: string, details: Details = {}): void {
  globalThis.console.error(message, details);
}

/** Logs an unexpected situation that the application can handle. */
export function logWarning(message: string, details: Details = {}): void {
  globalThis.console.warn(message, details);
}

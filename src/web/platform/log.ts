/**
 * The one place that writes to the browser's console. What is logged names the call and the
 * status, never a person, a token or a body.
 */

type Details = Record<string, string | number | boolean | null>;

/** Something failed. */
export function logFailure(message: string, details: Details = {}): void {
  globalThis.console.error(message, details);
}

/** Something is odd and the product goes on. */
export function logWarning(message: string, details: Details = {}): void {
  globalThis.console.warn(message, details);
}

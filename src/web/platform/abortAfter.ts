/** Signal that aborts after a time, without `AbortSignal.timeout`, which is missing in Safari before 16. */

/** Returns a signal that aborts after `ms` milliseconds. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/**
 * Describes failed connections to external services without their error messages, which may contain an address or a
 * secret.
 */

/** Fields of an error that `connectionFault` reads. */
interface Fault {
  code?: unknown;
  name?: unknown;
  cause?: unknown;
}

const toFault = (error: unknown): Fault | null =>
  typeof error === 'object' && error !== null ? error : null;

/**
 * Returns the system error code, for example `ENOTFOUND`, or otherwise the name of the error class. `fetch` hides the
 * error code in the cause of a `TypeError`, so the causes of the error are searched too.
 */
export function connectionFault(error: unknown): string {
  for (let fault = toFault(error); fault !== null; fault = toFault(fault.cause)) {
    if (typeof fault.code === 'string' && /^[A-Z0-9_]+$/.test(fault.code)) return fault.code;
  }
  const name = toFault(error)?.name;
  return typeof name === 'string' ? name : 'no answer';
}

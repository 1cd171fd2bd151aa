/** How a failed exchange with the outside is named: nobody's own words, which may quote an address or a secret. */

/** What is read of an error, of whatever kind. */
interface Fault {
  code?: unknown;
  name?: unknown;
  cause?: unknown;
}

const faultOf = (error: unknown): Fault | null =>
  typeof error === 'object' && error !== null ? error : null;

/** What the system says (`ENOTFOUND`), which `fetch` hides in the cause of a TypeError; else the kind of the error. */
export function connectionFault(error: unknown): string {
  for (let fault = faultOf(error); fault !== null; fault = faultOf(fault.cause)) {
    if (typeof fault.code === 'string' && /^[A-Z0-9_]+$/.test(fault.code)) return fault.code;
  }
  const name = faultOf(error)?.name;
  return typeof name === 'string' ? name : 'no answer';
}

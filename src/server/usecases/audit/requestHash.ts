/**
 * Detects reuse of a request id. A request id belongs to one request. If a request id is reused with other parameters,
 * the request is a client error and not a retry.
 */
import { sha256 } from '../../secrets';

/** Returns a hash of the action and its parameters. The order of the parameters does not matter. */
export function requestHash(action: string, parameters: object): string {
  const sorted = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([action, sorted]));
}

/** A request id belongs to one request: with other parameters it is a mistake of the client, not a repeat. */
import { sha256 } from '../../secrets';

/** Returns a hash that is the same only for the same action with the same parameters, in whatever order they stand. */
export function requestHash(action: string, parameters: object): string {
  const sorted = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([action, sorted]));
}

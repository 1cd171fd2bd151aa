/** Decides which data a form of the staff console stores about its last request. */
import * as v from 'valibot';
import { type CallError, isUnconfirmed } from '../../api/callError';
import type { SentRequest } from '../../tabStorage/tabStorage';

/** Returns a random 128-bit request id in hexadecimal. `crypto.randomUUID` would need a secure context. */
export function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keyed = v.object({ requestKey: v.string() });

/** Returns the request id in a stored request body, or '' if the body contains no request id. */
export const requestKeyIn = (body: string): string => bodyIn(body, keyed)?.requestKey ?? '';

/** Returns the parsed request body, or null if the stored body no longer matches the schema. */
export function bodyIn<Body>(body: string, schema: v.GenericSchema<unknown, Body>): Body | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  return parsed.success ? parsed.output : null;
}

/** Response statuses below 500 that concern the caller, so they do not mean that the request itself was rejected. */
const ABOUT_THE_CALLER = new Set<CallError['status']>([401, 429]);

/**
 * Returns the data to store about the last request after a response. `before` is the data that was stored when the
 * request was sent.
 */
export function sentAfter(
  error: CallError | undefined,
  body: string | null,
  before: SentRequest | null,
): SentRequest | null {
  if (error === undefined) return null;
  if (error.isNotSent === true) return before;
  const { status } = error;
  const isRejected =
    typeof status === 'number' && status >= 400 && status < 500 && !ABOUT_THE_CALLER.has(status);
  // If the response to an earlier attempt was lost, the request stays unconfirmed even when the current attempt failed
  // because the session had expired.
  return isRejected ? null : { body, isUnconfirmed: isUnconfirmed(error) || before?.isUnconfirmed === true };
}

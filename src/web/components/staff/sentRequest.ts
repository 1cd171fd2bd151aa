/** What a form remembers of the request that it sent last. */
import * as v from 'valibot';
import { type CallError, isUnconfirmed } from '../../api/callError';
import type { SentRequest } from '../../tabStorage/tabStorage';

/** Returns a request id of 128 random bits. `crypto.randomUUID` would need a secure context. */
export function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keyed = v.object({ requestKey: v.string() });

/** Returns the request id in a stored body, or '' if there is none. */
export const requestKeyIn = (body: string): string => bodyIn(body, keyed)?.requestKey ?? '';

/** Returns a stored body, or null if it does not fit the schema any more. */
export function bodyIn<Body>(body: string, schema: v.GenericSchema<unknown, Body>): Body | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  return parsed.success ? parsed.output : null;
}

/** Statuses below 500 that say nothing about the request itself. */
const ABOUT_THE_CALLER = new Set<CallError['status']>([401, 429]);

/** Returns what is remembered after a response. `before` is what was remembered when the request was sent. */
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
  // An earlier lost response stays lost if this attempt met an ended session.
  return isRejected ? null : { body, isUnconfirmed: isUnconfirmed(error) || before?.isUnconfirmed === true };
}

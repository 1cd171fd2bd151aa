/**
 * Defines the type of the handler of an API endpoint. A handler receives a validated and authorized request, and
 * returns the response that the endpoint's row of the API contract defines.
 */
import type {
  Audience,
  Call,
  ParsedBodyOf,
  ParsedQueryOf,
  SentResponseOf,
} from '../../../shared/contract/call';
import type { Deps } from '../../deps';
import type { VerifiedGoogleIdentity } from '../../domain/caller';
import type { Caller, CustomerCaller, StaffCaller } from '../../domain/caller';
import type { StreamedJson } from './streamedJson';

/** Types of callers that the audience of an API endpoint allows. */
type CallerFor<A extends Audience> = A extends 'public'
  ? { kind: 'anonymous' }
  : A extends 'customer'
    ? CustomerCaller
    : A extends 'google'
      ? { kind: 'google'; identity: VerifiedGoogleIdentity }
      : A extends 'customerOrGoogle'
        ? CustomerCaller | { kind: 'google'; identity: VerifiedGoogleIdentity }
        : A extends `customerOrStaff:${string}`
          ? CustomerCaller | StaffCaller
          : StaffCaller;

export interface CallContext<C extends Caller = Caller> {
  deps: Deps;
  caller: C;
  requestId: string;
  /** IP address of the client, for rate limits and the audit log. */
  ip: string;
  userAgent: string;
  /** Sets the header `Retry-After` of a response that reports a temporary problem, in seconds. */
  retryAfter: (seconds: number) => void;
}

type Handler<Row extends Call> = (
  context: CallContext<CallerFor<Row['audience']>>,
  input: { body: ParsedBodyOf<Row>; query: ParsedQueryOf<Row> },
) => Promise<SentResponseOf<Row> | StreamedJson>;

/**
 * Maps each API endpoint of one contract file to its handler.
 *
 * @example
 * export const reportsHandlers: HandlersOf<typeof reportsCalls> = {
 *   sendReport: ({ deps, ip }, { body }) => succeeded(recordReport(deps, { ...body, ip })),
 * };
 */
export type HandlersOf<Rows extends Readonly<Record<string, Call>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/**
 * Returns `{ success: true }` after the change is made, for API endpoints that return no data. Rejects if the promise
 * `change` rejects.
 */
export async function succeeded(change: Promise<unknown>): Promise<{ success: true }> {
  await change;
  return { success: true };
}

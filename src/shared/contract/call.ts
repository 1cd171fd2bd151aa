/**
 * Types of a row of the API contract, which describes one API call. The request types, the RTK Query endpoint, the
 * server's validation and authorization, the OpenAPI document and the tests are derived from this row.
 */
import type * as v from 'valibot';
import type { StaffRight } from '../staffRoles';

/**
 * Callers that are allowed to make an API call:
 * - `public`: every caller, and a token is ignored;
 * - `customer`: a caller with a customer access token;
 * - `google`: a caller with an identity token of the Google sign-in, which the server verifies;
 * - `customerOrGoogle`: a caller with either of these two tokens;
 * - `staff:…`: staff whose role has the right after the colon (`staffRoles.ts`);
 * - `customerOrStaff:…`: a customer, or staff with the right after the colon.
 */
export type Audience =
  | 'public'
  | 'customer'
  | 'google'
  | 'customerOrGoogle'
  | `${'staff' | 'customerOrStaff'}:${StaffRight}`;

/** Returns whether customers are allowed to make API calls with the given audience. */
export const letsCustomersIn = (audience: string): boolean => audience.startsWith('customer');

/** Valibot schema that is parsed synchronously. */
export type WireSchema = v.GenericSchema;

/** HTTP method of all API calls. */
export const CALL_METHOD = 'POST';

/**
 * Row of the API contract, which describes one API call. `path` is relative to the base URL of the API and has no
 * leading slash.
 * @example
 * calls({
 *   logOut: {
 *     path: 'session/logout',
 *     audience: 'customer',
 *     kind: 'change',
 *     body: v.object({}),
 *     response: done,
 *     summary: 'Revoke the customer access token of this call.',
 *   },
 * });
 */
export interface Call {
  readonly path: string;
  /** Alternative paths that existing clients use for the API call. */
  readonly aliases?: readonly string[];
  readonly audience: Audience;
  /**
   * An API call of the kind `read` has no effect that the caller can see, so clients may retry it. Clients must not
   * retry an API call of the kind `change`.
   */
  readonly kind: 'read' | 'change';
  /** Schema of the query string, in which every value is a string. */
  readonly query?: WireSchema;
  readonly body?: WireSchema;
  readonly response: WireSchema;
  /** Summary of the API call in the OpenAPI document, in one sentence. */
  readonly summary: string;
}

/** Checks rows of the API contract against the type `Call`, and keeps the exact type of each row. */
export function calls<const Rows extends Readonly<Record<string, Call>>>(rows: Rows): Rows {
  return rows;
}

type Parsed<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends WireSchema> ? v.InferOutput<Schema> : undefined;
type Sent<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends WireSchema> ? v.InferInput<Schema> : undefined;

/** Type of the request body that a client sends, before the server parses it. */
export type BodyOf<Row> = Sent<Row, 'body'>;
/** Type of the URL query that a client sends, before the server parses it. */
export type QueryOf<Row> = Sent<Row, 'query'>;
/** Type of the parsed request body, which a handler of the server receives. */
export type ParsedBodyOf<Row> = Parsed<Row, 'body'>;
/** Type of the parsed URL query, which a handler of the server receives. */
export type ParsedQueryOf<Row> = Parsed<Row, 'query'>;
/** Type of the parsed response, which a client receives. */
export type ResponseOf<Row> = Parsed<Row, 'response'>;
/** Type of the response that a handler of the server returns, before the client parses it. */
export type SentResponseOf<Row> = Sent<Row, 'response'>;

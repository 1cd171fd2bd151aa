/**
 * What a contract row is. Everything that crosses the wire is described by one row: the types,
 * the RTK Query endpoint, the server's validation and authorisation, the OpenAPI document and
 * the tests all derive from it.
 */
import type * as v from 'valibot';
import { STAFF_RIGHTS, STAFF_ROLES, type StaffRight } from '../staffRoles';

/** Kinds of callers that a token tells apart. */
export const CALLER_KINDS = ['customer', 'google', ...STAFF_ROLES] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/**
 * Who may call:
 * - `public`: anybody; a token, if sent, is not looked at;
 * - `customer`: the bearer of a customer access token;
 * - `google`: the bearer of an identity token of the Google sign-in, verified by the server;
 * - `customerOrGoogle`: either;
 * - `staff:…`: staff whose role has that right (`staffRoles.ts`);
 * - `customerOrStaff:…`: a customer, or staff with that right.
 */
export type Audience =
  | 'public'
  | 'customer'
  | 'google'
  | 'customerOrGoogle'
  | `${'staff' | 'customerOrStaff'}:${StaffRight}`;

/** The right that staff need to be of this audience; null: staff are not. */
export function staffRightOf(audience: Audience): StaffRight | null {
  const right = audience.split(':')[1];
  return STAFF_RIGHTS.find((each) => each === right) ?? null;
}

/** Whether customers are of this audience. */
export const letsCustomersIn = (audience: string): boolean => audience.startsWith('customer');

/** A schema whose parsing is synchronous. */
export type WireSchema = v.GenericSchema;

/** HTTP method of every call. */
export const CALL_METHOD = 'POST';

/** One call of the wire. Paths are relative to the API base and carry no leading slash. */
export interface Call {
  readonly path: string;
  /** Other paths under which existing clients make the same call. */
  readonly aliases?: readonly string[];
  readonly audience: Audience;
  /** A `read` changes nothing that its caller can see and may be retried; a `change` never is. */
  readonly kind: 'read' | 'change';
  /** Schema of the query string (every value arrives as a string). */
  readonly query?: WireSchema;
  readonly body?: WireSchema;
  readonly response: WireSchema;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
}

/** Checks the rows of a file against `Call` and keeps their exact types. */
export function calls<const Rows extends Readonly<Record<string, Call>>>(rows: Rows): Rows {
  return rows;
}

type Parsed<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends WireSchema> ? v.InferOutput<Schema> : undefined;
type Sent<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends WireSchema> ? v.InferInput<Schema> : undefined;

/** Body as a client writes it. */
export type BodyOf<Row> = Sent<Row, 'body'>;
/** Query as a client writes it. */
export type QueryOf<Row> = Sent<Row, 'query'>;
/** Body as a handler reads it. */
export type ParsedBodyOf<Row> = Parsed<Row, 'body'>;
/** Query as a handler reads it. */
export type ParsedQueryOf<Row> = Parsed<Row, 'query'>;
/** Response as a client reads it. */
export type ResponseOf<Row> = Parsed<Row, 'response'>;
/** Response as a handler writes it. */
export type SentResponseOf<Row> = Sent<Row, 'response'>;

/**
 * Builds an RTK Query endpoint definition from a row of the API contract. The request schemas of the row validate and
 * normalize the argument, and the response schema of the row validates the response.
 *
 * The argument of the endpoint is the request body, the URL query, or `{query, body}` if the API call has both. The
 * argument of an endpoint with the option `ownBearer` is `{body, bearer}`. If `bearer` is omitted, the stored token is
 * used.
 *
 * @example
 * getProfile: build.query({ ...buildEndpoint(profileCalls.getProfile), providesTags: ['Profile'] }),
 */
import * as v from 'valibot';
import type { Call, WireSchema } from '../../shared/contract/call';
import type { CallRequest } from './baseQuery';

export interface EndpointOfRow<Arg, Result> {
  query: (arg: Arg) => CallRequest;
  argSchema: v.GenericSchema<Arg>;
  responseSchema: v.GenericSchema<Result>;
}

type Body<Row extends { body: WireSchema }> = v.InferInput<Row['body']>;
type Query<Row extends { query: WireSchema }> = v.InferInput<Row['query']>;
type ResponseBody<Row extends Call> = v.InferOutput<Row['response']>;

type WithBody = Call & { body: WireSchema; query?: never };
type WithQuery = Call & { query: WireSchema; body?: never };
type WithBoth = Call & { query: WireSchema; body: WireSchema };

interface Options {
  /** If true, the response is read as text first, and the error message contains the response text. */
  raw?: boolean;
}

export function buildEndpoint<Row extends WithBody>(
  row: Row,
  options: { ownBearer: true },
): EndpointOfRow<{ body: Body<Row>; bearer?: string | undefined }, ResponseBody<Row>>;
export function buildEndpoint<Row extends WithBoth>(
  row: Row,
  options?: Options,
): EndpointOfRow<{ query: Query<Row>; body: Body<Row> }, ResponseBody<Row>>;
export function buildEndpoint<Row extends WithBody>(
  row: Row,
  options?: Options,
): EndpointOfRow<Body<Row>, ResponseBody<Row>>;
export function buildEndpoint<Row extends WithQuery>(
  row: Row,
  options?: Options,
): EndpointOfRow<Query<Row>, ResponseBody<Row>>;
export function buildEndpoint(
  row: Call,
  options: Options & { ownBearer?: boolean } = {},
): {
  query: (arg: never) => CallRequest;
  argSchema: WireSchema;
  responseSchema: WireSchema;
} {
  const raw = options.raw ?? false;
  const shape = buildShape(row, options.ownBearer ?? false);
  return {
    query: (arg) => ({ row, raw, ...shape.buildParts(arg) }),
    argSchema: shape.schema,
    responseSchema: raw ? v.pipe(v.string(), jsonOrEmpty, row.response) : row.response,
  };
}

const jsonOrEmpty = v.transform((text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return {};
  }
});

interface Shape {
  schema: WireSchema;
  buildParts: (arg: unknown) => Pick<CallRequest, 'body' | 'query' | 'bearer'>;
}

function buildShape(row: Call, ownBearer: boolean): Shape {
  const body = row.body ?? v.undefined();
  if (ownBearer) {
    const schema = v.object({ body, bearer: v.optional(v.pipe(v.string(), v.nonEmpty())) });
    return { schema, buildParts: (arg) => v.parse(parts, arg) };
  }
  if (row.query && row.body) {
    return { schema: v.object({ query: row.query, body }), buildParts: (arg) => v.parse(parts, arg) };
  }
  if (row.query) return { schema: row.query, buildParts: (arg) => ({ query: arg }) };
  return { schema: body, buildParts: (arg) => ({ body: arg }) };
}

const parts = v.object({
  body: v.optional(v.unknown()),
  query: v.optional(v.unknown()),
  bearer: v.optional(v.string()),
});

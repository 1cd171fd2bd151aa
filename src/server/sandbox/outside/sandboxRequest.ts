/**
 * Parses requests to the sandbox API. Scripts may omit the content type. Requests from web pages of other origins are
 * rejected.
 */
import * as v from 'valibot';
import { Rejection } from '../../domain/rejection';
import { readBytes, readJsonObject, readQuery } from '../../http/requestBody';
import { REJECTIONS } from '../texts/rejections';

/** Accept header of clients that want progress messages. The response then contains one JSON document per line. */
export const FOLLOWED_TYPE = 'application/x-ndjson';

const parseHost = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * Rejects requests from pages of other origins, which must not move the clock or create sessions. Browsers send the
 * origin of the page. Scripts send no origin and are allowed. Throws FORBIDDEN for a request from a page of another
 * origin.
 */
export function rejectForeignPage(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isForeign =
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (site === null && origin !== null && parseHost(origin) !== new URL(request.url).host);
  if (isForeign) throw new Rejection('FORBIDDEN', REJECTIONS.foreignPage);
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: object): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const fields = [
    ...new Set(parsed.issues.map((issue) => v.getDotPath(issue)).filter((path) => path !== null)),
  ];
  throw new Rejection('INVALID_REQUEST', `${REJECTIONS.invalidFields} ${fields.join(', ')}`.trim(), fields);
}

/**
 * Parses the request body with a schema. Throws INVALID_REQUEST if the body does not match the schema, or
 * BODY_TOO_LARGE if the body is too large.
 */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const bytes = await readBytes(request);
  const asJson = new Request(request.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: new Uint8Array(bytes),
  });
  return parse(schema, await readJsonObject(asJson));
}

/** Parses the query string with a schema. Throws INVALID_REQUEST if the query does not match the schema. */
export function parseQuery<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): v.InferOutput<Schema> {
  return parse(schema, readQuery(request));
}

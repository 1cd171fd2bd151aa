/** Reading a JSON call of the sandbox: scripts may leave the content type out, foreign pages may not call. */
import * as v from 'valibot';
import { Rejection } from '../../domain/rejection';
import { readBytes, readJsonObject, readQuery } from '../../http/requestBody';
import { REJECTIONS } from '../texts/rejections';

/** What a caller accepts who wants to follow what takes long: a line of JSON for each word. */
export const FOLLOWED_TYPE = 'application/x-ndjson';

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * A page of another origin cannot move the clock or mint sessions: browsers say where a request
 * comes from. Scripts say nothing and pass. Throws FORBIDDEN.
 */
export function rejectForeignPage(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isForeign =
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (site === null && origin !== null && hostOf(origin) !== new URL(request.url).host);
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

/** The body by its schema. Throws INVALID_REQUEST and BODY_TOO_LARGE. */
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

/** The query by its schema. Throws INVALID_REQUEST. */
export function readQueryOf<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): v.InferOutput<Schema> {
  return parse(schema, readQuery(request));
}

/**
 * Reads request bodies and queries. Rejects input that is invalid for every API endpoint: too many bytes, invalid JSON,
 * excessive nesting, or characters that the database cannot store. The schema of the API endpoint checks everything
 * else.
 */
import { Rejection } from '../domain/rejection';

/** Maximum size of a request body, in bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

const MAX_DEPTH = 16;

/** Characters that cannot be stored. PostgreSQL rejects NUL in text, and UTF-8 cannot encode lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function tooLarge(): Rejection {
  return new Rejection('BODY_TOO_LARGE', `The body is larger than ${BODY_LIMIT_BYTES} bytes.`);
}

/** Throws `BODY_TOO_LARGE` if the declared `Content-Length` exceeds the limit, before the body is read. */
export function rejectLargeDeclaration(request: Request): void {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > BODY_LIMIT_BYTES) throw tooLarge();
}

/**
 * Returns the bytes of the request body. Throws `BODY_TOO_LARGE` if the body exceeds the size limit, even if the
 * declared `Content-Length` does not.
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  rejectLargeDeclaration(request);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const readPart = () =>
    reader.read().catch(() => {
      throw new Rejection('MALFORMED_JSON', 'The body is incomplete.');
    });
  for (let part = await readPart(); !part.done; part = await readPart()) {
    length += part.value.byteLength;
    if (length > BODY_LIMIT_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

function isJsonMediaType(header: string | null): boolean {
  const [mediaType = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  return (
    /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType) &&
    parameters.every(
      (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter),
    )
  );
}

/** Returns whether a text contains no characters that the database cannot store (`UNSTORABLE`). */
function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

function rejectAbsurdValues(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    const isAbsurd =
      depth > MAX_DEPTH ||
      (typeof value === 'string' && !isStorableText(value)) ||
      (typeof value === 'number' && !Number.isFinite(value));
    if (isAbsurd) throw new Rejection('INVALID_REQUEST', 'The body contains an invalid value.');
    if (typeof value === 'object' && value !== null) {
      for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Rejection('MALFORMED_JSON', 'The body is not JSON.');
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection('MALFORMED_JSON', 'The body is not UTF-8.');
  }
}

/**
 * Returns the JSON object in the body, or `{}` if the body is empty. Throws `MALFORMED_JSON`, `INVALID_REQUEST`,
 * `BODY_TOO_LARGE` or `UNSUPPORTED_MEDIA_TYPE`.
 */
export async function readJsonObject(request: Request): Promise<object> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  const encoding = request.headers.get('content-encoding');
  if (
    !isJsonMediaType(request.headers.get('content-type')) ||
    (encoding !== null && encoding !== 'identity')
  ) {
    throw new Rejection('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json in UTF-8.');
  }
  const text = decode(bytes);
  const parsed = text.trim() === '' ? {} : parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Rejection('INVALID_REQUEST', 'The body must be a JSON object.');
  }
  rejectAbsurdValues(parsed);
  return parsed;
}

/**
 * Returns the query parameters as an object. If a parameter name is repeated, the first value is used. Throws
 * `INVALID_REQUEST` if a parameter contains a character that the database cannot store.
 */
export function readQuery(request: Request): object {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (!isStorableText(name) || !isStorableText(value)) {
      throw new Rejection('INVALID_REQUEST', 'The query contains an invalid character.');
    }
    if (!query.has(name)) query.set(name, value);
  }
  return Object.fromEntries(query);
}

/**
 * Responses to requests that never reach the application: malformed HTTP, too long headers or URL, an invalid `Host`,
 * an incomplete body. The format of these responses is `{error: {code, message}}`, as for every other error.
 */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { ErrorBody, ErrorCode } from '../../shared/contract/errors';
import { CUSTOMER_ERROR_MESSAGES } from '../texts/errors';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
};

/** HTTP status for error codes of Node's HTTP parser. All other error codes result in HTTP 400. */
const STATUS_BY_PARSER_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function buildText(code: ErrorCode): string {
  const body: ErrorBody = { error: { code, message: CUSTOMER_ERROR_MESSAGES[code] } };
  return JSON.stringify(body);
}

/**
 * Returns the response to a request that could not be passed to the application. Any error other than `RequestError`
 * results in a 500.
 */
export function malformedRequest(error: unknown): Response {
  return error instanceof RequestError
    ? new Response(buildText('INVALID_REQUEST'), { status: 400, headers: HEADERS })
    : new Response(buildText('INTERNAL'), { status: 500, headers: HEADERS });
}

/** Maximum time in ms that a client may take to read the response and close its end of the connection. */
const LINGER_MS = 1000;

/**
 * Responds to a connection that the HTTP parser rejected. Node provides no request object in this case, so the response
 * is written directly to the socket. The socket is destroyed after `LINGER_MS`, because a client that never closes its
 * end of the connection would otherwise keep the file descriptor open. If the socket were destroyed at once, the
 * response could be lost.
 */
export function responseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_PARSER_CODE[error.code ?? ''] ?? 400;
  const text = buildText('INVALID_REQUEST');
  const headers = { ...HEADERS, 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n'));
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

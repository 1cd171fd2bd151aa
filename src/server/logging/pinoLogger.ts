/** Logger of the running server. Writes JSON lines without secrets and personal data to standard output. */
import pino, { type DestinationStream } from 'pino';
import { SECRET_NAMES } from '../../shared/secretNames';
import type { Logger, LogLevel } from '../ports/logger';
import { describeError } from './describeError';
import { currentRequestId } from './requestId';

/**
 * Names of fields with secrets or personal data. The values of these fields are redacted at every nesting level of the
 * log details.
 */
const REDACTED_NAMES: ReadonlySet<string> = new Set([
  ...SECRET_NAMES,
  ...['email', 'phone', 'payerPhone', 'receiptPhone', 'to', 'uid', 'body', 'query'],
]);
const REDACTED = '[redacted]';
/**
 * Matches email addresses, which the response of an external server may contain. The path of an npm package also
 * contains an @, but no name before the @.
 */
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Maximum nesting depth of log details. Values that are nested more deeply are redacted. */
const MAX_DEPTH = 8;

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.includes('@') ? value.replace(ADDRESS, '[address]') : value;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, depth + 1));
  if (!isPlain(value)) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  return redact(value, depth);
}

/** Returns log details with redacted secrets. Returns the same object if nothing was redacted, which is the usual case. */
function redact(details: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(details)) {
    const shown = REDACTED_NAMES.has(name) ? REDACTED : withoutSecrets(value, depth + 1);
    if (shown === value) continue;
    copy ??= { ...details };
    copy[name] = shown;
  }
  return copy ?? details;
}

export function createPinoLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    formatters: { level: (label) => ({ level: label }), log: (details) => redact(details) },
    // Every log entry that is written while a request is processed contains the request id.
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError, err: describeError, cause: describeError },
  };
  const logger = destination === undefined ? pino(options) : pino(options, destination);
  return {
    debug: (details, message) => logger.debug(details, message),
    info: (details, message) => logger.info(details, message),
    warn: (details, message) => logger.warn(details, message),
    error: (details, message) => logger.error(details, message),
  };
}

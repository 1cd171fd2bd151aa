/** The logger of the running product: JSON lines on standard output, without secrets or people. */
import pino, { type DestinationStream } from 'pino';
import { SECRET_NAMES } from '../../shared/secretNames';
import { describeError } from './describeError';
import type { Logger, LogLevel } from './logger';
import { currentRequestId } from './requestId';

/** Names that must never reach a log, wherever they stand in the details: secrets, and who it is about. */
const REDACTED_NAMES = [...SECRET_NAMES, 'email', 'to', 'uid', 'body', 'query'];

const DEPTHS = ['', '*.', '*.*.'];

export function createPinoLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    // What is logged in the course of a request names it, whoever logs it.
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: DEPTHS.flatMap((depth) => REDACTED_NAMES.map((name) => `${depth}${name}`)),
      censor: '[redacted]',
    },
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
